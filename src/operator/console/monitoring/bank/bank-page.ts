import { formatChf } from '../../../../domain/values/money.ts';
import type { BankHold } from '../../../../storage/money/bank-hold.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, buttonForm, notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { inSentence } from '../../forms.ts';
import { shownTime } from '../../moment.ts';
import { doneNotice, nothing, recordTable, tabs } from '../parts.ts';
import { BANK_LISTS, MOST, type BankView, type BankList } from './bank-view.ts';

const ADDRESS = '/operator/bank';

const DONE = {
  entry: 'The booking is no longer listed.',
  again: 'The payment file was written again, with the same id.',
  written: 'The payment file was written.',
  nothing: 'No order is ready, so no file was written.',
  released: 'Payment files are written again.',
};

export function bankPage(view: BankView, visit: ConsoleVisit, refusal: Content): Pick<Page, 'title' | 'content'> {
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
      ${
        visit.may('clerk') &&
        buttonForm({
          action: `${ADDRESS}/export`,
          label: 'Write a payment file now',
          hidden: visit.token,
          className: 'second',
        })
      }
    </div>
    ${doneNotice(visit.query, DONE)} ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${hold !== null && holdNotice(visit, hold)}
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

function holdNotice({ token, may }: ConsoleVisit, { since, why }: BankHold): Html {
  return notice(
    'warn',
    html`<h2>Payment files are held since ${shownTime(since)}</h2>
      <p>${inSentence(why)}</p>
      <p>
        Import all files of the bank since the backup. Compare what is still to be paid with what the bank has carried
        out. Then allow payment files again.
      </p>
      ${may('clerk') && buttonForm({ action: `${ADDRESS}/release`, label: 'Allow payment files again', hidden: token })}`,
  );
}

function entryList({ token, may }: ConsoleVisit, entries: BankView['entries']): Html {
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
      may('clerk') &&
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

function runList({ token, may }: ConsoleVisit, runs: BankView['runs']): Html {
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
        may('clerk') &&
          buttonForm({
            action: `${ADDRESS}/runs/${id}/write-again`,
            label: 'Write again',
            hidden: token,
            className: 'second small',
          }),
      ]),
    )}`;
}
