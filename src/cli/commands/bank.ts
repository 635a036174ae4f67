import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { intended, recordChange, together } from '../../actions/audit.ts';
import { aboutRuns, exportOrders, isResent, NOT_RESENT, resendRun } from '../../actions/bank/export-orders.ts';
import { heldInWords } from '../../actions/bank/held-in-words.ts';
import { importFile, type ImportReport } from '../../actions/bank/import-file.ts';
import { NotYours } from '../../actions/approvals/refused.ts';
import type { Services } from '../../actions/services.ts';
import { releasePayment } from '../../actions/settle-order.ts';
import { REFUSALS } from '../../domain/lifecycle/refusal.ts';
import type { Acting } from '../../domain/operator.ts';
import { NOT_RETRIED, retryFile, type Retried } from '../../actions/bank/retry-file.ts';
import { bankHoldCommands } from '../bank/hold-commands.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';

const MOST_YOUNG_BYTES = 16_000_000;

/**
 * By default V8 holds up to 64 MB of young objects, keeps rows in old space, and collects that when it has grown fourfold.
 * How many young objects it may hold is fixed at the start of the process; so their space is kept from growing on.
 */
function boundMemory(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=30');
  const watch = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (young === undefined || young.space_size < MOST_YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(watch);
  }, 10);
  watch.unref();
}

const bankImport = command({
  name: 'bank import',
  role: 'clerk',
  summary: 'Import camt.053, camt.054 and pain.002 files from the bank',
  usage: 'FILE…',
  about:
    'Each statement entry is booked once, even if several files contain it: importing a file again changes nothing.\n' +
    'A file that cannot be read completely is refused, and nothing in it is booked. Of an archive (.zip, .gz) each file\ninside is imported on its own.',
  words: [1, Infinity],
  examples: ['depono bank import statements/*.xml', 'depono bank import camt054.xml --json'],
  options: {},
  run: async ({ output, services, author }, { words: files }) => {
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) throw wrongCall(`File not found: ${missing.join(', ')}. Nothing was imported.`);
    boundMemory();
    const all = await services();
    let refused = 0;
    for (const file of files) {
      const { update, end } = output.progress(file);
      const change = { verb: 'import', thing: 'bank file', about: { file: basename(file) } };
      const reports = await intended(all, await author(), change, async () => {
        const result = await importFile(all, file, { onProgress: update }).finally(end);
        const state = result.some((one) => one.state === 'refused') ? 'refused' : 'done';
        return { result, change: { ...change, about: { ...change.about, state } } };
      });
      for (const report of reports) {
        if (report.state === 'refused') refused++;
        output.show({ file, ...report }, () => inWords(file, report));
      }
    }
    return refused > 0 ? 1 : 0;
  },
});

const bankRetry = command({
  name: 'bank retry',
  role: 'clerk',
  summary: 'Read a refused file of the bank again',
  usage: 'ID',
  about:
    'The file is read from the folder refused/ of BANK_EXCHANGE_DIR. Of an archive all files inside are read; entries that\n' +
    'are booked already are recognized. `depono bank import --json` and `GET /operator/api/bank/files` show the id.',
  words: [1, 1],
  examples: ['depono bank retry 0198fa00-0000-8000-8000-000000000000'],
  options: {},
  run: async ({ output, services, author }, { words: [id = ''] }) => {
    const all = await services();
    const change = { verb: 'retry', thing: 'bank file', about: { id } };
    const retried = await intended<Retried>(all, await author(), change, async () => {
      const result = await retryFile(all, id);
      if (result.is !== 'read') return { result, change: null };
      const { name, state } = result.file;
      return { result, change: { ...change, about: { id, file: name, state } } };
    });
    if (retried.is === 'unknown') throw refuseCommand(`There is no bank file ${id}.`);
    if (retried.is !== 'read') throw refuseCommand(NOT_RETRIED[retried.is]);
    const { name, state, reason, entries, booked } = retried.file;
    output.show({ id, name, state, reason, entries, booked }, () =>
      state === 'refused' ? `${name}: refused again. ${reason}` : `${name}: ${entries} entries, ${booked} booked`,
    );
    return state === 'refused' ? 1 : 0;
  },
});

const bankExport = command({
  name: 'bank export',
  role: 'clerk',
  summary: 'Write all payment orders that are ready to payment files (pain.001), one for each bank',
  usage: '',
  about:
    'Each file is written to the folder out/ of its bank, below BANK_EXCHANGE_DIR. No order is exported twice. After a\nrestore nothing is exported before `depono bank release`.',
  words: [0, 0],
  examples: ['depono bank export', 'depono bank export --json'],
  options: {},
  run: async ({ output, services, author }) => {
    const all = await services();
    const change = { verb: 'write', thing: 'payment file' };
    const { run, runs, hold } = await intended(all, await author(), change, async () => {
      const result = await exportOrders(all);
      return { result, change: result.runs.length === 0 ? null : { ...change, about: aboutRuns(result.runs) } };
    });
    if (hold !== null) throw refuseCommand(heldInWords(hold));
    output.show({ run, runs }, () =>
      runs.length === 0 ? 'No payment orders are ready.' : runs.map(runInWords).join('\n'),
    );
    return 0;
  },
});

const bankResend = command({
  name: 'bank resend',
  role: 'clerk',
  summary: 'Send what the bank has rejected of a payment file again',
  usage: 'ID',
  about:
    'ID is that of the payment file, as `depono bank export` and the console show it. The rejected orders go into a new\nfile with another id. Orders that were carried out or not rejected stay as they are.',
  words: [1, 1],
  examples: ['depono bank resend DEP0193b7a45c117d2e9f000123456789ab'],
  options: {},
  run: async ({ output, services, author }, { words: [id = ''] }) => {
    const all = await services();
    const change = { verb: 'send again', thing: 'payment file', about: { run: id } };
    const { run, hold } = await intended(all, await author(), change, async () => {
      const result = await resendRun(all, id);
      const isDone = result.hold === null && isResent(result.run);
      const about = isDone ? { run: id, sentAs: (result.run as { id: string }).id } : {};
      return { result, change: isDone ? { ...change, about } : null };
    });
    if (hold !== null) throw refuseCommand(heldInWords(hold));
    if (!isResent(run)) throw refuseCommand(NOT_RESENT[run]);
    output.show({ run }, () => runInWords(run));
    return 0;
  },
});

const bankReleasePayment = command({
  name: 'bank release-payment',
  role: 'clerk',
  summary: 'Release payments that wait for a person',
  usage: 'ORDER… [--reason REASON]',
  about:
    'Which payments wait depends on PAYMENT_RELEASE; an account in another name than the payee’s always does. Whoever\ncreated the order or gave its account cannot release it: set DEPONO_TOKEN to the token of another person.',
  words: [1, Infinity],
  examples: ['depono bank release-payment 0193b7a4-5c11-7d2e-9f00-0123456789ab --reason "checked by phone"'],
  options: { reason: { type: 'text', value: 'REASON', about: 'stored with the release' } },
  run: async ({ output, services, acting, author }, { words: ids, options: { reason } }) => {
    const all = await services();
    const by = await acting();
    const who = await author();
    let refused = 0;
    for (const id of ids) {
      const refusal = await together(all, async (inside) => {
        const why = await releaseRefusal(inside, by, id, reason);
        const change = { verb: 'release', thing: 'order', about: { order: id } };
        if (why === null) await recordChange(inside, who, change);
        return why;
      });
      if (refusal !== null) refused++;
      output.show({ order: id, released: refusal === null, ...(refusal === null ? {} : { reason: refusal }) }, () =>
        refusal === null ? `${id}: released.` : `${id}: not released. ${refusal}`,
      );
    }
    return refused > 0 ? 1 : 0;
  },
});

/** Null: released. */
async function releaseRefusal(
  services: Services,
  by: Acting,
  id: string,
  reason: string | null,
): Promise<string | null> {
  try {
    const settled = await releasePayment(services, id, { reason, by });
    if (settled === null) return 'There is no such order.';
    return settled.refusal === null ? null : REFUSALS[settled.refusal.refused];
  } catch (error) {
    if (error instanceof NotYours) return error.message;
    throw error;
  }
}

function runInWords({ orders, file }: { orders: number; file: string }): string {
  return `${orders} ${orders === 1 ? 'payment' : 'payments'} in ${file}`;
}

/** A file inside an archive is named behind the path of the archive. */
function inWords(file: string, { name, archive, state, reason, entries, counts }: ImportReport): string {
  const path = archive === null ? file : `${file}${name.slice(archive.length)}`;
  if (state === 'refused') return `${path}: refused, nothing was booked. ${reason}`;
  const parts = [
    `${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    `${counts.booked} booked`,
    counts.repeated > 0 ? `${counts.repeated} already known` : '',
    counts.not_booked_yet > 0 ? `${counts.not_booked_yet} not booked by the bank yet` : '',
    counts.total > 0 ? `${counts.total} totals with details in other entries` : '',
    counts.attention > 0 ? `${counts.attention} to review` : '',
  ];
  return `${path}: ${parts.filter((part) => part !== '').join(', ')}`;
}

export const bankCommands: readonly Command[] = [
  bankImport,
  bankRetry,
  bankExport,
  bankResend,
  bankReleasePayment,
  ...bankHoldCommands,
];
