import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { commandLine, intended, recordChange, together } from '../../actions/audit.ts';
import { exportOrders } from '../../actions/bank/export-orders.ts';
import { heldInWords } from '../../actions/bank/held-in-words.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import { liftHold, readHold, setHold } from '../../storage/money/bank-hold.ts';
import { command, refuse, wrongCall, type Command } from '../command.ts';

const bankImport = command({
  name: 'bank import',
  summary: 'Read camt.053, camt.054 and pain.002 files of the bank',
  usage: 'FILE…',
  about:
    'Each booking is taken on once, whichever file repeats it: importing a file again does nothing. A file that cannot\n' +
    'be read whole is refused, and nothing of it is booked.',
  words: [1, Infinity],
  examples: ['depono bank import statements/*.xml', 'depono bank import camt054.xml --json'],
  options: {},
  run: async ({ output, services }, { words: files }) => {
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) throw wrongCall(`There is no such file: ${missing.join(', ')}. Nothing was read.`);
    const all = await services();
    let refused = 0;
    for (const file of files) {
      const { update, end } = output.progress(file);
      const change = { verb: 'import', thing: 'bank file', about: { file: basename(file) } };
      const report = await intended(all, commandLine(), change, async () => {
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
  summary: 'Write all orders that are ready into one payment file (pain.001)',
  usage: '',
  about:
    'The file lies in the folder out/ of BANK_EXCHANGE_DIR. No order goes out twice. After a restore\nnothing is written before `depono bank release`.',
  words: [0, 0],
  examples: ['depono bank export', 'depono bank export --json'],
  options: {},
  run: async ({ output, services }) => {
    const all = await services();
    const change = { verb: 'write', thing: 'payment file' };
    const { run, hold } = await intended(all, commandLine(), change, async () => {
      const result = await exportOrders(all);
      return { result, change: result.run === null ? null : { ...change, about: { run: result.run.id } } };
    });
    if (hold !== null) throw refuse(heldInWords(hold));
    output.show({ run }, () =>
      run === null
        ? 'There is nothing to pay.'
        : `${run.orders} ${run.orders === 1 ? 'payment' : 'payments'} in ${run.file}`,
    );
    return 0;
  },
});

const bankHold = command({
  name: 'bank hold',
  summary: 'Hold all payment files until they are released',
  usage: 'WHY',
  about:
    'Before a service starts on a database that was brought back in any other way than by `depono restore` (a dump, a\n' +
    'snapshot, a copy of the folder, a replica): what went to the bank since then is open again, and would be paid twice.\n' +
    'Files of the bank are taken in meanwhile. It ends with `depono bank release`.',
  words: [1, 1],
  examples: ['depono bank hold "snapshot of 14 November brought back"'],
  options: {},
  run: async ({ output, services }, { words: [why = ''] }) => {
    if (why.trim() === '') throw wrongCall('Say why: depono bank hold WHY');
    const all = await services();
    await together(all, async (inside) => {
      await setHold(inside.database, why.trim());
      await recordChange(inside, commandLine(), { verb: 'hold', thing: 'payment files', about: { why: why.trim() } });
    });
    output.show({ held: true, why: why.trim() }, () => 'Held: no payment file is written until depono bank release.');
    return 0;
  },
});

const bankRelease = command({
  name: 'bank release',
  summary: 'Let payment files be written again after a restore',
  usage: '[--yes]',
  about:
    'A restore holds all payment files: an order that went to the bank after the backup is open again, and would be paid\n' +
    'twice. First import all files of the bank since the backup, and compare what is still to be paid with what the bank\n' +
    'has carried out.',
  words: [0, 0],
  examples: ['depono bank release', 'depono bank release --yes --json'],
  options: { yes: { type: 'flag', about: 'release without asking' } },
  run: async ({ output, input, services }, { options: { yes } }) => {
    const all = await services();
    const hold = await readHold(all.database);
    if (hold !== null && !yes) {
      const { since, why } = hold;
      output.say(`Payment files are held since ${since.toISOString()}: ${why}.`);
      if (!input.canAsk || output.isJson) {
        throw refuse('They are still held. Once all is compared with the bank, add --yes.');
      }
      const question = 'Are all files of the bank since the backup imported, and is what is still open not paid yet?';
      if (!(await input.confirm(question))) throw refuse('They are still held.');
    }
    const lifted = await together(all, async (inside) => {
      const held = await liftHold(inside.database);
      if (held !== null) {
        const about = { since: held.since.toISOString(), why: held.why };
        await recordChange(inside, commandLine(), { verb: 'release', thing: 'payment files', about });
      }
      return held;
    });
    output.show({ released: lifted !== null }, () =>
      lifted === null ? 'Nothing is held.' : 'Released: payment files are written again.',
    );
    return 0;
  },
});

function inWords(file: string, { state, reason, entries, counts }: ImportReport): string {
  if (state === 'refused') return `${file}: refused, nothing was booked. ${reason}`;
  const parts = [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    `${counts.booked} booked`,
    counts.repeated > 0 ? `${counts.repeated} known before` : '',
    counts.not_booked_yet > 0 ? `${counts.not_booked_yet} not booked by the bank yet` : '',
    counts.total > 0 ? `${counts.total} totals whose details stand elsewhere` : '',
    counts.attention > 0 ? `${counts.attention} for a person to look at` : '',
  ];
  return `${file}: ${parts.filter((part) => part !== '').join(', ')}`;
}

export const bankCommands: readonly Command[] = [bankImport, bankExport, bankHold, bankRelease];
