import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import { emailKey } from '../../../domain/values/contact.ts';
import { canMove } from '../../../domain/lifecycle/moves.ts';
import { personName } from '../../../domain/tenant.ts';
import type { Language } from '../../../domain/values/language.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm } from '../../../web/parts.ts';
import { LETTER_CARD_WORDS } from './words.ts';

/** Letters to tenants whom no mail reaches. */
export function letterCard(deposit: StoredDeposit, { token, language }: { token: Html; language: Language }): Content {
  if (!canMove('make_letter', deposit)) return null;
  const words = LETTER_CARD_WORDS[language];
  const { terms, bounces, letters, id } = deposit;
  const readers = terms.tenants.flatMap((tenant, index) => {
    const { email } = tenant;
    const isReached = email !== null && !bounces.some((one) => one.email === emailKey(email));
    return isReached ? [] : [{ name: personName(tenant), position: index + 1 }];
  });
  if (readers.length === 0) return null;
  return html`<section class="card" aria-labelledby="letters">
    <h2 id="letters">${words.heading}</h2>
    ${readers.map(({ name, position }) => {
      const letter = letters.find((one) => one.tenant === position);
      const state =
        letter === undefined
          ? words.none(name)
          : letter.doneAt === null
            ? words.due(name)
            : words.made(name, formatDay(swissDay(letter.doneAt)));
      return html`<p>${state}</p>
        ${buttonForm({ action: `/manager/deposits/${id}/tenants/${position}/letter`, label: words.button, hidden: token, className: 'second' })}`;
    })}
    <p class="hint">${words.means}</p>
  </section>`;
}
