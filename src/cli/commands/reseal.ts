import { commandLine, recordChange } from '../../actions/audit.ts';
import { resealAll } from '../../storage/data-protection/reseal.ts';
import { rowsShown } from '../backup/progress.ts';
import { command } from '../command.ts';

export const resealCommand = command({
  name: 'key reseal',
  summary: 'Seal everything anew that an older SECRET_KEY has sealed',
  usage: '',
  about: `After a change of SECRET_KEY, with the key of before in SECRET_KEYS_OLD: callback secrets, queued mails and documents,
payloads of refused calls and of the request log. The service may run meanwhile, with the same settings. It can be cut
off and repeated at any time; once it says that nothing is left, the old key is of no more use to it.

Ends with 1 where something is sealed with neither: it stays as it is.`,
  words: [0, 0],
  examples: ['depono key reseal', 'depono key reseal --json'],
  options: {},
  run: async ({ output, services, untilInterrupted }) => {
    const stop = untilInterrupted();
    const all = await services();
    const progress = output.progress('rows');
    const { looked, resealed, unreadable } = await resealAll(all.database, all.vault, {
      onRows: rowsShown(progress),
      isStopped: () => stop.aborted,
    }).finally(progress.end);
    if (resealed > 0) {
      const changes = { resealed: { to: resealed } };
      await recordChange(all, commandLine(), { verb: 'reseal', thing: 'secrets', changes });
    }
    const isWhole = !stop.aborted;
    output.show({ looked, resealed, unreadable, complete: isWhole }, () =>
      [
        `${looked} looked at, ${resealed} sealed anew with SECRET_KEY.`,
        unreadable > 0 ? `${unreadable} can be opened with none of the keys, and stay as they are.` : '',
        isWhole ? '' : 'Cut off: call it again, and it goes on.',
      ]
        .filter((line) => line !== '')
        .join('\n'),
    );
    return isWhole && unreadable === 0 ? 0 : 1;
  },
});
