import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../src/cli/commands.ts';
import { HOLDINGS_WORDS } from '../src/manager/holdings/words.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const guides = ['', 'partner/'].flatMap((folder) =>
  readdirSync(join(ROOT, 'docs', folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`),
);

/** As GitHub makes them of headings. */
function anchorsOf(markdown: string): Set<string> {
  const text = markdown.replaceAll(/^```[^]*?^```/gm, '');
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

for (const guide of guides) {
  test(`the links of docs/${guide} lead to files and headings that exist`, () => {
    for (const [link, target = ''] of read(`docs/${guide}`).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:|^mailto:|^\//.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? guide : posix.join(posix.dirname(guide), file);
      assert.ok(existsSync(join(ROOT, 'docs', path)), `${guide}: ${link}`);
      if (anchor !== undefined) assert.ok(anchorsOf(read(`docs/${path}`)).has(anchor), `${guide}: ${link}`);
    }
  });
}

test('the money guide names commands and words of the console that exist', () => {
  const guide = read('docs/money-guide.md');
  const named = [...guide.matchAll(/`depono ([a-z-]+(?: [a-z-]+)?)/g)].map(([, name = '']) =>
    name.replace(/ -.*$/, ''),
  );
  assert.ok(named.length > 5);
  for (const name of named)
    assert.ok(
      COMMANDS.some((one) => one.name === name),
      `depono ${name}`,
    );
  const console = readdirSync(join(ROOT, 'src/operator/console'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join('src/operator/console', file)))
    .join('\n');
  for (const [, words = ''] of guide.matchAll(/“([^”]+)”/g)) assert.ok(console.includes(words), words);
});

test('the property manager’s guide uses the words of the pages', () => {
  const guide = read('docs/manager-guide.md');
  const { de, en } = HOLDINGS_WORDS;
  for (const words of [`“${en.title}” (*${de.title}*)`, `*${de.files}*`]) assert.ok(guide.includes(words), words);
});
