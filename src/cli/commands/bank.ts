import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { doOrAsk } from '../../actions/approvals/ask.ts';
import { intended, recordChange, together } from '../../actions/audit.ts';
import { exportOrders } from '../../actions/bank/export-orders.ts';
import { heldInWords } from '../../actions/bank/held-in-words.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import { readHold, setHold } from '../../storage/money/bank-hold.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';

const bankImport = command({
  name: 'bank import',
  role: 'clerk',
  summary: 'Import camt.053, camt.054 and pain.002 files from the bank',
  usage: 'FILE…',
  about:
    'Each statement entry is booked once, even if several files contain it: importing a file again changes nothing.\n' +
    'A file that cannot be read completely is refused, and nothing in it is booked.',
  words: [1, Infinity],
  examples: ['depono bank import statements/*.xml', 'depono bank import camt054.xml --json'],
  options: {},
  run: async ({ output, services, author }, { words: files }) => {
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) throw wrongCall(`File not found: ${missing.join(', ')}. Nothing was imported.`);
    const all = await services();
    let refused = 0;
    for (const file of files) {
      const { update, end } = output.progress(file);
      const change = { verb: 'import', thing: 'bank file', about: { file: basename(file) } };
      const report = await intended(all, await author(), change, async () => {
        const result = await importFile(all, file, update).finally(end);
        return { result, change: { ...change, about: { ...change.about, state: result.state } } };
      });
      if (report.state === 'refused') refused++;
      output.show({ file, ...report }, () => inWords(file, report));
    }
    return refused > 0 ? 1 : 0;
  },
});

const bankExport = command({
  name: 'bank export',
  role: 'clerk',
  summary: 'Write all payment orders that are ready to one payment file (pain.001)',
  usage: '',
  about:
    'The file is written to the folder out/ of BANK_EXCHANGE_DIR. No order is exported twice. After a restore\nnothing is exported before `depono bank release`.',
  words: [0, 0],
  examples: ['depono bank export', 'depono bank export --json'],
  options: {},
  run: async ({ output, services, author }) => {
    const all = await services();
    const change = { verb: 'write', thing: 'payment file' };
    const { run, hold } = await intended(all, await author(), change, async () => {
      const result = await exportOrders(all);
      return { result, change: result.run === null ? null : { ...change, about: { run: result.run.id } } };
    });
    if (hold !== null) throw refuseCommand(heldInWords(hold));
    output.show({ run }, () =>
      run === null
        ? 'No payment orders are ready.'
        : `${run.orders} ${run.orders === 1 ? 'payment' : 'payments'} in ${run.file}`,
    );
    return 0;
  },
});

const bankHold = command({
  name: 'bank hold',
  role: 'clerk',
  summary: 'Stop writing payment files until they are released',
  usage: 'WHY',
  about:
    'Run it before the service starts on a database that was restored without `depono restore` (from a dump, a\n' +
    'snapshot, a copy of the folder or a replica): orders sent to the bank since then are open again and would be paid\n' +
    'twice. Bank files are still imported. End the hold with `depono bank release`.',
  words: [1, 1],
  examples: ['depono bank hold "restored from the snapshot of 14 November"'],
  options: {},
  run: async ({ output, services, author }, { words: [why = ''] }) => {
    if (why.trim() === '') throw wrongCall('Missing reason. Usage: depono bank hold WHY');
    const all = await services();
    await together(all, async (inside) => {
      await setHold(inside.database, why.trim());
      await recordChange(inside, await author(), { verb: 'hold', thing: 'payment files', about: { why: why.trim() } });
    });
    output.show(
      { held: true, why: why.trim() },
      () => 'Payment files are on hold. To release them: depono bank release',
    );
    return 0;
  },
});

const bankRelease = command({
  name: 'bank release',
  role: 'clerk',
  summary: 'Allow payment files again after a restore',
  usage: '[--yes]',
  about:
    'A restore puts payment files on hold: an order sent to the bank after the backup is open again and would be paid\n' +
    'twice. First import all bank files since the backup, and compare the open orders with what the bank has executed.\n' +
    'With FOUR_EYES it waits for a second person.',
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
          'Payment files are still on hold. Once you have compared the open orders with the bank, add --yes.',
        );
      }
      const question =
        'Have you imported all bank files since the backup, and checked that no open order was already paid?';
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

function inWords(file: string, { state, reason, entries, counts }: ImportReport): string {
  if (state === 'refused') return `${file}: refused, nothing was booked. ${reason}`;
  const parts = [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    `${counts.booked} booked`,
    counts.repeated > 0 ? `${counts.repeated} already known` : '',
    counts.not_booked_yet > 0 ? `${counts.not_booked_yet} not booked by the bank yet` : '',
    counts.total > 0 ? `${counts.total} totals with details in other entries` : '',
    counts.attention > 0 ? `${counts.attention} to review` : '',
  ];
  return `${file}: ${parts.filter((part) => part !== '').join(', ')}`;
}

export const bankCommands: readonly Command[] = [bankImport, bankExport, bankHold, bankRelease];
