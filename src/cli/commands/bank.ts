import { existsSync } from 'node:fs';
import { exportOrders } from '../../actions/bank/export-orders.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import { command, wrongCall, type Command } from '../command.ts';

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
    let refused = 0;
    for (const file of files) {
      const { update, end } = output.progress(file);
      const report = await importFile(await services(), file, update).finally(end);
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
  about: 'The file lies in the folder out/ of BANK_EXCHANGE_DIR. No order goes out twice.',
  words: [0, 0],
  examples: ['depono bank export', 'depono bank export --json'],
  options: {},
  run: async ({ output, services }) => {
    const run = await exportOrders(await services());
    output.show({ run }, () =>
      run === null
        ? 'There is nothing to pay.'
        : `${run.orders} ${run.orders === 1 ? 'payment' : 'payments'} in ${run.file}`,
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

export const bankCommands: readonly Command[] = [bankImport, bankExport];
