import type { FastifyReply } from 'fastify';
import { formatDay } from '../../domain/calendar.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import { groupedIban } from '../../domain/iban.ts';
import { propertyLine } from '../../domain/deposit.ts';
import { STATE_NAMES, STEP_NAMES } from '../../domain/messages/states.ts';
import { formatChf, type Rappen } from '../../domain/money.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/page.ts';
import { facts, notice } from '../../web/parts.ts';
import { languageLinks } from '../language.ts';
import { listed, type FieldProblems } from '../problems.ts';
import type { Visit } from '../visit.ts';
import type { TenantWords } from '../words/words.ts';
import { steps } from './steps.ts';

type Shown = {
  heading: string;
  lead?: Content;
  content?: Content;
  /** What the person has just sent could not be taken on. */
  problems?: Html | null;
  scripts?: readonly string[];
  /** It says itself what the deposit is about. */
  isSelfContained?: boolean;
};

/** A page about the deposit: where it stands comes first, what it is about and whom to ask come last. */
export function showDeposit(visit: Visit, shown: Shown, status = 200): FastifyReply {
  const { deposit, language, words } = visit;
  const { state, step } = deposit;
  const content = html`<p class="crumb">${words.title} · ${propertyLine(deposit.terms)}</p>
    ${shown.problems}
    <h1>${shown.heading}</h1>
    <p>
      <span class="state ${state}">${STATE_NAMES[language][state]}</span>
      ${step !== null && html`<span class="soft"> ${STEP_NAMES[language][step]}</span>`}
    </p>
    ${shown.lead !== undefined && html`<p class="lead">${shown.lead}</p>`} ${steps(visit)} ${shown.content}
    ${shown.isSelfContained === true ? contact(visit) : html`<div class="two">${about(visit)} ${contact(visit)}</div>`}`;
  return sendPage(visit.reply, { ...frame(visit), content, scripts: shown.scripts ?? [] }, status);
}

/** A page that only explains something. */
export function showNote(visit: Visit, content: Html, status: number): FastifyReply {
  return sendPage(visit.reply, { ...frame(visit), content }, status);
}

function frame({ language, words, request }: Visit) {
  const path = request.url.split('?')[0] as string;
  // A form that was sent is not a page that one can go back to.
  const own = request.method === 'GET' ? path : path.split('/').slice(0, 3).join('/');
  const links = languageLinks(language, own);
  return { title: words.title, language, isNarrow: true, who: html`<div class="who">${links}</div>` } as const;
}

function about({ deposit, organization, words }: Visit): Html {
  const { terms, product, iban, state } = deposit;
  // Before it is paid, the only account to be seen is the one to pay to.
  const hasAccount = product === 'bank_deposit' && (state === 'open' || state === 'closing');
  return html`<section class="card">
    <h2>${words.title}</h2>
    ${facts([
      [words.amount, chf(terms.rentalDeposit)],
      [words.form, product === null ? null : words.products[product]],
      [words.account, hasAccount && iban !== null && groupedIban(iban)],
      [words.home, propertyLine(terms)],
      [words.rentalStart, formatDay(terms.rentalStart)],
      [words.landlord, terms.owner.name],
      [words.management, organization.name],
      [words.contract, terms.externalContractId],
    ])}
  </section>`;
}

function contact(visit: Visit): Html {
  const { words, organization, deposit } = visit;
  const { firstName, lastName, email } = deposit.manager;
  return html`<section class="card">
    <h2>${words.questions}</h2>
    <p>${words.questionsMeans}</p>
    <p><strong>${firstName} ${lastName}</strong><br />${organization.name}<br />${mailLink(visit, email)}</p>
  </section>`;
}

/** A mail to the property management that says what it is about. */
export function mailLink({ deposit, words }: Visit, label: Content): Html {
  const { email } = deposit.manager;
  const subject = encodeURIComponent(words.mailSubject(deposit.terms.externalContractId));
  return html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}">${label}</a>`;
}

export function chf(amount: Rappen): Html {
  return html`<span class="amount">CHF ${formatChf(amount)}</span>`;
}

/** All that is wrong with a form, each with the way to its field. */
export function problemList<Field extends string>(
  problems: FieldProblems<Field>,
  words: TenantWords,
  idOf: (field: Field) => string,
): Html | null {
  const all = listed(problems);
  if (all.length === 0) return null;
  return notice(
    'warn',
    html`<p><strong>${words.problems}</strong></p>
      <ul>
        ${all.map(([name, problem]) => html`<li><a href="#${idOf(name)}">${words.problem[problem]}</a></li>`)}
      </ul>`,
  );
}

/** The papers that belong to where the deposit stands, the newest of each kind: earlier ones may name other tenants. */
export function papersOf(deposit: StoredDeposit): { id: string; kind: Exclude<DocumentKind, 'payment_slip'> }[] {
  return kindsOf(deposit).flatMap((kind) => {
    const newest = deposit.documents.findLast((one) => one.kind === kind);
    return newest === undefined ? [] : [{ id: newest.id, kind }];
  });
}

function kindsOf({ state, step }: Deposit): Exclude<DocumentKind, 'payment_slip'>[] {
  switch (state) {
    case 'opening':
      return step === 'awaiting_account' || step === 'awaiting_cover' || step === 'awaiting_payment'
        ? ['agreement']
        : [];
    case 'open':
    case 'closing':
      return ['agreement', 'pay_in'];
    case 'closed':
      return ['agreement', 'pay_in', 'pay_out'];
    case 'withdrawn':
      return ['withdrawal'];
    case 'draft_editing':
      return [];
  }
}

export function documentCard({ deposit, words, path }: Visit): Html | null {
  const papers = papersOf(deposit);
  if (papers.length === 0) return null;
  return html`<section class="card">
    <h2>${words.documents}</h2>
    <div class="buttons">
      ${papers.map(
        ({ id, kind }) =>
          html`<a class="button second" href="${path(`/documents/${id}`)}">${words.documentNames[kind]} (PDF)</a>`,
      )}
    </div>
  </section>`;
}
