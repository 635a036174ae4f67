import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, type Command } from './command.ts';
import { findCommand, readArguments } from './parse.ts';

const named = (name: string): Command =>
  command({
    name,
    role: null,
    summary: 'Test',
    usage: 'WORD',
    words: [1, 2],
    examples: [],
    options: {
      org: { type: 'text', value: 'ORG', about: '' },
      kind: { type: 'list', value: 'KIND', about: '' },
      yes: { type: 'flag', about: '' },
    },
    run: async () => 0,
  });

const COMMANDS = [named('jobs'), named('jobs retry'), named('org show')];

test('two-word commands match before one-word commands, and common options may precede them', () => {
  const nameOf = (...args: string[]) => {
    const found = findCommand(COMMANDS, args);
    return found.command === null ? found.words : [found.command.name, found.rest];
  };
  assert.deepEqual(nameOf('jobs', 'retry', 'x'), ['jobs retry', ['x']]);
  assert.deepEqual(nameOf('jobs', 'x'), ['jobs', ['x']]);
  assert.deepEqual(nameOf('--json', 'org', 'show', 'x'), ['org show', ['--json', 'x']]);
  assert.deepEqual(nameOf('org', '--json'), ['org']);
  assert.deepEqual(nameOf('--help'), []);
});

test('options have their types, and missing ones are null, empty or false', () => {
  const jobs = COMMANDS[0] as Command;
  const { words, options, isJson } = readArguments(jobs, ['a', '--org=X Y', '--kind', '1', '--kind', '2', '--json']);
  assert.deepEqual([words, options, isJson], [['a'], { org: 'X Y', kind: ['1', '2'], yes: false }, true]);
  assert.deepEqual(readArguments(jobs, ['a']).options, { org: null, kind: [], yes: false });
  assert.deepEqual(readArguments(jobs, ['--', '--yes']).words, ['--yes'], 'after -- all is words');
  assert.equal(readArguments(jobs, ['a', '--org=--odd']).options['org'], '--odd');
});

const WRONG: [what: string, args: string[], sentence: RegExp][] = [
  ['no words', [], /Usage: depono jobs WORD/],
  ['too many', ['a', 'b', 'c'], /Unexpected argument "c"/],
  ['an option that looks like a property of objects', ['a', '--constructor'], /no option --constructor/],
  ['a short option', ['a', '-x'], /no option -x/],
  ['the next option for a value', ['a', '--org', '--yes'], /--org needs a value: --org ORG/],
];
for (const [what, args, sentence] of WRONG) {
  test(`refused: ${what}`, () => {
    assert.throws(() => readArguments(COMMANDS[0] as Command, args), { code: 2, message: sentence });
  });
}
