import { contactLock } from '../../domain/changes/email-facts.ts';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { html, type Html } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CONTACT_WORDS } from '../words/contacts.ts';

export function lockText({ deposit, position, now, language }: TenantVisit): Html | null {
  const until = contactLock(deposit, position, now);
  return until === null ? null : html`<p>${TENANT_CONTACT_WORDS[language].locked(formatDay(swissDay(until)))}</p>`;
}

/** What stops money or this tenant's word for now. */
export function holdNotices(visit: TenantVisit): Html {
  const words = TENANT_CONTACT_WORDS[visit.language];
  const { hold, state } = visit.deposit;
  const lock = state === 'open' || state === 'closing' ? lockText(visit) : null;
  return html`${hold !== null && notice('wait', html`<h2>${words.onHold}</h2><p>${words.onHoldMeans}</p>`)}
  ${lock !== null && notice('wait', lock)}`;
}
