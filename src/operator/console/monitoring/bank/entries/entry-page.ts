import type { ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { choicesFor, TARGET_OF } from '../../../../../domain/resolving/suggestion.ts';
import { formatDay } from '../../../../../domain/values/calendar.ts';
import { formatChf } from '../../../../../domain/values/money.ts';
import { postalLine } from '../../../../../domain/values/postal-address.ts';
import type { DepositAnywhere } from '../../../../../storage/deposit-list/everywhere.ts';
import type { AlikeEntry } from '../../../../../storage/money/alike-entries.ts';
import type { KnownCandidate } from '../../../../../storage/money/candidates.ts';
import { html, type Content, type Html } from '../../../../../web/html.ts';
import type { Page } from '../../../../../web/page.ts';
import { facts, notice } from '../../../../../web/parts.ts';
import type { ConsoleVisit } from '../../../app.ts';
import { formProblemSummary, type Problems } from '../../../forms.ts';
import { shownTime, time } from '../../../moment.ts';
import { doneNotice } from '../../parts.ts';
import type { EntryToCheck, EntryView } from './entries-view.ts';
import { TARGET_FIELDS, typedFrom, type Typed } from './entry-form.ts';
import { amountOf, BANK, candidateLine, depositLink, entryPath, ibanOf, referenceOf } from './entry-parts.ts';
import { hasParts, partsForm, wholeForm } from './resolve-form.ts';
import { AS_WORDS, outcomeWords, resolutionWords, whatNext, whyTitle } from './words.ts';

/** What was typed, and why it was not done. */
export type EntryGiven = {
  typed?: Typed;
  problems?: Problems;
  refusal?: Content;
  /** Deposits that fit what was typed. */
  found?: readonly DepositAnywhere[];
  /** So many more rows for parts. */
  more?: number;
};

const DONE = {
  resolved: 'Resolved.',
  again: 'Decided once more. It still needs a person.',
  booked: 'Decided once more, and recognized.',
};

const LABELS = { as: 'What it is', deposit: 'Deposit', order: 'Order', payment: 'Payment', reason: 'Reason' };
const PART_LABELS = { as: 'what it is', amount: 'amount', target: 'deposit, order or payment' };

/** The problems and labels of the form that was sent: both forms have a reason. */
function summary(problems: Problems, typed: Typed | undefined): Content {
  const parts = typed?.parts ?? null;
  if (parts === null) return formProblemSummary(problems, LABELS);
  const { reason, ...others } = problems;
  const labels = parts.flatMap((_, index) =>
    Object.entries(PART_LABELS).map(([name, label]) => [`${name}${index + 1}`, `Part ${index + 1}, ${label}`]),
  );
  return formProblemSummary(
    { ...others, ...(reason === undefined ? {} : { 'parts-reason': reason }) },
    { ...Object.fromEntries(labels), 'parts-reason': 'Reason', parts: 'Parts' },
  );
}

/** One entry: what the bank says, what it may belong to, and what a person can make of it. */
export function entryPage(view: EntryView, visit: ConsoleVisit, given: EntryGiven): Pick<Page, 'title' | 'content'> {
  const { entry, isOpen, next } = view;
  const { problems = {}, refusal, found = [] } = given;
  const title = isOpen ? whyTitle(entry.why) : entry.settledAt === null ? outcomeWords(entry.why) : 'Resolved booking';
  const content = html`<a class="crumb" href="${BANK}">To check</a>
    <div class="heading">
      <h1>${title}</h1>
      <span class="big">${amountOf(entry.entry)}</span>
    </div>
    ${doneNotice(visit.query, DONE)}
    ${!isOpen && next !== null && html`<p><a href="${entryPath(next)}">Next booking to check →</a></p>`}
    ${refusal !== undefined && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${summary(problems, given.typed)} ${foundList(entry, found)}
    ${isOpen && html`<p class="lead">${entry.attention} ${whatNext(entry.why)}</p>`}
    <div class="columns reading">
      <div>
        ${factsCard(entry)} ${isOpen && candidatesCard(entry, visit)} ${alikeCard(view.alike, entry)}
        ${isOpen && hasParts(entry) && visit.may('clerk') && partsForm(visit, entry, formGiven(visit, given))}
      </div>
      ${isOpen ? openPart(view, visit, given) : resolvedCard(view)}
    </div>`;
  return { title, content };
}

/** A candidate fills the form by the address of the page. */
function formGiven(
  visit: ConsoleVisit,
  { typed, problems = {}, more = 0 }: EntryGiven,
): Parameters<typeof wholeForm>[2] {
  return { typed: typed ?? typedFrom(visit.query), problems, more };
}

function openPart({ entry }: EntryView, visit: ConsoleVisit, given: EntryGiven): Html {
  const waits =
    entry.approvalId !== null &&
    notice(
      'wait',
      html`<h2>It waits for a second person</h2>
        <p><a href="/operator/approvals/${entry.approvalId}">Show the request</a></p>`,
    );
  return html`<div>
    ${waits}
    ${visit.may('clerk') ? wholeForm(visit, entry, formGiven(visit, given)) : html`<div class="card"><p class="soft">It waits for a clerk or an admin.</p></div>`}
  </div>`;
}

function factsCard({ key, entry, file, at, settledAt, attention, why }: EntryToCheck): Html {
  const isCredit = entry.direction === 'credit';
  const { counterpartyAddress, returned } = entry;
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">What the bank says</h2>
    ${facts([
      ['Why it was kept', settledAt !== null && attention],
      ['Amount', html`${amountOf(entry)} <span class="soft">(${entry.direction})</span>`],
      ['Charges of the bank', entry.charges > 0 && `CHF ${formatChf(entry.charges)}`],
      ['Booked', entry.bookedOn && formatDay(entry.bookedOn)],
      ['Value date', entry.valueOn && formatDay(entry.valueOn)],
      ['Account', ibanOf(entry.accountIban)],
      [isCredit ? 'Payer' : 'Payee', entry.counterpartyName],
      [isCredit ? 'From account' : 'To account', ibanOf(entry.counterpartyIban)],
      ['Address', counterpartyAddress && postalLine(counterpartyAddress)],
      ['Reference', referenceOf(entry.reference)],
      ['Text', entry.text],
      ['Reason of the return', returned?.reason],
      ['Original end-to-end id', returned?.originalEndToEndId && html`<code>${returned.originalEndToEndId}</code>`],
      ['End-to-end id', entry.endToEndId && html`<code>${entry.endToEndId}</code>`],
      ['Bank reference', entry.entryReference && html`<code>${entry.entryReference}</code>`],
      ['Reference of the detail', entry.detailReference && html`<code>${entry.detailReference}</code>`],
      ['Bank code', entry.code && html`<code>${entry.code}</code>`],
      ['Transactions announced', entry.totalOf !== null && entry.totalOf > 1 && entry.totalOf],
      ['File', file],
      ['Read', time(at)],
      ['Code', why && html`<code>${why}</code>`],
      ['Key', html`<code>${key}</code>`],
    ])}
  </section>`;
}

function candidatesCard(entry: EntryToCheck, { may }: ConsoleVisit): Html {
  const { candidates } = entry;
  return html`<section class="card" aria-labelledby="candidates">
    <h2 id="candidates">What it may belong to</h2>
    ${candidates.length === 0 && html`<p class="soft">Nothing has its account, its reference or its amount.</p>`}
    <ul class="rows">
      ${candidates.map(
        (candidate) =>
          html`<li>
            <span class="candidate">
              ${candidateLine(candidate)}
              ${candidate.kind !== 'deposit' && candidate.deposit !== null && html`<small>${depositLink(candidate.deposit)}, <span class="soft">${candidate.deposit.tenants}</span></small>`}
            </span>
            ${may('clerk') && html`<span class="choices-of">${choices(entry, candidate)}</span>`}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** One click fills the form; without a script. */
function choices(entry: EntryToCheck, candidate: KnownCandidate): Content {
  return choicesFor(entry.entry, candidate).map((choice) => {
    const isSuggested = entry.suggestion !== null && isSame(choice, entry.suggestion);
    const href = `${entryPath(entry.key)}?${filled(choice).toString()}#resolve`;
    return html`<a class="button second small ${isSuggested ? 'suggested' : ''}" href="${href}"
      >${AS_WORDS[choice.as].label}${isSuggested && html` <span class="hint">suggested</span>`}</a
    >`;
  });
}

function isSame(one: ResolvedAs, other: ResolvedAs): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function filled(choice: ResolvedAs): URLSearchParams {
  const target = TARGET_OF[choice.as];
  const named: Partial<Record<string, string>> = choice;
  return new URLSearchParams({
    as: choice.as,
    ...(target === null ? {} : { [TARGET_FIELDS[target]]: named[target] ?? '' }),
  });
}

function foundList(entry: EntryToCheck, found: readonly DepositAnywhere[]): Content {
  return (
    found.length > 0 &&
    notice(
      'info',
      html`<h2>Which deposit do you mean?</h2>
        <ul>
          ${found.map(
            (deposit) =>
              html`<li>${depositLink(deposit)}, ${deposit.tenants}, ${deposit.organization}: <code>${deposit.depositId}</code></li>`,
          )}
        </ul>
        <p class="hint">Copy the id into the field. What you have typed for ${whyTitle(entry.why).toLowerCase()} is kept.</p>`,
    )
  );
}

function alikeCard(alike: readonly AlikeEntry[], { entry }: EntryToCheck): Content {
  if (alike.length === 0) return null;
  const row = (one: AlikeEntry): Html => html`<tr>
    <td class="first"><a href="${entryPath(one.key)}">${one.why === null ? 'Booked' : outcomeWords(one.why)}</a></td>
    <td data-label="Booked" class="number">${one.bookedOn !== null && formatDay(one.bookedOn)}</td>
    <td data-label="${entry.direction === 'credit' ? 'Payer' : 'Payee'}">${one.counterpartyName ?? '–'}</td>
    <td data-label="References" class="wrap">
      <span>${referenceOf(one.reference)}<small class="soft">${one.bankReference}</small></span>
    </td>
    <td data-label="File" class="wrap">${one.file}</td>
  </tr>`;
  return html`<section class="card" aria-labelledby="alike">
    <h2 id="alike">Known bookings like it</h2>
    <p class="soft">Same account, direction and amount, booked within five days.</p>
    <div class="table">
      <table class="cards">
        <caption class="hidden">Known bookings like it</caption>
        <thead>
          <tr>
            ${['Booked as', 'Booked', entry.direction === 'credit' ? 'Payer' : 'Payee', 'References', 'File'].map(
              (name) => html`<th scope="col">${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${alike.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}

function resolvedCard({ entry, resolver, deposit }: EntryView): Html {
  const { resolution, settledAt, orderId } = entry;
  const booked = [
    deposit !== null && html`${depositLink(deposit)}<br /><small class="soft">${deposit.tenants}</small>`,
    orderId !== null && html`<a href="/operator/money/${orderId}">The order</a>`,
  ].filter((one) => one !== false);
  return html`<section class="card" aria-labelledby="resolved">
    <h2 id="resolved">${settledAt === null ? 'Booked by the service' : 'How it was resolved'}</h2>
    ${facts([
      [
        'As',
        resolution === null
          ? outcomeWords(entry.why)
          : resolutionWords(resolution, entry.why).map((line) => html`${line}<br />`),
      ],
      ['Booked to', booked.length > 0 && booked],
      ['By', resolver?.by],
      [
        'Approved by',
        resolver !== null &&
          resolver.approvalId !== null &&
          html`<a href="/operator/approvals/${resolver.approvalId}">${resolver.approvedBy ?? ''}</a>`,
      ],
      ['When', settledAt === null ? null : shownTime(settledAt)],
      ['Reason', resolution?.reason],
    ])}
  </section>`;
}
