import { join } from 'node:path';
import { makeLetter, noteDueLetter } from '../actions/letters/make-letter.ts';
import type { Services } from '../actions/services.ts';
import { renderLetter } from '../documents/letter/letter.ts';
import type { LetterNote } from '../domain/digest/queued-notes.ts';
import { makeFolder, writeWhole } from '../files/write-whole.ts';
import { serviceNow } from '../storage/database/clock.ts';
import { findDeposit } from '../storage/deposits/deposits.ts';
import { findOrganization } from '../storage/set-up/organizations.ts';
import type { Task } from '../storage/effects/effects.ts';

export type LetterSettings = {
  services: Services;
  /** Null: no print service, so managers print the letters. */
  lettersDir: string | null;
  baseUrl: () => string;
};

/**
 * A letter is due. With a print service it is written under the id of the effect before it counts as made: a process that
 * dies in between writes the same file once more.
 */
export async function handleLetter(
  { services, lettersDir, baseUrl }: LetterSettings,
  { id, depositId, organizationId, createdAt: causedAt }: Task,
  { tenant, token }: LetterNote,
): Promise<void> {
  if (depositId === null) throw new Error('the letter has no deposit');
  const location = { organizationId, depositId };
  if (!(await noteDueLetter(services, location, { tenant, causedAt })) || lettersDir === null) return;
  const deposit = await findDeposit(services.database, depositId);
  const organization = deposit === null ? null : await findOrganization(services.database, deposit.organizationId);
  if (deposit === null || organization === null) return;
  const at = await serviceNow(services.database);
  const pdf = await renderLetter({ deposit, organization, tenant, link: `${baseUrl()}/t/${token}`, at });
  makeFolder(lettersDir);
  writeWhole(join(lettersDir, `${id}.pdf`), pdf, 0o640);
  await makeLetter(services, location, { tenant, way: 'folder', token: null });
}
