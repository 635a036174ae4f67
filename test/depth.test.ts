import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OF_NO_DATABASE } from '../scripts/test-files.ts';

// Nothing is left out by `npm test` and `npm run test:deep` together.

const root = join(import.meta.dirname, '..');
const files = [...globSync('test/**/*.test.ts', { cwd: root }), ...globSync('src/**/*.test.ts', { cwd: root })];
/** Files whose quick tests `npm run test:deep` does not repeat. */
const once = files
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /^import \{[^}]*\btest\b[^}]*\} from '[^']*\/depth\.ts';$/m.test(text));

test('the list of files that do not depend on PostgreSQL has no file that is gone', () => {
  for (const file of OF_NO_DATABASE) assert.ok(existsSync(join(root, file)), file);
});

test('only such files, and those that use no database server at all, are not repeated on the second one', () => {
  assert.ok(once.length > 15);
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
