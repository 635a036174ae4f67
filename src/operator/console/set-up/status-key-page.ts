import type { Organization } from '../../../domain/organization.ts';
import type { ListedKey } from '../../../storage/set-up/key-uses.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, notice } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { shownOnce } from '../shown-once.ts';
import { keyTable } from './key-page.ts';
import { organizationHead } from './organization-head.ts';

export function statusKeysPage(view: {
  organization: Organization;
  token: Html;
  keys: readonly ListedKey[];
  /** A key that was just issued. */
  shown: string | null;
  isRevoked: boolean;
  may: May;
}): Pick<Page, 'title' | 'content'> {
  const { organization, token, keys, shown, isRevoked, may } = view;
  const { id, name, contractStatusEnabled } = organization;
  const url = `/operator/organizations/${id}/status-keys`;
  const content = html`${organizationHead(organization, 'status_keys')} ${shownOnce('The new key', shown)}
    ${isRevoked && notice('good', html`<p>The key is revoked. Calls with it are refused.</p>`)}
    ${
      !contractStatusEnabled &&
      notice(
        'wait',
        html`<p>
          Contract status is switched off for this organization, so these keys are answered “not enabled”.
          ${may('admin') && html`<a href="/operator/organizations/${id}/edit#contractStatusEnabled">Switch it on</a>`}
        </p>`,
      )
    }
    <p class="lead">
      With a status key and <code>x-org-id</code>, a system reads the status of a contract and the events it has missed. The
      key cannot open deposits. To change keys without a gap, issue a new one, hand it over, and revoke the old one once it
      is no longer used.
    </p>
    ${keyTable(keys, { prefix: 'dsk', revoke: may('admin') ? url : null })}
    ${
      may('admin') &&
      html`<div class="buttons">${buttonForm({ action: url, label: 'Issue a new key', hidden: token, className: 'second' })}</div>`
    }`;
  return { title: `Status keys of ${name}`, content };
}
