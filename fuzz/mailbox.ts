import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Play } from '../test/support/play.ts';
import { Random } from './random.ts';
import { bouncedMail } from './readers/bounces.ts';

const LONGEST_WAIT_MS = 900_000;

/**
 * Puts mails that came back into the folder of the running service. Each is put away as read or refused; whose address
 * failed has it noted, and nobody else.
 */
export async function bounceMails(
  folder: string,
  deposits: readonly Play[],
  { count, seed }: { count: number; seed: number },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const [kept, ...others] = deposits;
  const failed = new Set<Play>();
  const faults: string[] = [];
  const states = new Map<string, boolean | null>();
  for (let number = 0; number < count; number++) {
    const random = new Random(seed, number);
    const play = others.length > 0 ? random.pick(others) : undefined;
    const { kind, mail, due } = bouncedMail(
      random,
      (play?.sent['tenantEmail'] as string | undefined) ?? 'weg@mail.example',
    );
    if (due === true && play !== undefined) failed.add(play);
    const name = `mail-${number}.eml`;
    states.set(name, kind === 'no notification' ? false : due === null ? null : true);
    writeFileSync(join(folder, `.${name}`), mail);
    renameSync(join(folder, `.${name}`), join(folder, name));
  }
  const until = Date.now() + LONGEST_WAIT_MS;
  const isThere = (): boolean => readdirSync(folder).some((name) => name.endsWith('.eml') && !name.startsWith('.'));
  while (isThere() && Date.now() < until) await wait(500);
  if (isThere()) faults.push('mails are left lying in the folder');
  for (const [name, isRead] of states) {
    const where = ['done', 'refused'].filter((state) => existsSync(join(folder, state, name)));
    const isDue = isRead === null ? where.length === 1 : where.join() === (isRead ? 'done' : 'refused');
    if (!isDue) faults.push(`${name} is in ${where.join() || 'no folder'}`);
  }
  for (const play of failed) if (!(await isNoted(play))) faults.push('an address failed, and it is not noted');
  if (kept !== undefined && (await isNoted(kept))) faults.push('an address is noted that no mail names');
  return faults;
}

async function isNoted(play: Play): Promise<boolean> {
  const { tenants } = await play.record();
  return tenants[0].emailBounced !== null;
}
