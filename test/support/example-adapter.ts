import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'partner');

/** A text of the example that is replaced by another one. */
export type Planted = { file: string; find: string; replace: string };

export type ExampleAdapter = {
  printed: () => string;
  /** What its list of tenancies has from now on. */
  list: (tenancies: readonly unknown[]) => void;
  stop: () => Promise<void>;
};

/** The example adapter as a process of its own, from a copy of its folder, with the faults that are planted there. */
export async function startExample(
  env: Record<string, string>,
  planted: readonly Planted[] = [],
): Promise<ExampleAdapter> {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'adapter-'));
  cpSync(EXAMPLE, folder, { recursive: true });
  for (const { file, find, replace } of planted) {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(find);
    assert.equal(parts.length, 2, `once in ${file}: ${find}`);
    writeFileSync(path, parts.join(replace));
  }
  const list = (tenancies: readonly unknown[]): void =>
    writeFileSync(join(folder, 'tenancies.json'), JSON.stringify(tenancies));
  list([]);
  const child = spawn(process.execPath, [join(folder, 'main.ts')], { cwd: folder, env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const ended = new Promise((done) => child.on('close', done));
  return {
    printed: () => printed,
    list,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tenancies of the example's own list. */
export function exampleTenancies(): any[] {
  return JSON.parse(readFileSync(join(EXAMPLE, 'tenancies.json'), 'utf8'));
}
