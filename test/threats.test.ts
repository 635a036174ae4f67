import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

type Threat = { section: string; kind: string; what: string; stops: string; shown: string };

const HEAD = '| Kind | What could happen | What stops it | Shown by |';
const threats: Threat[] = guide.split(/^### /m).flatMap((part) => {
  const [section = ''] = part.split('\n');
  const lines = part.split('\n');
  const start = lines.indexOf(HEAD);
  if (start < 0) return [];
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end < 0 ? rows.length : end).map((line) => {
    const [, kind = '', what = '', stops = '', shown = ''] = line
      .split(' | ')
      .join('|')
      .split('|')
      .map((cell) => cell.trim());
    return { section, kind, what, stops, shown };
  });
});

const filesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|scripts|packaging|docs)\/[^`]+)`/g)].map(([, file = '']) => file);
/** `file`: “name of a test”, “name of another”. */
const testsIn = (text: string): { file: string; name: string }[] =>
  [...text.matchAll(/`([^`]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );

/** The test names in a file, as written. */
function namesIn(file: string): Set<string> {
  const source = readFileSync(join(root, file), 'utf8');
  const calls = source.matchAll(/\b(?:test|describe|attack|trick)\(\s*(['`])((?:\\.|(?!\1).)*)\1/gs);
  return new Set([...calls].map(([, , name = '']) => name));
}

const KINDS = ['Spoofing', 'Tampering', 'Repudiation', 'Disclosure', 'Denial', 'Elevation'];

test('the threat model has threats of every kind at every border', () => {
  assert.ok(threats.length >= 50, `${threats.length} threats`);
  assert.deepEqual([...new Set(threats.map(({ kind }) => kind))].sort(), KINDS.toSorted());
  const borders = [...guide.matchAll(/^### (B\d+ .+)$/gm)].map(([, name = '']) => name);
  assert.ok(borders.length >= 7);
  assert.deepEqual([...new Set(threats.map(({ section }) => section))], borders);
});

describe('each threat names an existing file and an existing test:', () => {
  for (const { what, stops, shown } of threats) {
    test(what, () => {
      const files = filesIn(stops);
      assert.ok(files.length > 0, 'what stops it is in a file');
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
      const tests = testsIn(shown);
      assert.ok(tests.length > 0, 'a test shows it');
      for (const { file, name } of tests) {
        assert.ok(existsSync(join(root, file)), file);
        assert.ok(namesIn(file).has(name), `${file} has no test named “${name}”`);
      }
    });
  }
});

test('an unknown test name is detected', () => {
  assert.deepEqual(testsIn('`test/a.test.ts`: “one”, “two”; `test/b.test.ts`: “three”').length, 3);
  assert.ok(!namesIn('test/threats.test.ts').has('a name that nobody has given'));
  assert.ok(namesIn('test/threats.test.ts').has('an unknown test name is detected'));
});

test('every file named in the guide exists', () => {
  const files = filesIn(guide);
  assert.ok(files.length > 80);
  for (const file of files) assert.ok(existsSync(join(root, file)), file);
});
