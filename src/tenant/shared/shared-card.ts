import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { html, type Content } from '../../web/html.ts';
import type { TenantVisit } from '../visit.ts';
import { SHARED_WORDS } from './words.ts';

/** Notes and files that the property management shares. Who is about to join sees none. */
export function sharedCard({ deposit, isJoining, organization, language, path }: TenantVisit): Content {
  const notes = deposit.notes.filter(({ shared }) => shared);
  const files = deposit.files.filter(({ shared }) => shared);
  if (isJoining || notes.length + files.length === 0) return null;
  const words = SHARED_WORDS[language];
  return html`<section class="card" aria-labelledby="shared">
    <h2 id="shared">${words.heading}</h2>
    <p>${words.from(organization.name)}</p>
    ${notes.map(
      ({ at, text }) =>
        html`<p class="written">${text}</p>
          <p class="hint">${formatDay(swissDay(at))}</p>`,
    )}
    ${
      files.length > 0 &&
      html`<ul>
        ${files.map(
          ({ id, name, at }) =>
            html`<li><a href="${path(`/files/${id}`)}">${name}</a> <span class="hint">(${formatDay(swissDay(at))})</span></li>`,
        )}
      </ul>`
    }
  </section>`;
}
