import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../values/language.ts';
import {
  ASSISTANT_FIELDS,
  CONTRACT_FIELDS,
  MANAGER_FIELDS,
  OWNER_FIELDS,
  PROBLEM_CODES,
  PROPERTY_FIELDS,
  TENANT_FIELDS,
  TENANT_PREFIXES,
  type FieldName,
} from '../payload/problem.ts';
import { speak } from './speak.ts';

const FIELDS: FieldName[] = [
  ...CONTRACT_FIELDS,
  ...PROPERTY_FIELDS,
  ...OWNER_FIELDS,
  ...MANAGER_FIELDS,
  ...ASSISTANT_FIELDS,
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field): FieldName => `${prefix}${field}`)),
];

for (const language of LANGUAGES) {
  test(`7.1 every problem of every field in ${language}: named, one line, no markup, no separator`, () => {
    for (const field of FIELDS) {
      for (const code of PROBLEM_CODES) {
        const line = speak({ field, code, limit: 10, choices: ['a', 'b'] }, language);
        assert.ok(line.includes(`(${field})`), line);
        assert.doesNotMatch(line, /[<>&;\n]|undefined/, line);
      }
    }
  });
}

const LINES: [language: (typeof LANGUAGES)[number], line: string][] = [
  ['de', 'Mieterschaft 2, E-Mail-Adresse (tenant2Email): Angabe fehlt'],
  ['fr', 'Locataire 2, adresse e-mail (tenant2Email) : donnée manquante'],
  ['it', 'Inquilino 2, indirizzo e-mail (tenant2Email): dato mancante'],
  ['en', 'Tenant 2, e-mail address (tenant2Email): missing'],
];
for (const [language, line] of LINES) {
  test(`7.1 names the tenant and the field in ${language}`, () =>
    assert.equal(speak({ field: 'tenant2Email', code: 'missing' }, language), line));
}
