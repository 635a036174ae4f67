import { doOrAsk } from '../../actions/approvals/ask.ts';
import { recordChange, together } from '../../actions/audit.ts';
import { readHold, setHold } from '../../storage/money/bank-hold.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';

const bankHold = command({
  name: 'bank hold',
  role: 'clerk',
  summary: 'Stop writing payment files until they are released',
  usage: 'WHY',
  about:
    'Run it before the service starts on a database that was restored without `depono restore` (from a dump, a snapshot\n' +
    'or a copy of the folder): orders sent to the bank since then are open again and would be paid twice. Bank files are\n' +
    'still imported. A standby that takes over sets the hold by itself. End it with `depono bank release`.',
  words: [1, 1],
  examples: ['depono bank hold "restored from the snapshot of 14 November"'],
  options: {},
  run: async ({ output, services, author }, { words: [why = ''] }) => {
    if (why.trim() === '') throw wrongCall('Missing reason. Usage: depono bank hold WHY');
    const all = await services();
    const replaced = await together(all, async (inside) => {
      const before = await readHold(inside.database);
      await setHold(inside.database, why.trim());
      await recordChange(inside, await author(), { verb: 'hold', thing: 'payment files', about: { why: why.trim() } });
      return before?.why ?? null;
    });
    output.show({ held: true, why: why.trim(), replaced }, () =>
      [
        ...(replaced === null ? [] : [`They were on hold already: ${replaced}.`]),
        'Payment files are on hold. To release them: depono bank release',
      ].join('\n'),
    );
    return 0;
  },
});

const bankRelease = command({
  name: 'bank release',
  role: 'clerk',
  summary: 'Allow payment files again after a restore or a failover',
  usage: '[--yes]',
  about:
    'A restore puts payment files on hold, and so does a standby that takes over: an order sent to the bank meanwhile\n' +
    'may be open again and would be paid twice. First import all bank files up to now, and compare the open orders with\n' +
    'what the bank has executed. With FOUR_EYES it waits for a second person.',
  words: [0, 0],
  examples: ['depono bank release', 'depono bank release --yes --json'],
  options: { yes: { type: 'flag', about: 'release without asking' } },
  run: async ({ output, input, services, acting, author }, { options: { yes } }) => {
    const all = await services();
    const hold = await readHold(all.database);
    if (hold === null) {
      output.show({ released: false }, () => 'Payment files are not on hold.');
      return 0;
    }
    const { since, why } = hold;
    if (!yes) {
      output.say(`Payment files have been on hold since ${since.toISOString()}: ${why}.`);
      if (!input.canAsk || output.isJson) {
        throw refuseCommand(
          'Payment files are still on hold. Once the open orders are compared with the bank, add --yes.',
        );
      }
      const question = 'Have you imported all bank files up to now, and checked that no open order was already paid?';
      if (!(await input.confirm(question))) throw refuseCommand('Payment files are still on hold.');
    }
    const by = await acting();
    const approvalId = await together(all, async (inside) => {
      const asked = await doOrAsk(inside, by, 'release_bank', {});
      const about = { since: since.toISOString(), why };
      if (asked.approvalId !== null) await recordAsked(inside, await author(), { approvalId: asked.approvalId });
      else await recordChange(inside, await author(), { verb: 'release', thing: 'payment files', about });
      return asked.approvalId;
    });
    if (approvalId !== null) output.show({ approvalId }, () => waitsInWords(approvalId));
    else output.show({ released: true }, () => 'Payment files are released.');
    return 0;
  },
});

export const bankHoldCommands: readonly Command[] = [bankHold, bankRelease];
