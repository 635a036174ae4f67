import { withColon } from '../../domain/values/language.ts';
import type { FastifyReply } from 'fastify';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { propertyLine } from '../../domain/deposit.ts';
import { CHANGE_WORDS } from '../../domain/messages/changes.ts';
import { OFFER_WORDS } from '../../domain/messages/offers.ts';
import { stepName } from '../../domain/messages/refused.ts';
import { STATE_NAMES } from '../../domain/messages/states.ts';
import { canMove } from '../../domain/lifecycle/moves.ts';
import { formatChf } from '../../domain/values/money.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/page.ts';
import { chf, facts, problemNotice, progress } from '../../web/parts.ts';
import { languageLinks } from '../language.ts';
import { listed, type FieldProblems } from '../problems.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';
import type { TenantWords } from '../words/words.ts';
import { sharedCard } from '../shared/shared-card.ts';
import { shownDocuments } from './documents-view.ts';
import { holdNotices } from './hold-notices.ts';
import { stepsView } from './steps-view.ts';

type Shown = {
  heading: string;
  lead?: Content;
  content?: Content;
  /** What is wrong with the form that was just submitted. */
  problems?: Html | null;
  scripts?: readonly string[];
  /** The page shows the facts of the deposit itself, so the card with them is left out. */
  isSelfContained?: boolean;
};

/** A page about the deposit: its state first, then the content, then the facts and whom to ask. */
export function showTenantDeposit(visit: TenantVisit, shown: Shown, status = 200): FastifyReply {
  const { deposit, language, words } = visit;
  const { state } = deposit;
  const step = stepName(deposit, language);
  const steps = stepsView(deposit, words);
  const content = html`<p class="crumb">${words.title} · ${propertyLine(deposit.terms)}</p>
    ${shown.problems}
    <h1>${shown.heading}</h1>
    <p>
      <span class="state ${state}">${STATE_NAMES[language][state]}</span>
      ${step !== null && html`<span class="soft"> ${step}</span>`}
    </p>
    ${shown.lead !== undefined && html`<p class="lead">${shown.lead}</p>`} ${holdNotices(visit)} ${steps !== null && progress(words.progress, steps)} ${shown.content} ${sharedCard(visit)}
    ${shown.isSelfContained === true ? contact(visit) : html`<div class="two">${about(visit)} ${contact(visit)}</div>`}`;
  return sendPage(visit.reply, { ...frame(visit), content, scripts: shown.scripts ?? [] }, status);
}

/** A page that only explains something. */
export function showNote(visit: TenantVisit, content: Html, status: number): FastifyReply {
  return sendPage(visit.reply, { ...frame(visit), content }, status);
}

function frame({ language, words, request, organization }: TenantVisit) {
  const path = request.url.split('?')[0] as string;
  // The URL of a submitted form is not a page, so the links lead to the page of the deposit.
  const own = request.method === 'GET' ? path : path.split('/').slice(0, 3).join('/');
  const links = languageLinks(language, own);
  const who = html`<div class="who">${links}</div>`;
  return { title: words.title, language, isNarrow: true, who, brand: organization.shownBrand } as const;
}

function about({ deposit, organization, words, language }: TenantVisit): Html {
  const { terms, product, provider, policy, iban, state } = deposit;
  const offer = OFFER_WORDS[language];
  // Until it is paid, only the account to pay to is shown.
  const hasAccount = product === 'bank_deposit' && (state === 'open' || state === 'closing');
  return html`<section class="card">
    <h2>${words.title}</h2>
    ${facts([
      [words.amount, chf(formatChf(terms.rentalDeposit))],
      [words.form, product === null ? null : words.products[product]],
      [product === null ? '' : offer.provider[product], product === null ? null : provider?.name],
      [offer.policy, policy?.policyNumber],
      [offer.premium, policy === null || policy.premium === null ? null : offer.premiumIs(formatChf(policy.premium))],
      [words.account, hasAccount && iban !== null && groupedIban(iban)],
      [words.home, propertyLine(terms)],
      [words.rentalStart, formatDay(terms.rentalStart)],
      [words.landlord, terms.owner.name],
      [words.management, organization.name],
      [words.contract, terms.externalContractId],
    ])}
  </section>`;
}

function contact(visit: TenantVisit): Html {
  const { words, organization, deposit } = visit;
  const { firstName, lastName, email } = deposit.manager;
  return html`<section class="card">
    <h2>${words.questions}</h2>
    <p>${words.questionsMeans}</p>
    <p><strong>${firstName} ${lastName}</strong><br />${organization.name}<br />${mailLink(visit, email)}</p>
    ${canMove('change_contact', deposit) && html`<p><a href="${visit.path('/contact')}">${TENANT_CONTACT_WORDS[visit.language].change}</a></p>`}
  </section>`;
}

/** A mail to the property management that says what it is about. */
export function mailLink({ deposit, words }: TenantVisit, label: Content): Html {
  const { email } = deposit.manager;
  const subject = encodeURIComponent(words.mailSubject(deposit.terms.externalContractId));
  return html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${subject}">${label}</a>`;
}

/** All problems of a form, each with a link to its field. */
export function problemList<Field extends string>(
  problems: FieldProblems<Field>,
  words: TenantWords,
  idOf: (field: Field) => string,
): Html | null {
  const all = listed(problems);
  if (all.length === 0) return null;
  return problemNotice(
    html`<p><strong>${words.problems}</strong></p>
      <ul>
        ${all.map(([name, problem]) => html`<li><a href="#${idOf(name)}">${words.problem[problem]}</a></li>`)}
      </ul>`,
  );
}

export function tenantDocumentCard(visit: TenantVisit): Html | null {
  const { words, path, language } = visit;
  const documents = shownDocuments(visit);
  if (documents.length === 0) return null;
  return html`<section class="card">
    <h2>${words.documents}</h2>
    <div class="buttons">
      ${documents.map(
        ({ id, kind, year, amendment }) =>
          html`<a class="button second" href="${path(`/documents/${id}`)}"
            >${amendment !== null && `${withColon(CHANGE_WORDS[language].title(amendment), language)} `}${words.documentNames[kind]}${year !== null && ` ${year}`} (PDF)</a
          >`,
      )}
    </div>
  </section>`;
}
