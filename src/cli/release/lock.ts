import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refuseCommand } from '../command.ts';
import type { Home } from './home.ts';

/**
 * One command at a time changes an installation. Each creates a file that names its process, and then looks for others:
 * of two, at least the later one sees the other and withdraws. The file of a process that has ended counts for nothing
 * and anyone may remove it: no other process ever has the same name, so nothing can be removed by mistake.
 */
export async function alone<T>(home: Home, work: () => Promise<T>): Promise<T> {
  return hold(home, work, (other) => {
    throw refuseCommand(
      `Another release command is running (process ${other}). Nothing was changed. Try again when it has ended.`,
    );
  });
}

/** The same, but waits for the other command. */
export async function afterOthers<T>(home: Home, say: (words: string) => void, work: () => Promise<T>): Promise<T> {
  let hasSaid = false;
  return hold(home, work, (other) => {
    if (!hasSaid) say(`Waiting for another release command (process ${other}) …`);
    hasSaid = true;
  });
}

/** A process that works for this command. If this command is killed, others wait for that one. */
export function holdFor(home: Home, pid: number): () => void {
  return claim(home, pid);
}

/** Two commands that start at the same moment both withdraw; one of them is the first next time. */
const TRIES = 5;
const PAUSE_MS = 100;

async function hold<T>(home: Home, work: () => Promise<T>, onBusy: (other: number) => void): Promise<T> {
  // Without an installation there is nothing to change.
  if (!existsSync(home.root)) return work();
  for (let tries = 1; ; tries++) {
    // Looks first: a command that only waits blocks no one.
    let other = otherIn(home, null);
    if (other === null) {
      const release = claim(home, process.pid);
      try {
        other = otherIn(home, release.file);
        if (other === null) return await work();
      } finally {
        release();
      }
    }
    if (tries >= TRIES) onBusy(other);
    await wait(PAUSE_MS * (0.5 + Math.random()));
  }
}

const CLAIM = /^\.lock-(\d+)-(\d+)-\d+$/;
let claims = 0;

function claim({ root }: Home, pid: number): (() => void) & { file: string } {
  const file = `.lock-${pid}-${statusOf(pid)?.start ?? 0}-${++claims}`;
  closeSync(openSync(join(root, file), 'wx', 0o644));
  return Object.assign(() => rmSync(join(root, file), { force: true }), { file });
}

/** The process of another claim, or null. Removes what killed commands have left. */
function otherIn({ root }: Home, own: string | null): number | null {
  let found: number | null = null;
  for (const name of readdirSync(root)) {
    const [, pid, start] = CLAIM.exec(name) ?? [];
    if (pid === undefined || name === own) continue;
    if (isRunning(Number(pid), Number(start))) found = Number(pid);
    else rmSync(join(root, name), { force: true });
  }
  return found;
}

/** The start tells a process from a later one with the same number. */
function isRunning(pid: number, start: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs.
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  const now = statusOf(pid);
  if (now === null) return true;
  return !now.hasEnded && (start === 0 || now.start === start);
}

/** The start is in ticks since the machine was started. Null where the system does not tell. */
function statusOf(pid: number): { hasEnded: boolean; start: number } | null {
  try {
    // After the name of the program, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { hasEnded: fields[0] === 'Z' || fields[0] === 'X', start: Number(fields[19]) };
  } catch {
    return null;
  }
}
