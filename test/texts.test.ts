import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'depono-texts-'));
after(() => rmSync(scratch, { recursive: true }));

/** Files that name the languages and have no texts. */
const WITHOUT_TEXTS = new Set([
  'cli/commands/member.ts',
  'domain/values/countries.ts',
  'operator/providers/provider-inputs.ts',
  'operator/providers/provider-views.ts',
  'reference/document/partner-examples.ts',
]);

/** A test runs in a process that has loaded the service already, so the page is written by another one. */
const page = ((): string => {
  const file = join(scratch, 'texts.html');
  execFileSync(process.execPath, [join(root, 'scripts', 'texts.ts'), file], { encoding: 'utf8' });
  return readFileSync(file, 'utf8');
})();
const titles = [...page.matchAll(/<h2 id="s[0-9]+">(.*?)<\/h2>/g)].map(([, title = '']) => title.split(' · ')[0]);

test('npm run texts lists every module that has texts in the languages', () => {
  const missing = globSync('**/*.ts', { cwd: join(root, 'src') })
    .filter((file) => !file.endsWith('.test.ts') && !WITHOUT_TEXTS.has(file))
    .filter((file) => /^\s*fr[:,]|[{,]\s*fr\s*[:,}]/m.test(readFileSync(join(root, 'src', file), 'utf8')))
    .filter((file) => !isListed(file));
  assert.deepEqual(missing, []);
});

/** In the page by itself, one language of a folder that is, or nothing but `{ de, fr, it, en }` of such a folder. */
function isListed(file: string): boolean {
  if (titles.includes(file) || titles.includes(dirname(file))) return true;
  const text = readFileSync(join(root, 'src', file), 'utf8');
  return [...text.matchAll(/from '(\.[^']+)\/de\.ts'/g)].some(([, folder = '']) =>
    titles.includes(join(dirname(file), folder)),
  );
}

test('every text is there in all four languages', () => {
  const rows = [...page.matchAll(/<tr><th>(.*?)<\/th>(.*?)<\/tr>/gs)].filter(([, key]) => key !== 'key');
  assert.ok(rows.length > 2000, String(rows.length));
  const cells = /^(?:<td lang="(?:de|fr|it|en)">(?:<p>[^]*?<\/p>)+<\/td>){4}$/;
  assert.deepEqual(
    rows.filter(([, , row = '']) => !cells.test(row)).map(([, key]) => key),
    [],
  );
});

test('texts with parameters are shown with samples, in singular and plural', () => {
  const text = page.replaceAll('\u00a0', ' ');
  for (const said of [
    '<p>Bitte zahlen Sie CHF 1’980.00 ein</p>',
    '<p>Zahlbar bis 2026-12-31</p>',
    '<p>Locataire</p>',
    '<p>Locataires</p>',
    ' : votre code est',
  ]) {
    assert.ok(text.includes(said), said);
  }
});

test('all files of one language are in the page', () => {
  const folders = globSync('**/de.ts', { cwd: join(root, 'src') }).map((file) => dirname(file));
  assert.deepEqual(
    folders.filter((folder) => !titles.includes(folder)),
    [],
  );
  assert.ok(folders.every((folder) => basename(folder) !== ''));
});

/** What readers of a language would mark at once. */
const RULES: readonly [rule: string, language: string, wrong: RegExp][] = [
  ['French has a space that does not break before : ; ? ! »', 'fr', /[^\s\u00a0;][:;?!»](?=\s|<)|[ \u202f][:;?!»]/],
  ['French has a space that does not break after «', 'fr', /«(?!\u00a0)/],
  ['Swiss German has no ß', 'de', /ß/],
  ['Italian writes lei and suo small', 'it', /(?<=[a-zàèéìòù,;:] )(?:Suo|Sua|Suoi|Sue|Lei)\b/],
  ['German has one word for whoever rents', 'de', /Mieter\/in|Mieterinnen und Mieter|Eigentümer/],
  ['amounts have a Swiss apostrophe', 'de', /[0-9]'[0-9]/],
];

/** Messages to partners and examples of them are lines of a program's answer, with plain spaces. */
const withoutMessages = page.replace(
  /<h2 id="s[0-9]+">(?:domain\/messages|reference\/document\/)[^<]*<\/h2>.*?<\/table>/gs,
  '',
);

for (const [rule, language, wrong] of RULES) {
  test(`texts: ${rule}`, () => {
    const cells = [...withoutMessages.matchAll(new RegExp(`<td lang="${language}">(.*?)</td>`, 'gs'))].map(
      ([, cell = '']) =>
        // An example of lines to type in, and addresses of pages, are not sentences.
        cell.replaceAll(/&(?:lt|gt|amp|quot);|IBAN;[^.]*|7; L-100|https?:/g, ''),
    );
    assert.deepEqual(
      cells.filter((cell) => wrong.test(cell)),
      [],
    );
  });
}

/** Phrases that reviewers did not understand, or understood as something else. */
const NEVER = [
  'Bestätigung des Rückzugs',
  'Internetadresse',
  'bei jedem Schritt per E-Mail',
  'Bitte schauen Sie noch einmal hin',
  'von selbst beauftragt',
  'Diesen Link kennen wir nicht',
  'Confirmation du retrait',
  'adresse internet',
  'est reprise',
  'Personne autorisée à signer',
  'Fondement',
  'finché entrambe le parti convengono',
  'indirizzo internet',
  'Conferma del ritiro',
  'Prego scegliere',
  'at law',
  'no longer good',
  'is good for',
  'by itself',
  'Withdraw for good',
  'as far as there are no claims',
  'goes nowhere until',
];

test('texts: no phrase that reviewers marked', () => {
  assert.deepEqual(
    NEVER.filter((phrase) => page.includes(phrase)),
    [],
  );
});
