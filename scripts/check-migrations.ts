import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Old and new processes run side by side during an upgrade, and after a rollback: see CONTRIBUTING.md, "Migrations".

/** Older migrations were written before these rules, and applied migrations never change. */
const FIRST_CHECKED = 22;
const FOLDER = 'src/storage/migrations/';

const WORKS_FROM = /^-- works with code from: (\d{4})$/m;
/** Processes of versions before this one must be gone before it is applied. */
const NEEDS_GONE = /^-- needs gone: versions before \d+\.\d+\.\d+$/m;
/** Why a lock on a table in use does no harm: `-- locks: settings has few rows`. */
const LOCKS = /^\s*-- locks: \S/m;

type Rule = { pattern: RegExp; says: string; isAllowedOn?: 'new table' };

/** What breaks processes that know only the schema before. */
const BREAKING: readonly Rule[] = [
  { pattern: /\bdrop\s+(?:column|table|view|type)\b/, says: 'drops what older code may read' },
  { pattern: /\brename\b/, says: 'renames: add the new name, and drop the old one in a later version' },
  { pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, says: 'changes the type of a column' },
  { pattern: /\bset\s+not\s+null\b/, says: 'sets NOT NULL: older code may still write null', isAllowedOn: 'new table' },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b)\w+\s[^,;]*\bnot\s+null\b(?![^,;]*\b(?:default|generated)\b)(?<!\bdefault\b[^,;]*)/,
    says: 'adds a NOT NULL column without a default: older code cannot insert',
    isAllowedOn: 'new table',
  },
  { pattern: /\btruncate\b/, says: 'removes all rows' },
];

/** What holds a lock for as long as the table is large. */
const LOCKING: readonly Rule[] = [
  {
    pattern: /\bcreate\s+(?:unique\s+)?index\b/,
    says: 'creates an index: writes wait for it',
    isAllowedOn: 'new table',
  },
  {
    pattern: /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/,
    says: 'adds a constraint that reads the whole table under a lock; add it NOT VALID',
    isAllowedOn: 'new table',
  },
  {
    pattern: /^\s*(?:update|delete\s+from)\b/,
    says: 'changes many rows in one transaction: fill in batches, after the migration',
    isAllowedOn: 'new table',
  },
];

export function unsafeMigrations(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => file.startsWith(FOLDER) && file.endsWith('.sql'))
    .filter((file) => Number(basename(file).slice(0, 4)) >= FIRST_CHECKED)
    .flatMap((file) => faultsOf(basename(file), readFileSync(join(root, file), 'utf8')));
}

export function faultsOf(name: string, text: string): string[] {
  const number = Number(name.slice(0, 4));
  const head = text.split('\n').slice(0, 5).join('\n');
  const from = WORKS_FROM.exec(head)?.[1];
  if (from === undefined) return [`${name} does not say in its first lines: -- works with code from: NNNN`];
  if (Number(from) > number) return [`${name} works with code from ${from}, which is newer than itself`];
  const isBreaking = NEEDS_GONE.test(head);
  const created = new Set(
    [...bare(text).matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, table]) => table),
  );
  return statementsOf(text).flatMap((statement) => {
    const sql = bare(statement);
    const table = /\b(?:alter\s+table(?:\s+if\s+exists)?(?:\s+only)?|\bon|update|delete\s+from)\s+(\w+)/.exec(sql)?.[1];
    const applies = ({ pattern, isAllowedOn }: Rule): boolean =>
      pattern.test(sql) && !(isAllowedOn === 'new table' && created.has(table));
    const breaking = isBreaking ? [] : BREAKING.filter(applies);
    const locking = LOCKS.test(statement) ? [] : LOCKING.filter(applies);
    return [
      ...breaking.map(
        ({ says }) => `${name} ${says}. If all older versions are gone: -- needs gone: versions before X.Y.Z`,
      ),
      ...locking.map(({ says }) => `${name} ${says}. If it does no harm, say why: -- locks: …`),
    ];
  });
}

/** A comment, a text, the body of a function, or one character. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|\$\$[^]*?\$\$|[^]/g;

/** With their comments. */
function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') statements.push('');
    else statements[statements.length - 1] += token;
  }
  return statements;
}

/** In lower case, without comments, texts and the bodies of functions. */
function bare(sql: string): string {
  const isBlock = /\bdo\s+\$\$/i.test(sql);
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(isBlock ? /(?!)/g : /\$\$[^]*?\$\$/g, '')
    .toLowerCase();
}
