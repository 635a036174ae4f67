import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { IN_DEPTH_ONLY, OF_NO_DATABASE } from '../scripts/test-files.ts';

// Nothing is left out by `npm test` and `npm run test:deep` together.

const root = join(import.meta.dirname, '..');
const files = [...globSync('test/**/*.test.ts', { cwd: root }), ...globSync('src/**/*.test.ts', { cwd: root })];
/** Files whose quick tests `npm run test:deep` does not repeat. */
const once = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /^import \{[^}]*\btest\b[^}]*\} from '[^']*\/depth\.ts';$/m.test(text));

test('the lists of files have none that is gone', () => {
  for (const file of [...OF_NO_DATABASE, ...IN_DEPTH_ONLY]) assert.ok(existsSync(join(root, file)), file);
});

test('a file that only `npm run test:deep` runs leaves out nothing there', () => {
  for (const { file } of once) assert.ok(!IN_DEPTH_ONLY.has(file), `${file} imports test from depth.ts`);
});

test('only such files, and those that use no database server at all, are not repeated on the second one', () => {
  assert.ok(once.length > 5);
  for (const { file } of once) {
    assert.ok(OF_NO_DATABASE.has(file) || !/^test\/[^/]+$/.test(file), file);
  }
});

test('what has more to do in depth is marked, and so runs there', () => {
  for (const { file, text } of once) {
    const body = text.replaceAll(/^import .*$/gm, '');
    if (/\b(?:runCount|isDeep)\b/.test(body)) assert.match(body, /\b(?:DEEPER|IN_DEPTH)\b/, file);
    else assert.match(body, /\bIN_DEPTH\b/, `${file} has nothing to do in depth`);
  }
});
