import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wrongExports } from './check-exports.ts';
import { layerTable, wrongImports } from './check-imports.ts';
import { unsafeMigrations } from './check-migrations.ts';
import { longFiles } from './check-size.ts';
import { unclearWords } from './check-words.ts';

// npm run check: every check that needs no running service, in seconds. npm run format fixes what can be fixed.
//   format   oxfmt
//   lint     oxlint with types; functions of at most 70 lines, no import cycle
//   types    tsc
//   imports  who may import whom, and the same table in ARCHITECTURE.md
//   exports  every export of src is imported somewhere, and each name has one home
//   migrations  old and new code can share the schema (CONTRIBUTING.md)
//   words    plain words (scripts/check-words.ts)
//   size     files of at most 300 lines, folders of at most 24 files

const root = join(import.meta.dirname, '..');
const isFixing = process.argv.includes('--fix');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && isThere(file));

const checks: [name: string, faults: Promise<string[]> | string[]][] = [
  ['format', run('oxfmt', isFixing ? ['.'] : ['--check', '.'])],
  ['lint', run('oxlint', ['--type-aware', ...(isFixing ? ['--fix'] : [])])],
  ['types', run('tsc', [])],
  ['imports', [...wrongImports(root), ...outdatedTable()]],
  ['exports', wrongExports(root, files)],
  ['migrations', unsafeMigrations(root, files)],
  ['words', unclearWords(root, files)],
  ['size', longFiles(root, files)],
];
for (const [name, pending] of checks) {
  const faults = await pending;
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (faults.length === 0) continue;
  process.exitCode = 1;
  console.log(faults.join('\n'));
  if (name === 'format') console.log('Fix it with: npm run format');
}

function run(command: string, args: string[]): Promise<string[]> {
  const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((done) => child.on('close', (code) => done(code === 0 ? [] : [output.trim()])));
}

function outdatedTable(): string[] {
  const file = join(root, 'ARCHITECTURE.md');
  const text = readFileSync(file, 'utf8');
  const current = text.replace(/(<!-- layers -->\n)[^]*?(<!-- \/layers -->)/, `$1\n${layerTable()}\n\n$2`);
  if (current === text) return [];
  if (!isFixing) return ['The table in ARCHITECTURE.md is out of date. Update it with: npm run format'];
  writeFileSync(file, current);
  return [];
}

function isThere(file: string): boolean {
  try {
    readFileSync(join(root, file));
    return true;
  } catch {
    return false;
  }
}
