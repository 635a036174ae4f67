import type { Organization } from '../../../domain/organization.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, notice } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { organizationHead } from './organization-head.ts';
import { BASICS, languageName, SETTINGS } from './settings.ts';

type Shown = Pick<Page, 'title' | 'content'>;

/** Further organizations are found by searching. */
const MOST_SHOWN = 300;

export function organizationsPage(all: readonly Organization[], wanted: string, may: May): Shown {
  const title = 'Organizations';
  const found = inOrder(all).filter((one) => isFound(one, wanted));
  const row = (organization: Organization): Html => html`<tr>
    <td class="first">
      ${organization.parentId !== null && html`<span aria-label="sub-organization">↳ </span>`}<a
        href="/operator/organizations/${organization.id}"
        >${organization.name}</a
      >${organization.home !== null && html`<small class="soft">at home in ${organization.home}</small>`}
    </td>
    <td data-label="Town">${organization.address.city}</td>
    <td data-label="E-mail domain">${organization.emailDomain}</td>
    <td data-label="Language">${languageName(organization)}</td>
    <td data-label="Signing">${organization.preSigned ? 'by the service' : 'by its managers'}</td>
  </tr>`;
  const content = html`<div class="heading">
      <h1>${title}</h1>
      ${may('admin') && html`<a class="button" href="/operator/organizations/new">New organization</a>`}
    </div>
    <form class="card search" method="get" role="search">
      <div class="row">
        <div class="field">
          <label for="q">Name, e-mail domain or id</label>
          <input id="q" name="q" type="search" value="${wanted}" />
        </div>
        <button type="submit" class="second">Search</button>
      </div>
    </form>
    ${
      found.length === 0
        ? html`<p class="empty">${wanted === '' ? 'There is no organization yet.' : 'Nothing was found.'}</p>`
        : html`<div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Town</th>
                  <th scope="col">E-mail domain</th>
                  <th scope="col">Language</th>
                  <th scope="col">Signing</th>
                </tr>
              </thead>
              <tbody>
                ${found.slice(0, MOST_SHOWN).map(row)}
              </tbody>
            </table>
          </div>`
    }
    ${found.length > MOST_SHOWN && html`<p class="hint">${MOST_SHOWN} of ${found.length} are shown; search for the others.</p>`}`;
  return { title, content };
}

/** By name, each with its sub-organizations right after it. */
function inOrder(all: readonly Organization[]): Organization[] {
  const byName = all.toSorted((a, b) => a.name.localeCompare(b.name));
  const below = Map.groupBy(byName, ({ parentId }) => parentId);
  return (below.get(null) ?? []).flatMap((top) => [top, ...(below.get(top.id) ?? [])]);
}

function isFound({ id, name, emailDomain }: Organization, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return id === text || name.toLowerCase().includes(text) || emailDomain.toLowerCase().includes(text);
}

const DONE: Record<string, (url: string) => Html> = {
  added: (url) =>
    html`The organization is added. Next:
      <a href="${url}/members/new">add a member as its default property manager</a>, and
      <a href="${url}/connections/new">connect it to a partner</a>.`,
  changed: () => html`The changes are saved and apply to every call from now on.`,
};

export function consoleOrganizationPage(view: {
  organization: Organization;
  parent: Organization | null;
  subOrganizations: readonly Organization[];
  done: string | null;
  changes: Content;
  may: May;
}): Shown {
  const { organization, parent, subOrganizations, done, changes, may } = view;
  const { address } = organization;
  const message = Object.hasOwn(DONE, done ?? '')
    ? DONE[done ?? '']?.(`/operator/organizations/${organization.id}`)
    : undefined;
  const content = html`${organizationHead(organization, 'settings')}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    <section class="card">
      <div class="heading">
        <h2>Who it is</h2>
        ${
          may('admin') &&
          html`<a class="button second small" href="/operator/organizations/${organization.id}/edit">Change</a>`
        }
      </div>
      ${facts([
        [
          'Id',
          html`<code>${organization.id}</code><br /><span class="hint">Partners send it as x-org-id when they read contract status.</span>`,
        ],
        [BASICS.language.label, withMeaning(languageName(organization), BASICS.language.meaning)],
        [BASICS.emailDomain.label, withMeaning(organization.emailDomain, BASICS.emailDomain.meaning)],
        [BASICS.address.label, `${address.street} ${address.streetNumber}, ${address.zip} ${address.city}`],
        [
          BASICS.parentId.label,
          parent !== null && html`<a href="/operator/organizations/${parent.id}">${parent.name}</a>`,
        ],
        ['Deposits', html`<a href="/operator/deposits?organization=${organization.id}">Its deposits</a>`],
        ['Money', html`<a href="/operator/organizations/${organization.id}/holdings">What is held on a day</a>`],
        ['Calls', html`<a href="/operator/calls?organization=${organization.id}">Recent calls</a>`],
      ])}
    </section>
    <section class="card">
      <div class="heading">
        <h2>Settings</h2>
        ${
          may('admin') &&
          html`<a
            class="button second small"
            href="/operator/organizations/${organization.id}/edit#preSigned"
            aria-label="Change the settings"
            >Change</a
          >`
        }
      </div>
      ${facts(
        Object.values(SETTINGS).map(
          ({ label, meaning, value }) => [label, withMeaning(value(organization), meaning)] as const,
        ),
      )}
    </section>
    ${organization.parentId === null && subOrganizationCard(organization, subOrganizations, may)} ${changes}`;
  return { title: organization.name, content };
}

function withMeaning(value: string, meaning: string): Html {
  return html`${value}<br /><span class="hint">${meaning}</span>`;
}

function subOrganizationCard({ id }: Organization, subs: readonly Organization[], may: May): Html {
  return html`<section class="card">
    <div class="heading">
      <h2>Sub-organizations</h2>
      ${
        may('admin') &&
        html`<a class="button second small" href="/operator/organizations/new?parent=${id}">Add a sub-organization</a>`
      }
    </div>
    <p>${BASICS.parentId.meaning}</p>
    ${
      subs.length > 0 &&
      html`<ul>
        ${subs.map((sub) => html`<li><a href="/operator/organizations/${sub.id}">${sub.name}</a></li>`)}
      </ul>`
    }
  </section>`;
}
