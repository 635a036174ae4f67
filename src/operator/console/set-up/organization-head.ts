import type { Organization } from '../../../domain/organization.ts';
import { atHomeElsewhere } from '../cells/cells-page.ts';
import { html, type Html } from '../../../web/html.ts';

const TABS = {
  settings: ['Settings', ''],
  brand: ['Brand', '/brand'],
  members: ['Members', '/members'],
  connections: ['Connections', '/connections'],
  status_keys: ['Status keys', '/status-keys'],
  ignored: ['Ignored contracts', '/ignored'],
  holdings: ['Holdings', '/holdings'],
} as const;

/** At the top of every page of an organization. */
export function organizationHead({ id, name, home }: Organization, current: keyof typeof TABS): Html {
  const tab = ([key, [label, path]]: [string, readonly [string, string]]): Html => html`<li>
    <a href="/operator/organizations/${id}${path}" ${key === current && html`aria-current="page"`}>${label}</a>
  </li>`;
  return html`<a class="crumb" href="/operator/organizations">Organizations</a>
    <h1>${name}</h1>
    <nav aria-label="${name}">
      <ul class="tabs">
        ${Object.entries(TABS).map(tab)}
      </ul>
    </nav>
    ${atHomeElsewhere(home, `/operator/organizations/${id}`)}`;
}
