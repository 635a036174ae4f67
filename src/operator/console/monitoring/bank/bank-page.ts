import type { FastifyReply } from 'fastify';
import { exportOrders, writeRunAgain } from '../../../../actions/bank/export-orders.ts';
import { heldInWords } from '../../../../actions/bank/held-in-words.ts';
import { listAttention, settleEntry } from '../../../../storage/money/bank-entries.ts';
import { listBankFiles } from '../../../../storage/money/bank-files.ts';
import { listRuns } from '../../../../storage/money/payment-runs.ts';
import { readHold } from '../../../../storage/money/bank-hold.ts';
import { field } from '../../../../web/forms.ts';
import { html, type Html } from '../../../../web/html.ts';
import { seeOther } from '../../../../web/page.ts';
import { buttonForm, notice } from '../../../../web/parts.ts';
import type { ConsoleApp, ConsoleVisit } from '../../app.ts';
import { moment } from '../../moment.ts';
import { chf, doneNotice, nothing, table, tabs } from '../parts.ts';

const ADDRESS = '/operator/bank';
const MOST = 200;

const SHOWN = ['entries', 'files', 'refused', 'runs'] as const;
type Shown = (typeof SHOWN)[number];

/** The files of the bank, and what it says that a person must look at. */
export function bankRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  app.get(ADDRESS, 'operator', (visit) => bankPage(app, visit));

  app.post(`${ADDRESS}/entries/done`, 'operator', async (visit) => {
    const key = field(visit.form, 'key');
    if (!(await settleEntry(database, key))) return null;
    visit.note({ verb: 'mark as done', thing: 'bank entry', about: { entry: key } });
    return seeOther(visit.reply, `${ADDRESS}?show=entries&done=entry`);
  });

  app.post(`${ADDRESS}/runs/:id/write-again`, 'operator', async (visit) => {
    const id = visit.params['id'] ?? '';
    if (!(await writeRunAgain(services, id))) return null;
    visit.note({ verb: 'write again', thing: 'payment file', about: { run: id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=again`);
  });

  app.post(`${ADDRESS}/export`, 'operator', async (visit) => {
    const { run, hold } = await exportOrders(services);
    if (hold !== null) return bankPage(app, visit, 409);
    visit.note({ verb: 'write', thing: 'payment file', about: run === null ? {} : { run: run.id } });
    return seeOther(visit.reply, `${ADDRESS}?show=runs&done=${run === null ? 'nothing' : 'written'}`);
  });
}

const DONE = {
  entry: 'The booking is no longer listed.',
  again: 'The payment file is written again, with the same id.',
  written: 'The payment file is written.',
  nothing: 'No order is ready, so no file was written.',
};

async function bankPage({ services }: ConsoleApp, visit: ConsoleVisit, status = 200): Promise<FastifyReply> {
  const { database } = services;
  const show: Shown = SHOWN.find((one) => one === visit.query.get('show')) ?? 'entries';
  const hold = await readHold(database);
  const entries = await listAttention(database, MOST);
  const files = await listBankFiles(database, MOST);
  const refused = files.filter(({ state }) => state === 'refused');
  const runs = await listRuns(database, MOST);
  const names: Record<Shown, [name: string, count: number]> = {
    entries: ['Bookings to look at', entries.length],
    files: ['Files of the bank', files.length],
    refused: ['Refused files', refused.length],
    runs: ['Payment files', runs.length],
  };
  const list = (): Html => {
    switch (show) {
      case 'entries':
        return entryList(visit, entries);
      case 'files':
        return fileList(files);
      case 'refused':
        return fileList(refused);
      case 'runs':
        return runList(visit, runs);
    }
  };
  const content = html`<div class="heading">
      <h1>Bank</h1>
      ${buttonForm({ action: `${ADDRESS}/export`, label: 'Write a payment file now', hidden: visit.token, className: 'second' })}
    </div>
    ${doneNotice(visit.query, DONE)} ${hold !== null && notice('warn', html`<p>${heldInWords(hold)}</p>`)}
    ${tabs(
      SHOWN.map((one) => ({
        name: names[one][0],
        count: names[one][1] < MOST ? names[one][1] : `${MOST}+`,
        href: `${ADDRESS}?show=${one}`,
        isCurrent: one === show,
      })),
    )}
    ${list()}`;
  return visit.show('bank', { title: `Bank: ${names[show][0]}`, content }, status);
}

function entryList({ token }: ConsoleVisit, entries: Awaited<ReturnType<typeof listAttention>>): Html {
  if (entries.length === 0) return nothing('Nothing to look at', 'Every booking of the bank’s was understood.');
  const columns = [
    { label: 'Why' },
    { label: 'Amount', className: 'right nowrap' },
    { label: 'Booked', className: 'number' },
    { label: 'Account', className: 'number wrap' },
    { label: 'References', className: 'wrap' },
    { label: '' },
  ];
  return table(
    'Bookings that a person must look at',
    columns,
    entries.map((entry) => [
      entry.attention,
      `${entry.direction === 'debit' ? '−' : ''}${entry.currency} ${entry.amountText}`,
      entry.bookedOn ?? moment(entry.at),
      entry.accountIban,
      html`<span>${[entry.reference, entry.endToEndId, entry.bankReference]
        .filter((one) => one !== null)
        .map((one) => html`<small>${one}</small>`)}</span>`,
      buttonForm({
        action: `${ADDRESS}/entries/done`,
        label: 'Done',
        hidden: html`${token}<input type="hidden" name="key" value="${entry.key}" />`,
        className: 'second small',
      }),
    ]),
  );
}

function fileList(files: Awaited<ReturnType<typeof listBankFiles>>): Html {
  if (files.length === 0) return nothing('No files', 'No such file has come from the bank yet.');
  const columns = [
    { label: 'File' },
    { label: 'Read', className: 'number' },
    { label: 'State' },
    { label: 'Bookings', className: 'right' },
    { label: 'New', className: 'right' },
  ];
  return table(
    'Files of the bank',
    columns,
    files.map(({ name, readAt, state, reason, entries, booked }) => [
      name,
      moment(readAt),
      state === 'done'
        ? 'imported'
        : html`<span><strong class="mark bad">refused</strong><small class="soft">${reason}</small></span>`,
      entries,
      booked,
    ]),
  );
}

function runList({ token }: ConsoleVisit, runs: Awaited<ReturnType<typeof listRuns>>): Html {
  if (runs.length === 0) return nothing('No payment files', 'Orders that are ready go into one at the next exchange.');
  const columns = [
    { label: 'Payment file', className: 'wrap' },
    { label: 'Made', className: 'number' },
    { label: 'Orders', className: 'right' },
    { label: 'Total', className: 'right' },
    { label: 'Written', className: 'number' },
    { label: '' },
  ];
  return html`<p class="soft">
      Write a file again only where it was lost before the bank had it: the bank knows it by its id and takes it once.
    </p>
    ${table(
      'Payment files',
      columns,
      runs.map(({ id, createdAt, orders, total, writtenAt }) => [
        html`<code>${id}</code>`,
        moment(createdAt),
        orders,
        chf(total),
        writtenAt === null ? 'not yet' : moment(writtenAt),
        buttonForm({
          action: `${ADDRESS}/runs/${id}/write-again`,
          label: 'Write again',
          hidden: token,
          className: 'second small',
        }),
      ]),
    )}`;
}
