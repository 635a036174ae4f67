import { noteBounces } from '../actions/bounces/note-bounce.ts';
import type { Services } from '../actions/services.ts';
import { openMailFolder, type MailFolder } from '../files/mail-folder.ts';
import { readDeliveryReport, type FailedRecipient } from '../mail/delivery-report.ts';
import { startLoop, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 5_000;
/** A notification repeats the mail, which has at most a few attachments of ours. */
const LARGEST_REPORT = 20_000_000;

/** Reads the mails that came back from a folder into which the mail server puts them. */
export function startBounces(
  services: Services,
  { folder, log }: { folder: string; log: (error: unknown, what: string) => void },
): Loop {
  const mails = openMailFolder(folder);
  return startLoop({
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: 0,
    round: async () => {
      for (const path of mails.incoming()) {
        // One that fails now is tried again in the next round; it does not stop the others.
        await readOne(services, mails, path).catch((error: unknown) => log(error, 'a bounced mail could not be read'));
      }
    },
    onError: (error) => log(error, 'the bounced mails could not be read'),
  });
}

/** It is put away once all is noted: a process that dies before repeats it, which changes nothing. */
async function readOne(services: Services, mails: MailFolder, path: string): Promise<void> {
  const raw = mails.read(path, LARGEST_REPORT);
  if (raw === null) return mails.putAway(path, `It is no file of at most ${LARGEST_REPORT / 1_000_000} MB.`);
  const failed = await reportIn(raw);
  if (typeof failed === 'string') return mails.putAway(path, failed);
  for (const one of failed) await noteBounces(services, one);
  mails.putAway(path, null);
}

/** A text: why it is none. */
async function reportIn(raw: Buffer): Promise<FailedRecipient[] | string> {
  try {
    return (await readDeliveryReport(raw)) ?? 'It is no delivery status notification (RFC 3464).';
  } catch (error) {
    return `It cannot be read: ${error instanceof Error ? error.message : 'unknown'}`;
  }
}
