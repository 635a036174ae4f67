import { formatChf } from '../../../../domain/values/money.ts';
import type { BankHold } from '../../../../storage/money/bank-hold.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { chf, buttonForm, notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { inSentence } from '../../forms.ts';
import { shownTime } from '../../moment.ts';
import { ACCOUNTS_ADDRESS } from '../accounts/accounts-page.ts';
import { JOURNAL_ADDRESS } from '../journal/journal-page.ts';
import { doneNotice, nothing, recordTable, tabs } from '../parts.ts';
import { entriesPart, type ManyGiven } from './entries/entries-page.ts';
import { BANK_LISTS, MOST, type BankView, type BankList } from './bank-view.ts';

const ADDRESS = '/operator/bank';

const DONE = {
  again: 'The payment file was written again, with the same id.',
  retried: 'The file was read.',
  refused: 'The file was read again, and is refused.',
  written: 'The payment file was written.',
  several: 'A payment file was written for each bank.',
  resent: 'What the bank had rejected was sent again, in a new payment file.',
  nothing: 'No order is ready, so no file was written.',
  released: 'Payment files are written again.',
};

/** Why something was not done. */
type Given = { refusal: Content; given: ManyGiven | null };

export function bankPage(
  view: BankView,
  visit: ConsoleVisit,
  { refusal, given }: Given,
): Pick<Page, 'title' | 'content' | 'scripts'> {
  const { list: shown, hold, toCheck, entries, files, refused, runs } = view;
  const names: Record<BankList, [name: string, count: number | string]> = {
    entries: ['To check', toCheck],
    files: ['Bank files', upTo(files.length)],
    refused: ['Refused files', upTo(refused.length)],
    runs: ['Payment files', upTo(runs.length)],
  };
  const list = (): Html => {
    switch (shown) {
      case 'entries':
        return entriesPart(visit, entries, given);
      case 'files':
        return fileList(visit, files);
      case 'refused':
        return fileList(visit, refused);
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
    ${tabs([
      ...BANK_LISTS.map((one) => ({
        name: names[one][0],
        count: names[one][1],
        href: `${ADDRESS}?show=${one}`,
        isCurrent: one === shown,
      })),
      { name: 'Accounts', href: ACCOUNTS_ADDRESS, isCurrent: false },
      { name: 'Journal', href: JOURNAL_ADDRESS, isCurrent: false },
    ])}
    ${list()}`;
  return { title: `Bank: ${names[shown][0]}`, content, scripts: ['select.js'] };
}

function upTo(count: number): number | string {
  return count < MOST ? count : `${MOST}+`;
}

function holdNotice({ token, may }: ConsoleVisit, { since, why }: BankHold): Html {
  return notice(
    'warn',
    html`<h2>Payment files are held since ${shownTime(since)}</h2>
      <p>${inSentence(why)}</p>
      <p>
        Import all files of the bank up to now. Compare what is still to be paid with what the bank has carried
        out. Then allow payment files again.
      </p>
      ${may('clerk') && buttonForm({ action: `${ADDRESS}/release`, label: 'Allow payment files again', hidden: token })}`,
  );
}

function fileList({ token, may }: ConsoleVisit, files: BankView['files']): Html {
  if (files.length === 0) return nothing('No files', 'The bank has not sent such a file yet.');
  const columns = [
    { label: 'File' },
    { label: 'Read', className: 'number' },
    { label: 'State' },
    { label: 'Bookings', className: 'right' },
    { label: 'New', className: 'right' },
    { label: '' },
  ];
  return recordTable(
    'Bank files',
    columns,
    files.map(({ id, name, readAt, state, reason, entries, booked }) => [
      name,
      shownTime(readAt),
      state === 'done'
        ? 'imported'
        : html`<span><strong class="mark bad">refused</strong><small class="soft">${reason}</small></span>`,
      entries,
      booked,
      state === 'refused' &&
        may('clerk') &&
        buttonForm({
          action: `${ADDRESS}/files/${id}/retry`,
          label: 'Try again',
          hidden: token,
          className: 'second small',
        }),
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
    { label: 'State' },
    { label: '' },
  ];
  return html`<p class="soft">
      Write a file again only if it was lost before the bank received it. The bank accepts each id once. What the bank
      has rejected can be sent again as a whole, in a new file.
    </p>
    ${recordTable(
      'Payment files',
      columns,
      runs.map(({ id, createdAt, orders, total, writtenAt, state, rejected }) => [
        html`<code>${id}</code>`,
        shownTime(createdAt),
        orders,
        chf(formatChf(total)),
        writtenAt === null ? 'not yet' : shownTime(writtenAt),
        state === 'rejected' ? html`<span class="mark bad">${rejected} rejected</span>` : state,
        may('clerk') && [
          buttonForm({
            action: `${ADDRESS}/runs/${id}/write-again`,
            label: 'Write again',
            hidden: token,
            className: 'second small',
          }),
          state === 'rejected' &&
            buttonForm({
              action: `${ADDRESS}/runs/${id}/resend`,
              label: 'Send the rejected again',
              hidden: token,
              className: 'second small',
            }),
        ],
      ]),
    )}`;
}
