import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The files of this project as they are now, without what git ignores, as a clone would have them. */
export function copyProject(into: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed.toString().split('\n');
  for (const file of files.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(root, file), join(into, file));
  }
}
