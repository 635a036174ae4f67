import type { StoredProvider } from '../../../storage/providers/providers.ts';
import type { ListedKey } from '../../../storage/set-up/key-uses.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { keyTable, revokedNotice } from '../set-up/key-page.ts';
import { shownOnce } from '../shown-once.ts';
import { providerHead, providerUrl } from './provider-head.ts';

export function providerKeysPage(view: {
  provider: StoredProvider;
  token: Html;
  keys: readonly ListedKey[];
  /** A key that was just issued. */
  shown: string | null;
  isRevoked: boolean;
  may: May;
}): Pick<Page, 'title' | 'content'> {
  const { provider, token, keys, shown, isRevoked, may } = view;
  const url = `${providerUrl(provider)}/keys`;
  const content = html`${providerHead(provider, 'keys', may)} ${shownOnce('The new key', shown)}
    ${revokedNotice(keys, isRevoked)}
    <p class="lead">
      With a key the provider’s system reads what is asked of it, and answers. To change keys without a gap: issue a new one and hand it over. Both are valid. Once the old one is no longer used, revoke it.
    </p>
    ${keyTable(keys, { prefix: 'dvk', revoke: may('admin') ? url : null })}
    ${
      may('admin') &&
      html`<div class="buttons">${buttonForm({ action: url, label: 'Issue a new key', hidden: token, className: 'second' })}</div>`
    }`;
  return { title: `Keys of ${provider.name}`, content };
}
