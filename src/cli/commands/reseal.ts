import { recordChange } from '../../actions/audit.ts';
import { renewObjects } from '../../actions/documents/renew-objects.ts';
import { resealAll } from '../../storage/data-protection/reseal.ts';
import { rowsShown } from '../backup/progress.ts';
import { command } from '../command.ts';

export const resealCommand = command({
  name: 'key reseal',
  role: 'admin',
  summary: 'Encrypt again everything that was encrypted with an older SECRET_KEY',
  usage: '',
  about: `Run it after changing SECRET_KEY, with the previous key in SECRET_KEYS_OLD. It covers callback secrets, queued mails
and documents, payloads of refused calls and of the request log, and documents in the object store. The service may be running, with the same settings.
It can be interrupted and repeated at any time. Once it finds nothing left to encrypt again, remove the old key.

Exit code 1 when something cannot be decrypted with any of the keys: it is left unchanged.`,
  words: [0, 0],
  examples: ['depono key reseal', 'depono key reseal --json'],
  options: {},
  run: async ({ output, services, untilInterrupted, author }) => {
    const stop = untilInterrupted();
    const all = await services();
    const progress = output.progress('rows');
    const watching = { onRows: rowsShown(progress), isStopped: () => stop.aborted };
    const { looked, resealed, unreadable } = await resealAll(all.database, all.vault, watching)
      .then((sum) => renewObjects(all, sum, watching))
      .finally(progress.end);
    if (resealed > 0) {
      const changes = { resealed: { to: resealed } };
      await recordChange(all, await author(), { verb: 'reseal', thing: 'secrets', changes });
    }
    const isWhole = !stop.aborted;
    output.show({ looked, resealed, unreadable, complete: isWhole }, () =>
      [
        `${looked} checked, ${resealed} encrypted again with SECRET_KEY.`,
        unreadable > 0 ? `${unreadable} cannot be decrypted with any of the keys and are left unchanged.` : '',
        isWhole ? '' : 'Interrupted. Run it again to continue.',
      ]
        .filter((line) => line !== '')
        .join('\n'),
    );
    return isWhole && unreadable === 0 ? 0 : 1;
  },
});
