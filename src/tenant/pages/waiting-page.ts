import type { FastifyReply } from 'fastify';
import type { ProviderRefusal } from '../../domain/deposit.ts';
import { REFUSED_WORDS } from '../../domain/messages/refused.ts';
import { tenantName } from '../../domain/tenant.ts';
import { html, type Html } from '../../web/html.ts';
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
  if (deposit.refusal !== null) return refusedPage(visit, deposit.refusal);
  return showTenantDeposit(visit, {
    heading: words.waiting.account,
    lead: words.waiting.accountMeans(tenantName(deposit.terms.tenants[0])),
    content: tenantDocumentCard(visit),
  });
}

export function coverPage(visit: TenantVisit): FastifyReply {
  const { deposit, words } = visit;
  if (deposit.refusal !== null) return refusedPage(visit, deposit.refusal);
  return showTenantDeposit(visit, {
    heading: words.waiting.cover,
    lead: words.waiting.coverMeans,
    content: tenantDocumentCard(visit),
  });
}

/** What is so, and what can happen next. The reason may concern a single tenant, so only the property management sees it. */
function refusedPage(visit: TenantVisit, { by }: ProviderRefusal): FastifyReply {
  const words = REFUSED_WORDS[visit.language].tenant;
  return showTenantDeposit(visit, {
    heading: words.heading[by],
    lead: words.lead,
    content: html`<section class="card">
        <h2>${words.ways}</h2>
        <ul>
          <li>${words.edited}</li>
          <li>${words.withdrawn}</li>
          <li>${words.accepted[by]}</li>
        </ul>
        <p>${words.nothingToDo}</p>
      </section>
      ${tenantDocumentCard(visit)}`,
  });
}

export function preparedPage(visit: TenantVisit): FastifyReply {
  const { words } = visit;
  return showTenantDeposit(visit, { heading: words.waiting.prepared, lead: words.waiting.preparedMeans });
}
