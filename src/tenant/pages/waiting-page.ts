import type { FastifyReply } from 'fastify';
import { tenantName } from '../../domain/tenant.ts';
import { html, type Html } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { tenantDocumentCard, showTenantDeposit } from './shell.ts';

/** This tenant has signed, and others have not. */
export function signedPage(visit: TenantVisit): FastifyReply {
  const { words } = visit;
  return showTenantDeposit(visit, {
    heading: words.waiting.thanks,
    lead: words.waiting.othersMissing,
    content: whoHasSigned(visit),
  });
}

/** Names, and whether they have signed. Tenants see no other data of each other. */
function whoHasSigned({ deposit, position, words }: TenantVisit): Html {
  const { waiting } = words;
  return html`<section class="card">
    <h2>${waiting.who}</h2>
    <ul class="rows">
      ${deposit.terms.tenants.map(({ firstName, lastName }, index) => {
        const hasSigned = deposit.signatures[index] !== null;
        return html`<li>
          <span>${firstName} ${lastName}${index + 1 === position && html` (${waiting.you})`}</span>
          <span class="state ${hasSigned ? 'open' : 'closing'}">${hasSigned ? waiting.signed : waiting.notSigned}</span>
        </li>`;
      })}
    </ul>
    <p>${words.signing.whatNext}</p>
  </section>`;
}

export function awaitingAccountPage(visit: TenantVisit): FastifyReply {
  const { deposit, words } = visit;
  return showTenantDeposit(visit, {
    heading: words.waiting.account,
    lead: words.waiting.accountMeans(tenantName(deposit.terms.tenants[0])),
    content: html`${refusalNotice(visit)} ${tenantDocumentCard(visit)}`,
  });
}

export function coverPage(visit: TenantVisit): FastifyReply {
  const { words } = visit;
  return showTenantDeposit(visit, {
    heading: words.waiting.cover,
    lead: words.waiting.coverMeans,
    content: html`${refusalNotice(visit)} ${tenantDocumentCard(visit)}`,
  });
}

/** The reason may concern a single tenant, so only the property management sees it. */
function refusalNotice({ deposit, words }: TenantVisit): Html | null {
  return deposit.refusal === null ? null : notice('wait', html`<p>${words.waiting.refused[deposit.refusal.by]}</p>`);
}

export function preparedPage(visit: TenantVisit): FastifyReply {
  const { words } = visit;
  return showTenantDeposit(visit, { heading: words.waiting.prepared, lead: words.waiting.preparedMeans });
}
