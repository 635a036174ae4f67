import { heldInWords } from '../../../../actions/bank/held-in-words.ts';
import { formatChf } from '../../../../domain/values/money.ts';
import { html, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, buttonForm, notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import { doneNotice, nothing, recordTable, tabs } from '../parts.ts';
import { BANK_LISTS, MOST, type BankView, type BankList } from './bank-view.ts';

const ADDRESS = '/operator/bank';

const DONE = {
  entry: 'The booking is no longer listed.',
  again: 'The payment file was written again, with the same id.',
  written: 'The payment file was written.',
  nothing: 'No order is ready, so no file was written.',
};

export function bankPage(view: BankView, visit: ConsoleVisit): Pick<Page, 'title' | 'content'> {
  const { list: shown, hold, entries, files, refused, runs } = view;
  const names: Record<BankList, [name: string, count: number]> = {
    entries: ['Bookings to check', entries.length],
    files: ['Bank files', files.length],
    refused: ['Refused files', refused.length],
    runs: ['Payment files', runs.length],
  };
  const list = (): Html => {
    switch (shown) {
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
      BANK_LISTS.map((one) => ({
        name: names[one][0],
        count: names[one][1] < MOST ? names[one][1] : `${MOST}+`,
        href: `${ADDRESS}?show=${one}`,
        isCurrent: one === shown,
      })),
    )}
    ${list()}`;
  return { title: `Bank: ${names[shown][0]}`, content };
}

function entryList({ token }: ConsoleVisit, entries: BankView['entries']): Html {
  if (entries.length === 0) return nothing('Nothing to check', 'Every booking was recognized.');
  const columns = [
    { label: 'Why' },
    { label: 'Amount', className: 'right nowrap' },
    { label: 'Booked', className: 'number' },
    { label: 'Account', className: 'number wrap' },
    { label: 'References', className: 'wrap' },
    { label: '' },
  ];
  return recordTable(
    'Bookings to check',
    columns,
    entries.map((entry) => [
      entry.attention,
      `${entry.direction === 'debit' ? '−' : ''}${entry.currency} ${entry.amountText}`,
      entry.bookedOn ?? shownTime(entry.at),
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

function fileList(files: BankView['files']): Html {
  if (files.length === 0) return nothing('No files', 'The bank has not sent such a file yet.');
  const columns = [
    { label: 'File' },
    { label: 'Read', className: 'number' },
    { label: 'State' },
    { label: 'Bookings', className: 'right' },
    { label: 'New', className: 'right' },
  ];
  return recordTable(
    'Bank files',
    columns,
    files.map(({ name, readAt, state, reason, entries, booked }) => [
      name,
      shownTime(readAt),
      state === 'done'
        ? 'imported'
        : html`<span><strong class="mark bad">refused</strong><small class="soft">${reason}</small></span>`,
      entries,
      booked,
    ]),
  );
}

function runList({ token }: ConsoleVisit, runs: BankView['runs']): Html {
  if (runs.length === 0) return nothing('No payment files', 'Orders that are ready go into the next one.');
  const columns = [
    { label: 'Payment file', className: 'wrap' },
    { label: 'Made', className: 'number' },
    { label: 'Orders', className: 'right' },
    { label: 'Total', className: 'right' },
    { label: 'Written', className: 'number' },
    { label: '' },
  ];
  return html`<p class="soft">
      Write a file again only if it was lost before the bank received it. The bank accepts each id once.
    </p>
    ${recordTable(
      'Payment files',
      columns,
      runs.map(({ id, createdAt, orders, total, writtenAt }) => [
        html`<code>${id}</code>`,
        shownTime(createdAt),
        orders,
        chf(formatChf(total)),
        writtenAt === null ? 'not yet' : shownTime(writtenAt),
        buttonForm({
          action: `${ADDRESS}/runs/${id}/write-again`,
          label: 'Write again',
          hidden: token,
          className: 'second small',
        }),
      ]),
    )}`;
}
