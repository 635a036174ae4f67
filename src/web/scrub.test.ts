import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrub } from './scrub.ts';

const ROWS: [name: string, text: string, scrubbed: string][] = [
  ['an e-mail address', '550 <anna.muster@mail.example>: unknown', '550 <…>: unknown'],
  ['an IBAN in one', 'account CH9300762011623852957 refused', 'account … refused'],
  ['an IBAN in fours', 'account CH93 0076 2011 6238 5295 7 refused', 'account … refused'],
  ['a telephone number', 'call +41 79 123 45 67', 'call …'],
  ['a reference', 'reference 210000000003139471430009017', 'reference …'],
  ['the path of an address', 'GET https://depono.example/t/geheim?x=1 failed', 'GET https://depono.example/… failed'],
  ['a password in an address', 'smtp://user:hush@mail.example:587', 'smtp://mail.example:587/…'],
  ['a key', 'dk_7gG3kfR92mXq8LpT0ab1 is wrong', '… is wrong'],
  ['a key without a digit or a capital', `dsk_${'a'.repeat(12)}_${'b'.repeat(43)} is wrong`, '… is wrong'],
  ['a secret of callbacks', 'secret whsec_ab/de+gh/jk+mn/pq+st/vw= refused', 'secret … refused'],
  ['a generated secret', `token ${'0a'.repeat(32)}`, 'token …'],
  [
    'names of our own stay',
    'duplicate key value violates unique constraint "deposits_living_of_organization"',
    'duplicate key value violates unique constraint "deposits_living_of_organization"',
  ],
  ['an id stays', 'effect 01a1dd92-d3ef-7482-b729-aecf6a2a2cc1', 'effect 01a1dd92-d3ef-7482-b729-aecf6a2a2cc1'],
  ['a host and port stay', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
];

for (const [name, text, scrubbed] of ROWS) test(name, () => assert.equal(scrub(text), scrubbed));

const NAMED: [name: string, text: string, names: string[], scrubbed: string][] = [
  ['each part of a name', '550 no lea BRUNNER-Meier here', ['Lea Brunner-Meier'], '550 no … …-… here'],
  ['a name within a word stays', 'released', ['Lea'], 'released'],
  ['non-ASCII characters', 'für Đorđe Łukić.', ['Đorđe Łukić'], 'für … ….'],
  ['characters with a meaning in patterns', 'a.c (x)', ['(abc) .* x'], 'a.c (x)'],
  ['too short to differ from a word', '550 do not', ['Do Ng'], '550 do not'],
];
for (const [name, text, names, scrubbed] of NAMED) test(name, () => assert.equal(scrub(text, names), scrubbed));
