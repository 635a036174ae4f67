import { integrationName } from '../../../domain/messages/integrations.ts';
import { INTEGRATIONS } from '../../../domain/integration.ts';
import type { NotedReport } from '../../../storage/conformance/reports.ts';
import type { ConnectedOrganization, PartnerUse } from '../../../storage/set-up/connections.ts';
import type { PartnerContact } from '../../../storage/partners/contacts.ts';
import type { ListedKey } from '../../../storage/set-up/key-uses.ts';
import type { Partner } from '../../../storage/set-up/partners.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice, selectField, textField } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { shownOnce } from '../shown-once.ts';
import { partnerContactsPart, partnerUrl } from './contacts/contact-page.ts';
import { reportMark } from './conformance/conformance-part.ts';
import { keyTable, revokedNotice, lastUse } from './key-page.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

export function partnersPage(partners: readonly Partner[], uses: ReadonlyMap<string, PartnerUse>, may: May): Shown {
  const title = 'Partners';
  const row = ({ id, name, integration }: Partner): Html => {
    const use = uses.get(id);
    return html`<tr>
      <td class="first"><a href="/operator/partners/${id}">${name}</a></td>
      <td data-label="Path">${integrationName(integration, 'en')}</td>
      <td data-label="Valid keys" class="right">${use?.keys ?? 0}</td>
      <td data-label="Organizations" class="right">${use?.organizations ?? 0}</td>
      <td data-label="Last call">${lastUse({ usedAt: use?.usedAt ?? null })}</td>
    </tr>`;
  };
  const content = html`<div class="heading">
      <h1>${title}</h1>
      ${may('admin') && html`<a class="button" href="/operator/partners/new">New partner</a>`}
    </div>
    <p class="lead">
      A partner is a property-management system that opens deposits. Its keys are valid for one path. Its connections map its clients to organizations. <a href="/operator/paths">What differs between the paths</a>
    </p>
    ${
      partners.length === 0
        ? html`<p class="empty">There is no partner yet.</p>`
        : html`<div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Path</th>
                  <th scope="col" class="right">Valid keys</th>
                  <th scope="col" class="right">Organizations</th>
                  <th scope="col">Last call</th>
                </tr>
              </thead>
              <tbody>
                ${partners.map(row)}
              </tbody>
            </table>
          </div>`
    }`;
  return { title, content };
}

const LABELS = { name: 'Name', integration: 'Path' };

export function newPartnerPage(view: {
  token: Html;
  typed: { name: string; integration: string };
  problems: Problems;
}): Shown {
  const { token, typed, problems } = view;
  const title = 'New partner';
  const content = html`<a class="crumb" href="/operator/partners">Partners</a>
    <div class="card">
      <h1>${title}</h1>
      <p class="lead">The first key of the partner is issued at once. It is shown only once.</p>
      ${formProblemSummary(problems, LABELS)}
      <form method="post" novalidate>
        ${token}
        ${textField({
          name: 'name',
          label: LABELS.name,
          hint: 'The vendor, or the client if its own system calls. Its contacts see the name.',
          value: typed.name,
          isRequired: true,
          problem: problems['name'],
        })}
        ${selectField({
          name: 'integration',
          label: LABELS.integration,
          hint: 'The keys of this partner are valid for this path only. It cannot be changed later.',
          value: typed.integration,
          choices: [
            ['', 'Please choose'],
            ...INTEGRATIONS.map((name) => [name, `${integrationName(name, 'en')} (/webhook/${name})`] as const),
          ],
          problem: problems['integration'] && 'Please choose one of the five paths.',
        })}
        <button type="submit">Add the partner</button>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

export function partnerPage(view: {
  partner: Partner;
  token: Html;
  keys: readonly ListedKey[];
  organizations: readonly ConnectedOrganization[];
  reports: readonly NotedReport[];
  isProduction: boolean;
  /** A key that was just issued. */
  shown: string | null;
  contacts: readonly PartnerContact[];
  /** What was just done. */
  done: string | null;
  isRevoked: boolean;
  changes: Content;
  may: May;
}): Shown {
  const { partner, token, keys, organizations, shown, contacts, done, isRevoked, changes, may } = view;
  const url = partnerUrl(partner);
  const content = html`<a class="crumb" href="/operator/partners">Partners</a>
    <h1>${partner.name}</h1>
    ${shownOnce('The new key', shown)}
    ${done !== null && notice('good', html`<p>${done}</p>`)} ${revokedNotice(keys, isRevoked)}
    <div class="card">
      ${facts([
        ['Path', html`<code>/webhook/${partner.integration}</code>`],
        ['Partner’s id', html`<code>${partner.id}</code>`],
        ['Calls', html`<a href="/operator/calls?partner=${partner.id}">Recent calls of this partner</a>`],
      ])}
    </div>
    <section>
      <h2>Keys</h2>
      <p>
        To change keys without a gap: issue a new one and hand it over. Both are valid. Once the old one is no longer used, revoke it.
      </p>
      ${keyTable(keys, { prefix: 'dpk', revoke: may('admin') ? `${url}/keys` : null })}
      ${
        may('admin') &&
        html`<div class="buttons">${buttonForm({ action: `${url}/keys`, label: 'Issue a new key', hidden: token, className: 'second' })}</div>`
      }
    </section>
    <section>
      <h2>Organizations</h2>
      ${
        organizations.length === 0
          ? html`<p class="empty">
              No organization is connected yet. To connect one, open it and choose “Connections”.
            </p>`
          : organizationTable(view)
      }
    </section>
    ${partnerContactsPart(partner, contacts, may)} ${changes}`;
  return { title: partner.name, content };
}

type OrganizationsView = Pick<Parameters<typeof partnerPage>[0], 'organizations' | 'reports' | 'isProduction' | 'may'>;

function organizationTable({ organizations, reports, isProduction, may }: OrganizationsView): Html {
  const reportOf = new Map(reports.map((report) => [report.connectionId, report]));
  const row = ({ organizationId, name, connectionId, externalOrgId, callback }: ConnectedOrganization): Html =>
    html`<tr>
      <td class="first"><a href="/operator/organizations/${organizationId}">${name}</a></td>
      <td data-label="External id"><code>${externalOrgId}</code></td>
      <td data-label="Callback">
        ${
          may('admin')
            ? html`<a href="/operator/organizations/${organizationId}/connections/${connectionId}">${CALLBACK[callback]}</a>`
            : CALLBACK[callback]
        }
      </td>
      <td data-label="Conformance">${reportMark(reportOf.get(connectionId), { isProduction })}</td>
    </tr>`;
  return html`<div class="table cards">
    <table>
      <thead>
        <tr>
          <th scope="col">Organization</th>
          <th scope="col">External id</th>
          <th scope="col">Callback</th>
          <th scope="col">Conformance</th>
        </tr>
      </thead>
      <tbody>
        ${organizations.map(row)}
      </tbody>
    </table>
  </div>`;
}

const CALLBACK: Record<ConnectedOrganization['callback'], string> = {
  none: 'none',
  on: 'switched on',
  off: 'switched off',
};
