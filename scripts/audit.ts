import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readAudit } from './read-audit.ts';

// npm run audit: whether something is known against a package that we use. Ends with 1 if so. Where the registry keeps no
// advisories or cannot be reached, it says so and ends with 0: nothing was found out either way.

const npm = process.env['npm_execpath'];
const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
const { stdout } = spawnSync(command, [...first, 'audit', '--json', '--fetch-retries=0'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  timeout: 60_000,
});
const audit = readAudit(stdout ?? '');
switch (audit.is) {
  case 'clean':
    console.log('Nothing is known against any package.');
    break;
  case 'known':
    console.log(audit.lines.join('\n'));
    process.exitCode = 1;
    break;
  case 'not_offered':
    console.log(`Not offered: ${audit.why}. Nothing was found out either way.`);
    break;
  case 'failed':
    console.error(`npm audit failed: ${audit.why}`);
    process.exitCode = 2;
    break;
}
