import type { OperatorRole } from '../../../domain/operator.ts';
import type { ProviderKind } from '../../../domain/provider.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Html } from '../../../web/html.ts';
import type { May } from '../app.ts';

type Tab = readonly [label: string, path: string, needed: OperatorRole];

const TABS = {
  settings: ['Settings', '', 'viewer'],
  applications: ['Applications', '/applications', 'viewer'],
  answers: ['Answers', '/answers', 'clerk'],
  callback: ['Callback', '/callback', 'viewer'],
  contacts: ['Contacts', '/contacts', 'viewer'],
  keys: ['Keys', '/keys', 'viewer'],
} as const satisfies Record<string, Tab>;

export const KIND_NAMES: Record<ProviderKind, string> = { bank: 'bank', insurer: 'insurer' };

/** At the top of every page of a provider. */
export function providerHead(provider: StoredProvider, current: keyof typeof TABS, may: May): Html {
  const { name } = provider;
  const tab = ([key, [label, path]]: [string, Tab]): Html => html`<li>
    <a href="${providerUrl(provider)}${path}" ${key === current && html`aria-current="page"`}>${label}</a>
  </li>`;
  return html`<a class="crumb" href="/operator/providers">Providers</a>
    <h1>${name}</h1>
    <nav aria-label="${name}">
      <ul class="tabs">
        ${Object.entries(TABS)
          .filter(([, [, , needed]]) => may(needed))
          .map(tab)}
      </ul>
    </nav>`;
}

export function providerUrl({ id }: Pick<StoredProvider, 'id'>): string {
  return `/operator/providers/${id}`;
}

export function standingBadge({ isDefault, isActive }: Pick<StoredProvider, 'isDefault' | 'isActive'>): Html {
  if (!isActive) return html`<span class="state withdrawn">retired</span>`;
  return isDefault ? html`<span class="state open">default</span>` : html`<span class="state">active</span>`;
}
