import { integrationName } from '../../../domain/messages/integrations.ts';
import { CALLBACK_DOCUMENTS } from '../../../domain/document.ts';
import { EVENT_TYPES, type EventType } from '../../../domain/document.ts';
import type { Organization } from '../../../domain/organization.ts';
import type { NotedReport } from '../../../storage/conformance/reports.ts';
import type { Callback, PartnerConnection } from '../../../storage/set-up/connections.ts';
import type { Partner } from '../../../storage/set-up/partners.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, checkbox, facts, notice, selectField, textField } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { shownOnce } from '../shown-once.ts';
import type { TypedCallback } from './callback-input.ts';
import { reportCard, reportMark } from './conformance/conformance-part.ts';
import { organizationHead } from './organization-head.ts';
import { documentName } from './paths-page.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

const LABELS: Record<string, string> = {
  partnerId: 'Partner',
  externalOrgId: 'External id',
  url: 'Address',
  reportUrl: 'Address of a report',
};

export function connectionsPage(view: {
  organization: Organization;
  connections: readonly PartnerConnection[];
  partners: readonly Partner[];
  reports: readonly NotedReport[];
  isProduction: boolean;
  may: May;
}): Shown {
  const { organization, connections, partners, reports, isProduction, may } = view;
  const reportOf = new Map(reports.map((report) => [report.connectionId, report]));
  const names = new Map(partners.map(({ id, name }) => [id, name]));
  const nameOf = (connection: PartnerConnection): Content => {
    const name = `${names.get(connection.partnerId) ?? ''}, ${connection.externalOrgId}`;
    return may('admin') ? html`<a href="${urlOf(connection)}">${name}</a>` : name;
  };
  const row = (connection: PartnerConnection): Html => html`<tr>
    <td class="first">${nameOf(connection)}</td>
    <td data-label="Callback" class="wrap">${connection.callback?.url ?? 'none'}</td>
    <td data-label="State">${stateOf(connection.callback)}</td>
    <td data-label="Conformance">${reportMark(reportOf.get(connection.id), { isProduction })}</td>
  </tr>`;
  const content = html`${organizationHead(organization, 'connections')}
    <p class="lead">
      A connection sets the id by which a partner’s system knows this organization, and the URL that documents are sent to.
    </p>
    ${
      connections.length === 0
        ? html`<p class="empty">There is no connection yet: no partner can open deposits for this organization.</p>`
        : html`<div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">Partner and external id</th>
                  <th scope="col">Callback</th>
                  <th scope="col">State</th>
                  <th scope="col">Conformance</th>
                </tr>
              </thead>
              <tbody>
                ${connections.map(row)}
              </tbody>
            </table>
          </div>`
    }
    ${
      may('admin') &&
      html`<p class="buttons"><a class="button" href="/operator/organizations/${organization.id}/connections/new">Connect a partner</a></p>`
    }`;
  return { title: `Connections of ${organization.name}`, content };
}

function stateOf(callback: Callback | null): Content {
  if (callback === null) return '–';
  return callback.active
    ? html`<span class="state open">switched on</span>`
    : html`<span class="state withdrawn">switched off</span>`;
}

export function newConnectionPage(view: {
  token: Html;
  organization: Organization;
  partners: readonly Partner[];
  typed: { partnerId: string; externalOrgId: string } & TypedCallback;
  problems: Problems;
}): Shown {
  const { token, organization, partners, typed, problems } = view;
  const title = 'Connect a partner';
  const back = `/operator/organizations/${organization.id}/connections`;
  const content = html`<a class="crumb" href="${back}">Connections of ${organization.name}</a>
    <h1>${title}</h1>
    ${formProblemSummary(problems, LABELS)}
    <form method="post" novalidate>
      ${token}
      <section class="card">
        <h2>Who calls</h2>
        ${selectField({
          name: 'partnerId',
          label: LABELS['partnerId'],
          hint: 'The keys of this partner can open deposits of this organization.',
          value: typed.partnerId,
          choices: [
            ['', 'Please choose'],
            ...partners.map(
              ({ id, name, integration }) => [id, `${name} (${integrationName(integration, 'en')})`] as const,
            ),
          ],
          problem: problems['partnerId'] && 'Please choose a partner.',
        })}
        ${textField({
          name: 'externalOrgId',
          label: LABELS['externalOrgId'],
          hint: 'What the partner sends as x-external-org-id. It is unique among the organizations of a partner.',
          value: typed.externalOrgId,
          isRequired: true,
          problem: problems['externalOrgId'],
        })}
      </section>
      <section class="card">
        <h2>Callback</h2>
        ${callbackFields(typed, problems)}
      </section>
      <div class="buttons">
        <button type="submit">Connect</button>
        <a class="button second" href="${back}">Cancel</a>
      </div>
    </form>`;
  return { title, content, isNarrow: true };
}

const DONE: Record<string, string> = {
  added: 'The partner is connected and can open deposits now.',
  changed: 'The callback is saved and switched on.',
  switched_on: 'The callback is switched on again. Failed deliveries can be replayed.',
  rotated: 'Messages are signed with both secrets until you retire the older one.',
  retired: 'Only the newest secret is used from now on.',
  noted: 'The conformance report is noted.',
};

export function connectionPage(view: {
  token: Html;
  organization: Organization;
  connection: PartnerConnection;
  partner: Partner | null;
  typed: TypedCallback;
  problems: Problems;
  /** A secret that was just created. */
  shown: string | null;
  done: string | null;
  report: NotedReport | undefined;
  isProduction: boolean;
  typedReport: string;
}): Shown {
  const { token, organization, connection, partner, typed, problems, shown, done } = view;
  const title = `${partner?.name ?? 'Partner'}, ${connection.externalOrgId}`;
  const message = Object.hasOwn(DONE, done ?? '') ? DONE[done ?? ''] : undefined;
  const content = html`<a class="crumb" href="/operator/organizations/${organization.id}/connections"
      >Connections of ${organization.name}</a
    >
    <h1>${title}</h1>
    ${shownOnce('The secret of the callback', shown)} ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    ${connection.callback?.active === false && switchedOff(connection, token)} ${formProblemSummary(problems, LABELS)}
    <section class="card">
      ${facts([
        [
          'Partner',
          partner !== null &&
            html`<a href="/operator/partners/${partner.id}">${partner.name}</a> (${integrationName(partner.integration, 'en')})`,
        ],
        ['External id', html`<code>${connection.externalOrgId}</code>`],
        ['Connection’s id', html`<code>${connection.id}</code>`],
      ])}
    </section>
    <section class="card">
      <h2>Callback</h2>
      <form method="post" novalidate>
        ${token} ${callbackFields(typed, problems)}
        <button type="submit">Save</button>
      </form>
    </section>
    ${connection.callback !== null && secretCard(connection, connection.callback, token)}
    ${reportCard({
      report: view.report,
      isProduction: view.isProduction,
      action: `${urlOf(connection)}/conformance-report`,
      token,
      problems,
      typed: view.typedReport,
    })}`;
  return { title, content, isNarrow: true };
}

function switchedOff(connection: PartnerConnection, token: Html): Html {
  return notice(
    'warn',
    html`<p>
        The receiver answered 410 Gone, so the callback was switched off. Switch it on again once the partner is ready.
      </p>
      ${buttonForm({ action: `${urlOf(connection)}/switch-on`, label: 'Switch on again', hidden: token, className: 'second' })}`,
  );
}

function callbackFields({ url, documents, events, inline }: TypedCallback, problems: Problems): Html {
  return html`${textField({
    name: 'url',
    label: LABELS['url'],
    hint: 'Documents are sent to this URL as signed messages. Empty: nothing is sent; the partner can read events instead.',
    value: url,
    maxlength: 2000,
    problem: problems['url'],
  })}
    <fieldset>
      <legend>Events</legend>
      ${EVENT_TYPES.map((type) =>
        checkbox({
          name: 'events',
          id: `events-${type}`,
          value: type,
          label: EVENT_NAMES[type],
          isChecked: events.includes(type),
        }),
      )}
    </fieldset>
    <fieldset>
      <legend>Documents</legend>
      <p class="hint">Only the selected kinds are sent, if the partner’s path sends them. All selected: everything that the path sends.</p>
      ${CALLBACK_DOCUMENTS.map((kind) =>
        checkbox({
          name: 'documents',
          id: `documents-${kind}`,
          value: kind,
          label: documentName(kind),
          isChecked: documents.includes(kind),
        }),
      )}
    </fieldset>
    ${checkbox({
      name: 'inline',
      label: html`Include the PDF<br /><span class="hint"
          >Yes: the message contains the document as base64. No: it contains a link that expires.</span
        >`,
      isChecked: inline,
    })}`;
}

const EVENT_NAMES: Record<EventType, string> = {
  'document.created': 'A document was made',
  'deposit.state_changed': 'A deposit has entered another state',
};

function secretCard(connection: PartnerConnection, { previousSecret }: Callback, token: Html): Html {
  const url = `${urlOf(connection)}/secret`;
  return html`<section class="card">
    <h2>Secret</h2>
    <p>
      The receiver checks the signature of every message with it. To change it without a gap: make a new one, hand it over, and retire the older one once the partner uses the new one. Until then, messages carry both signatures.
    </p>
    <div class="buttons">
      ${buttonForm({ action: url, label: 'Make a new secret', hidden: token, className: 'second' })}
      ${
        previousSecret !== null &&
        buttonForm({ action: `${url}/retire`, label: 'Retire the older secret', hidden: token, className: 'danger' })
      }
    </div>
  </section>`;
}

function urlOf({ organizationId, id }: PartnerConnection): string {
  return `/operator/organizations/${organizationId}/connections/${id}`;
}
