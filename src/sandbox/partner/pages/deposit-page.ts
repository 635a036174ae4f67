import { STATE_NAMES, STEP_NAMES } from '../../../domain/messages/states.ts';
import { propertyLine } from '../../../domain/deposit.ts';
import { tenantName } from '../../../domain/tenant.ts';
import { formatChf } from '../../../domain/values/money.ts';
import { toCorrectPart } from '../../../partner/pages/parts.ts';
import { PARTNER_SECTIONS } from '../../../partner/pages/sections.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { chf, facts, notice } from '../../../web/parts.ts';
import { fieldId, playPart, type Refused } from './play-part.ts';
import { PLAY_WORDS } from './play-words.ts';
import { SANDBOX_WORDS, type SandboxWords } from './words.ts';

/** One deposit, and everything that can be played with it now. */
export function playedDepositPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayPlay: boolean;
  deposit: StoredDeposit;
  /** The form that was just played. */
  played: string | null;
  refused: Refused | null;
}): Pick<Page, 'title' | 'content'> {
  const { language, deposit, played, refused } = view;
  const words = SANDBOX_WORDS[language];
  const title = deposit.terms.externalContractId;
  const label = played !== null && PLAY_WORDS[language].plays[played];
  const content = html`<a class="crumb" href="${PARTNER_SECTIONS.sandbox}">${words.title}</a>
    <div class="heading"><h1>${title}</h1>${phaseBadge(deposit, language)}</div>
    ${label && notice('good', html`<p>${words.played(label)}</p>`)} ${refused !== null && refusedPart(refused, view.language)}
    <div class="columns reading">
      <div>${playPart(view)}</div>
      <div>${aboutCard(deposit, words)} ${linksCard(deposit, words)}</div>
    </div>`;
  return { title, content };
}

export function phaseBadge({ state, step }: Pick<StoredDeposit, 'state' | 'step'>, language: PartnerLanguage): Html {
  return html`<span
    ><span class="state ${state}">${STATE_NAMES[language][state]}</span>${step !== null && html` <small class="soft">${STEP_NAMES[language][step]}</small>`}</span
  >`;
}

function refusedPart({ form, detail, problems }: Refused, language: PartnerLanguage): Content {
  const words = SANDBOX_WORDS[language];
  const entries = Object.entries(problems);
  const own = new Set(form.fields.map(({ name }) => name));
  if (entries.length === 0 || entries.some(([name]) => !own.has(name))) {
    return notice('warn', html`<h2>${words.notPlayed}</h2><p lang="en">${detail}</p>`);
  }
  const labelled = entries.map(
    ([name, message]) => [fieldId(form, name), `${PLAY_WORDS[language].fields[name] ?? name}: ${message}`] as const,
  );
  return toCorrectPart(words.toCorrect, labelled);
}

function aboutCard(deposit: StoredDeposit, words: SandboxWords): Html {
  const { id, terms, organization, iban, paymentReference, policy, paidIn, paidOutTenant } = deposit;
  return html`<section class="card">
    ${facts([
      [words.organization, organization.name],
      [words.tenants, html`${terms.tenants.map((tenant) => html`${tenantName(tenant)}<br />`)}`],
      [words.property, propertyLine(terms)],
      [words.depositAmount, chf(formatChf(terms.rentalDeposit))],
      [words.paidIn, paidIn > 0 && chf(formatChf(paidIn))],
      [words.paidOut, paidOutTenant !== null && chf(formatChf(paidOutTenant))],
      [words.account, iban !== null && html`<code>${iban}</code>`],
      [words.reference, paymentReference !== null && html`<code>${paymentReference}</code>`],
      [words.policy, policy?.policyNumber],
      [words.depositId, html`<code>${id}</code>`],
    ])}
  </section>`;
}

function linksCard({ terms, manager }: StoredDeposit, words: SandboxWords): Html {
  const contract = new URLSearchParams({ contract: terms.externalContractId }).toString();
  const people = [manager.email, ...terms.tenants.map(({ email }) => email)].filter((email) => email !== null);
  return html`<section class="card">
    <h2>${words.leads}</h2>
    <ul>
      <li><a href="${PARTNER_SECTIONS.calls}?${contract}">${words.calls}</a></li>
      <li><a href="${PARTNER_SECTIONS.deliveries}?${contract}">${words.deliveries}</a></li>
      ${[...new Set(people)].map(
        (to) =>
          html`<li>
            <a href="${PARTNER_SECTIONS.sandbox}/mailbox?${new URLSearchParams({ to }).toString()}"
              >${words.mailsTo} ${to}</a
            >
          </li>`,
      )}
    </ul>
  </section>`;
}
