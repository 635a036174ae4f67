import type { Operator } from '../../../actions/operators/operators.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../domain/operator.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, selectField, textField } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { time } from '../moment.ts';
import { doneNotice, recordTable } from '../monitoring/parts.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

/** The fields of the form as typed. */
export type TypedOperator = { email: string; name: string; role: string };

const ADDRESS = '/operator/operators';
export const OPERATOR_LABELS = { name: 'Name', email: 'E-mail address', role: 'Role' };

const ROLE_MEANS: Record<OperatorRole, string> = {
  viewer: 'Reads everything except documents; names, addresses and accounts are masked.',
  clerk: 'Does the daily work on deposits, money and deliveries, and approves requests of others.',
  admin: 'Also sets up partners, providers and organizations, and manages operators.',
};

export function operatorsPage(operators: readonly Operator[], visit: ConsoleVisit): Shown {
  const title = 'Operators';
  const columns = [
    { label: 'Name', className: 'wrap' },
    { label: 'E-mail address', className: 'wrap' },
    { label: 'Role' },
    { label: 'First sign-in', className: 'number' },
  ];
  const nameOf = ({ id, name }: Operator): Content =>
    visit.may('admin') ? html`<a href="${ADDRESS}/${id}">${name}</a>` : name;
  const rows = operators.map((operator) => [
    nameOf(operator),
    operator.email,
    html`<span>${operator.role}${operator.isInSettings && html`<small class="soft">from the settings</small>`}</span>`,
    operator.signedInAt === null ? 'not yet' : time(operator.signedInAt),
  ]);
  const content = html`<div class="heading">
      <h1>${title}</h1>
      ${visit.may('admin') && html`<a class="button" href="${ADDRESS}/new">New operator</a>`}
    </div>
    <p class="lead">The people who run the service. Everything they do is in the audit log under their own name.</p>
    ${doneNotice(visit.query, { removed: 'The operator is removed. Sessions, passkeys and tokens have ended.' })}
    ${operators.length === 0 ? html`<p class="empty">There is no operator yet.</p>` : recordTable(title, columns, rows)}
    <section class="card">
      <h2>Roles</h2>
      ${facts(OPERATOR_ROLES.map((role) => [role, ROLE_MEANS[role]] as const))}
    </section>`;
  return { title, content };
}

export function newOperatorPage({ token }: ConsoleVisit, typed: TypedOperator, problems: Problems): Shown {
  const title = 'New operator';
  const content = html`<a class="crumb" href="${ADDRESS}">Operators</a>
    <div class="card">
      <h1>${title}</h1>
      <p class="lead">The person can sign in at once. No mail is sent.</p>
      ${formProblemSummary(problems, OPERATOR_LABELS)}
      <form method="post" action="${ADDRESS}/new" novalidate>
        ${token} ${operatorFields(typed, problems)}
        <div class="buttons">
          <button type="submit">Add the operator</button>
          <a class="button second" href="${ADDRESS}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}

export function operatorFields(typed: TypedOperator, problems: Problems, isInSettings = false): Html {
  const { name, email, role } = OPERATOR_LABELS;
  return html`${textField({
    name: 'name',
    label: name,
    value: typed.name,
    autocomplete: 'off',
    isRequired: true,
    problem: problems['name'],
  })}
  ${
    isInSettings
      ? null
      : html`${textField({
          name: 'email',
          label: email,
          hint: 'Anyone who can read this mailbox can sign in. If it changes, sessions and passkeys of the old one end.',
          type: 'email',
          value: typed.email,
          autocomplete: 'off',
          isRequired: true,
          problem: problems['email'],
        })}
        ${selectField({
          name: 'role',
          label: role,
          hint: 'Viewers look, clerks do the daily work, admins also set up and manage operators.',
          value: typed.role,
          choices: OPERATOR_ROLES.map((one) => [one, one] as const),
          problem: problems['role'],
        })}`
  }`;
}

export function removeOperatorPage({ token }: ConsoleVisit, { id, name, email }: Operator, problems: Problems): Shown {
  const title = `Remove ${name}`;
  const back = `${ADDRESS}/${id}`;
  const content = html`<a class="crumb" href="${back}">${name}</a>
    <div class="card">
      <h1>${title}</h1>
      ${formProblemSummary(problems, {})}
      <p>
        ${email} is signed out at once, and passkeys and tokens end. Requests for approval stay valid, and the audit log
        keeps what was done.
      </p>
      <form method="post" action="${back}/remove">
        ${token}
        <div class="buttons">
          <button type="submit" class="danger">Remove</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}
