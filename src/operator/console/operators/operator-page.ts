import type { Operator } from '../../../actions/operators/operators.ts';
import type { OperatorToken } from '../../../storage/operators/tokens.ts';
import { html, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, textField } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { time } from '../moment.ts';
import { doneNotice, recordTable } from '../monitoring/parts.ts';
import { shownOnce } from '../shown-once.ts';
import { OPERATOR_LABELS, operatorFields, type TypedOperator } from './operators-page.ts';

const ADDRESS = '/operator/operators';

/** What was typed, and what is wrong with it. */
export type OperatorGiven = {
  typed?: TypedOperator;
  problems?: Problems;
  typedToken?: { name: string; lastDay: string };
  tokenProblems?: Problems;
};

type View = {
  operator: Operator;
  tokens: readonly OperatorToken[];
  operators: readonly Operator[];
  /** Real time, by which tokens expire. */
  now: Date;
  /** A token that was just issued. */
  shown: string | null;
};

const DONE = {
  added: 'The operator is added and can sign in.',
  changed: 'The changes are saved.',
  revoked: 'The token is revoked. Calls with it are refused.',
};

export function operatorPage(
  view: View,
  visit: ConsoleVisit,
  given: OperatorGiven,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const { operator, shown } = view;
  const { name } = operator;
  const { problems = {}, tokenProblems = {} } = given;
  const content = html`<a class="crumb" href="${ADDRESS}">Operators</a>
    <div class="heading">
      <h1>${name}</h1>
      <span class="state">${operator.role}</span>
    </div>
    ${doneNotice(visit.query, DONE)} ${formProblemSummary(problems, OPERATOR_LABELS)}
    ${formProblemSummary(renamed(tokenProblems), TOKEN_LABELS)} ${shownOnce('The new token', shown)}
    ${personCard(operator, visit, given)} ${tokensCard(view, visit, given)}
    ${
      !operator.isInSettings &&
      html`<p class="buttons"><a class="button danger" href="${ADDRESS}/${operator.id}/remove">Remove this operator</a></p>`
    }`;
  return { title: name, content, isNarrow: true };
}

function personCard(operator: Operator, { token }: ConsoleVisit, { typed, problems = {} }: OperatorGiven): Html {
  const { id, email, role, isInSettings, createdAt, signedInAt } = operator;
  return html`<section class="card">
    <h2>Person</h2>
    ${facts([
      ['E-mail address', isInSettings && email],
      ['Role', isInSettings && role],
      ['Added', time(createdAt)],
      ['First sign-in', signedInAt === null ? 'not yet' : time(signedInAt)],
    ])}
    ${
      isInSettings &&
      html`<p class="hint">
        <code>OPERATOR_EMAILS</code> names this address: it is always an admin, and can only be removed there.
      </p>`
    }
    <form method="post" action="${ADDRESS}/${id}" novalidate>
      ${token} ${operatorFields(typed ?? operator, problems, isInSettings)}
      <button type="submit" class="second">Save</button>
    </form>
  </section>`;
}

const TOKEN_LABELS = { 'token-name': 'What it is for', lastDay: 'Last day' };

/** The page has another field called `name`. */
function renamed({ name, ...rest }: Problems): Problems {
  return name === undefined ? rest : { 'token-name': name, ...rest };
}

function tokensCard(view: View, { token }: ConsoleVisit, given: OperatorGiven): Html {
  const { operator, tokens } = view;
  const { typedToken, tokenProblems = {} } = given;
  return html`<section class="card" id="tokens">
    <h2>Tokens</h2>
    <p>
      A token acts with the name and role of this operator in the operator API and on the command line. It cannot approve
      what the person who issued it has asked for.
    </p>
    ${tokens.length === 0 ? html`<p class="soft">There is no token yet.</p>` : tokenTable(view)}
    <h3>Issue a token</h3>
    <form method="post" action="${ADDRESS}/${operator.id}/tokens" novalidate>
      ${token}
      <div class="fields">
        ${textField({
          id: 'token-name',
          name: 'name',
          label: TOKEN_LABELS['token-name'],
          hint: 'For example a program or a machine.',
          value: typedToken?.name ?? '',
          autocomplete: 'off',
          isRequired: true,
          problem: tokenProblems['name'],
        })}
        ${textField({
          name: 'lastDay',
          label: html`${TOKEN_LABELS.lastDay} <span class="optional">(optional)</span>`,
          hint: 'The token expires at its end.',
          type: 'date',
          value: typedToken?.lastDay ?? '',
          problem: tokenProblems['lastDay'],
        })}
      </div>
      <button type="submit" class="second">Issue the token</button>
    </form>
  </section>`;
}

function tokenTable({ operator, tokens, operators, now }: View): Html {
  const issuer = ({ id, actor }: (typeof tokens)[number]['issuedBy']): string => {
    if (id === 'token') return 'OPERATOR_TOKEN';
    if (id === 'command_line') return 'the command line';
    return operators.find((one) => one.id === id)?.email ?? `${actor}, who was removed`;
  };
  const columns = [
    { label: 'Token', className: 'wrap' },
    { label: 'Issued', className: 'wrap' },
    { label: 'Expires', className: 'number' },
    { label: '' },
  ];
  return recordTable(
    'Tokens',
    columns,
    tokens.map(({ tokenId, name, issuedBy, createdAt, expiresAt }) => [
      html`<span>${name}<small class="soft"><code>dok_${tokenId}_…</code></small></span>`,
      html`<span>${time(createdAt)}<small class="soft">by ${issuer(issuedBy)}</small></span>`,
      expiresAt === null ? 'never' : expiresAt <= now ? html`expired ${time(expiresAt)}` : time(expiresAt),
      html`<a
        class="button second small"
        href="${ADDRESS}/${operator.id}/tokens/${tokenId}/revoke"
        aria-label="Revoke ${name}"
        >Revoke</a
      >`,
    ]),
  );
}

/** Asks for confirmation. */
export function revokeTokenPage(
  { token: formToken }: ConsoleVisit,
  { id, name }: Operator,
  token: OperatorToken,
): Pick<Page, 'title' | 'content' | 'isNarrow'> {
  const title = 'Revoke a token';
  const back = `${ADDRESS}/${id}`;
  const content = html`<a class="crumb" href="${back}">${name}</a>
    <div class="card">
      <h1>${title}</h1>
      <p>Calls with this token are refused from now on. This cannot be undone; a new token can be issued at any time.</p>
      ${facts([
        ['What it is for', token.name],
        ['Token', html`<code>dok_${token.tokenId}_…</code>`],
        ['Belongs to', name],
        ['Issued', time(token.createdAt)],
        ['Expires', token.expiresAt === null ? 'never' : time(token.expiresAt)],
      ])}
      <form method="post" action="${back}/tokens/${token.tokenId}/revoke">
        ${formToken}
        <div class="buttons">
          <button type="submit" class="danger">Revoke the token</button>
          <a class="button second" href="${back}">Cancel</a>
        </div>
      </form>
    </div>`;
  return { title, content, isNarrow: true };
}
