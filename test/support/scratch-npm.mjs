// Stands in for npm in tests of installations: `ci` links or copies the packages that this project has installed, without the
// registry. SCRATCH_PROJECT is the project; SCRATCH_HANG makes it wait instead.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { SCRATCH_PROJECT: project, SCRATCH_HANG: hangs } = process.env;
if (hangs) await new Promise((done) => setTimeout(done, 600_000));
const here = process.cwd();
const part = ['runtime/node', 'runtime/postgres'].find((name) => here.endsWith(name)) ?? '';
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
  const isTop = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path);
  // The programs of a runtime folder are optional: one for each platform.
  if (!isTop || dev || devOptional || (optional && part === '')) continue;
  const from = join(project, part, path);
  if (!existsSync(from)) continue;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  place(from, path);
}
const programs = join(project, part, 'node_modules', '.bin');
if (part === 'runtime/node' && existsSync(programs)) execFileSync('cp', ['-a', programs, 'node_modules/.bin']);

/** Links cannot lead to another file system. */
function place(from, path) {
  const isSame = statSync(from).dev === statSync(dirname(path)).dev;
  execFileSync('cp', [isSame ? '-al' : '-a', from, path]);
}
