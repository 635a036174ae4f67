import { bouncedTenants } from '../../../domain/changes/bounce.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { personName, type Tenant } from '../../../domain/tenant.ts';
import type { EmailAddress } from '../../../domain/values/contact.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';
import { BOUNCE_WORDS } from './bounce-words.ts';

/** Tenants whom mails do not reach, present and wished addresses alike. */
export function bounceNotices(deposit: StoredDeposit, language: Language): Content {
  if (!canMove('change_contact', deposit)) return null;
  const { heading, means, link } = BOUNCE_WORDS[language];
  return deposit.bounces.flatMap(({ email, reason }) =>
    bouncedTenants(deposit, email as EmailAddress).map((position) => {
      const person = personName(deposit.terms.tenants[position - 1] as Tenant);
      return notice(
        'warn',
        html`<h2>${heading}</h2>
          <p>${means(person, email)}</p>
          ${reason !== null && html`<p class="hint">${reason}</p>`}
          <p><a href="/manager/deposits/${deposit.id}/tenants/${position}">${link}</a></p>`,
      );
    }),
  );
}
