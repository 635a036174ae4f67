import type { PartnerKey, PartnerKeyKind } from '../../../storage/partners/keys.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { checkbox, facts, notice, selectField, textField } from '../../../web/parts.ts';
import { clockTime, nothingYet, toCorrectPart, cardTable } from '../parts.ts';
import { firstCallsPart, type FirstCalls } from './first-call-part.ts';
import { KEY_WORDS, type KeyWords } from './words.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

const PREFIXES: Record<PartnerKeyKind, string> = { open: 'dpk', status: 'dwk' };

export type KeyForm = { kind: PartnerKeyKind; name: string; problem: 'too_long' | null };

export function keysPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayChange: boolean;
  keys: readonly PartnerKey[];
  /** With a key that was just issued; null: none was. */
  calls: FirstCalls | null;
  isRevoked: boolean;
  form: KeyForm;
}): Shown {
  const { language, token, mayChange, keys, calls, isRevoked, form } = view;
  const words = KEY_WORDS[language];
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${revokedNotice(keys, isRevoked, words)} ${calls !== null && firstCallsPart(calls, language)}
    ${
      keys.length === 0
        ? nothingYet(words.title, words.none)
        : cardTable(
            words.title,
            [words.key, words.kind, words.issued, words.lastUsed, words.state].map((label) => ({ label })),
            keys.map((key) => rowOf(key, words)),
          )
    }
    ${mayChange && issueForm(form, token, words)}`;
  return { title: words.title, content };
}

function rowOf(key: PartnerKey, words: KeyWords): Content[] {
  return [
    html`<a href="/partner/keys/${key.id}">${key.name ?? words.unnamed}</a><small class="soft"><code>${shortKey(key)}</code></small>`,
    words.kinds[key.kind],
    clockTime(key.createdAt),
    lastUse(key, words),
    stateOf(key, words),
  ];
}

const shortKey = ({ kind, id }: PartnerKey): string => `${PREFIXES[kind]}_${id}_…`;

/** Accurate to the minute: uses are written in batches. */
function lastUse({ usedAt }: PartnerKey, words: KeyWords): Content {
  return usedAt === null ? words.never : clockTime(usedAt);
}

function stateOf({ revokedAt }: PartnerKey, words: KeyWords): Content {
  return revokedAt === null
    ? html`<span class="state open">${words.valid}</span>`
    : html`<span>${words.revoked} ${clockTime(revokedAt)}</span>`;
}

/** A key that is still good on another server of the service is not claimed to be revoked. */
function revokedNotice(keys: readonly PartnerKey[], isRevoked: boolean, words: KeyWords): Content {
  const isPending = keys.some(({ revokedAt, notYetIn }) => revokedAt !== null && notYetIn.length > 0);
  if (isPending) return notice('warn', html`<p>${words.isNotRevokedEverywhere}</p>`);
  return isRevoked && notice('good', html`<p>${words.isRevoked}</p>`);
}

function issueForm({ kind, name, problem }: KeyForm, token: Html, words: KeyWords): Html {
  return html`<section class="card">
    <h2>${words.issue}</h2>
    ${problem !== null && toCorrectPart(words.toCorrect, [['name', words.tooLong]])}
    <form method="post" action="/partner/keys" novalidate>
      ${token}
      ${selectField({
        name: 'kind',
        label: words.kind,
        value: kind,
        choices: [
          ['open', words.choices.open],
          ['status', words.choices.status],
        ],
      })}
      ${nameField(name, problem === null ? null : words.tooLong, words)}
      <button type="submit">${words.issueIt}</button>
    </form>
  </section>`;
}

function nameField(value: string, problem: string | null, words: KeyWords): Html {
  return textField({ name: 'name', label: words.name, hint: words.nameHint, value, maxlength: 100, problem });
}

export type KeyProblem = 'too_long' | 'unconfirmed' | null;

export function keyPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayChange: boolean;
  key: PartnerKey;
  /** No other valid key of its kind. */
  isOnlyOne: boolean;
  name: string;
  problem: KeyProblem;
  isNamed: boolean;
}): Shown {
  const { language, token, mayChange, key, name, problem, isNamed } = view;
  const words = KEY_WORDS[language];
  const title = key.name ?? shortKey(key);
  const url = `/partner/keys/${key.id}`;
  const content = html`<a class="crumb" href="/partner/keys">${words.title}</a>
    <h1>${title}</h1>
    ${isNamed && notice('good', html`<p>${words.named}</p>`)} ${summaryOf(problem, words)}
    <section class="card">
      ${facts([
        [words.key, html`<code>${shortKey(key)}</code>`],
        [words.kind, words.kinds[key.kind]],
        [words.issued, clockTime(key.createdAt)],
        [words.lastUsed, lastUse(key, words)],
        [words.state, stateOf(key, words)],
      ])}
      ${
        mayChange &&
        html`<form method="post" action="${url}/name" novalidate>
          ${token} ${nameField(name, problem === 'too_long' ? words.tooLong : null, words)}
          <button type="submit" class="second">${words.save}</button>
        </form>`
      }
    </section>
    ${mayChange && key.revokedAt === null && revokeCard(view, words)}`;
  return { title, content, isNarrow: true };
}

function summaryOf(problem: KeyProblem, words: KeyWords): Content {
  switch (problem) {
    case null:
      return null;
    case 'too_long':
      return toCorrectPart(words.toCorrect, [['name', words.tooLong]]);
    case 'unconfirmed':
      return toCorrectPart(words.toCorrect, [['confirm', words.pleaseConfirm]]);
  }
}

function revokeCard(
  { token, key, isOnlyOne, problem }: { token: Html; key: PartnerKey; isOnlyOne: boolean; problem: KeyProblem },
  words: KeyWords,
): Html {
  return html`<section class="card">
    <h2>${words.revoke}</h2>
    <p>${words.revokeMeans}</p>
    ${isOnlyOne && notice('wait', html`<p>${words.onlyOne}</p>`)}
    <form method="post" action="/partner/keys/${key.id}/revoke" novalidate>
      ${token}
      ${
        key.isInUse &&
        html`<p>${words.inUse}</p>
          ${checkbox({
            name: 'confirm',
            label: words.confirm,
            isRequired: true,
            problem: problem === 'unconfirmed' ? words.pleaseConfirm : null,
          })}`
      }
      <button type="submit" class="danger">${words.revokeIt}</button>
    </form>
  </section>`;
}
