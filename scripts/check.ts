import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { wrongImports } from './check-imports.ts';

const root = join(import.meta.dirname, '..');
const isFixing = process.argv.includes('--fix');

const tools: [name: string, command: string, args: string[]][] = [
  ['format', 'oxfmt', isFixing ? ['.'] : ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', ...(isFixing ? ['--fix'] : [])]],
  ['types', 'tsc', []],
];

let failed = 0;
for (const [name, command, args] of tools) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    encoding: 'utf8',
  });
  report(name, status === 0 ? [] : [`${stdout}${stderr}`.trim()]);
}
report('imports', wrongImports(root));
process.exitCode = failed > 0 ? 1 : 0;

function report(name: string, faults: readonly string[]): void {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (faults.length === 0) return;
  failed++;
  console.log(faults.join('\n'));
  if (name === 'format') console.log('Mend it with: npm run format');
}
