import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { ConnectedOrganization } from '../../../storage/set-up/connections.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { nothingYet, cardTable } from '../parts.ts';
import { CONNECTION_WORDS, type ConnectionWords } from './words.ts';

/** The organizations that a partner is connected to. */
export function organizationList(
  organizations: readonly ConnectedOrganization[],
  language: PartnerLanguage,
): Pick<Page, 'title' | 'content'> {
  const words = CONNECTION_WORDS[language];
  const columns = [words.organization, words.externalOrgId, words.organizationId, words.callback];
  const rows = organizations.map(({ connectionId, organizationId, name, externalOrgId, callback }) => [
    html`<a href="/partner/organizations/${connectionId}">${name}</a>`,
    html`<code>${externalOrgId}</code>`,
    html`<code>${organizationId}</code>`,
    standingBadge(callback, words),
  ]);
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${
      rows.length === 0
        ? nothingYet(words.none, words.noneMeans)
        : cardTable(
            words.title,
            columns.map((label) => ({ label })),
            rows,
          )
    }`;
  return { title: words.title, content };
}

const TONES = { none: '', on: 'open', off: 'withdrawn' } as const;

function standingBadge(standing: ConnectedOrganization['callback'], words: ConnectionWords): Html {
  return html`<span class="state ${TONES[standing]}">${words.standing[standing]}</span>`;
}
