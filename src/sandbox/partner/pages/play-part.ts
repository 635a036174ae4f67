import { tenantName } from '../../../domain/tenant.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { buttonForm, checkbox, selectField, textArea, textField, type Choice } from '../../../web/parts.ts';
import { PLAYERS, type PlayField, type PlayForm, type Player } from './play-form.ts';
import { formsFor } from './play-forms.ts';
import { PLAY_WORDS } from './play-words.ts';
import { SANDBOX_WORDS } from './words.ts';

/** What was sent and refused. */
export type Refused = { form: PlayForm; typed: Form; detail: string; problems: Readonly<Record<string, string>> };

type View = {
  language: PartnerLanguage;
  token: Html;
  mayPlay: boolean;
  deposit: StoredDeposit;
  refused: Refused | null;
};

/** The address of the field that is to be corrected. */
export const fieldId = (form: PlayForm, name: string): string => `${form.id}-${name.replaceAll('.', '-')}`;

/** Everything that is possible now: what leads on, and the rest by who plays it. */
export function playPart(view: View): Html {
  const { language, mayPlay, deposit } = view;
  const words = SANDBOX_WORDS[language];
  const { next, others } = formsFor(deposit);
  if (next === null && others.length === 0) return html`<p class="soft">${words.nothingPossible}</p>`;
  return html`${!mayPlay && html`<p class="hint">${words.onlyAdmins}</p>`} ${next !== null && nextPart(next, view)}
    ${PLAYERS.map((player) => playerPart(player, others, view))}`;
}

function nextPart(form: PlayForm, view: View): Html {
  const { language, mayPlay } = view;
  const { plays, players } = PLAY_WORDS[language];
  return html`<section class="card plays">
    <h2>${SANDBOX_WORDS[language].next}</h2>
    ${
      mayPlay
        ? html`<p class="soft">${players[form.player]}: ${plays[form.id]}</p>${bareForm(form, view, plays[form.id])}`
        : html`<p>${players[form.player]}: ${plays[form.id]}</p>`
    }
  </section>`;
}

function playerPart(player: Player, forms: readonly PlayForm[], view: View): Content {
  const own = forms.filter((form) => form.player === player);
  if (own.length === 0) return null;
  const words = PLAY_WORDS[view.language];
  return html`<section class="card plays">
    <h2>${words.players[player]}</h2>
    ${
      view.mayPlay
        ? own.map((form) => formPart(form, view))
        : html`<ul>${own.map(({ id }) => html`<li>${words.plays[id]}</li>`)}</ul>`
    }
  </section>`;
}

function formPart(form: PlayForm, view: View): Html {
  const { language, token, deposit, refused } = view;
  const label = PLAY_WORDS[language].plays[form.id];
  if (form.fields.length === 0) {
    return buttonForm({ action: addressOf(form, deposit), label, hidden: token, className: 'second' });
  }
  const isOpen = refused?.form.id === form.id;
  return html`<details ${isOpen && html`open`}>
    <summary>${label}</summary>
    <div>${bareForm(form, view, SANDBOX_WORDS[language].play)}</div>
  </details>`;
}

const addressOf = ({ id }: PlayForm, deposit: StoredDeposit): string => `/partner/sandbox/${deposit.id}/${id}`;

function bareForm(form: PlayForm, view: View, label: Content): Html {
  const { language, token, deposit } = view;
  return html`<form method="post" action="${addressOf(form, deposit)}" novalidate>
      ${token} ${form.fields.map((field) => fieldPart(field, form, view))}
      <button type="submit">${label}</button>
    </form>
    <p class="hint">${SANDBOX_WORDS[language].api}: <code>${callOf(form, deposit)}</code></p>`;
}

function callOf({ play }: PlayForm, { id }: StoredDeposit): string {
  const path = `/partner/api/sandbox/deposits/${id}`;
  return play === 'share-file' ? `PATCH ${path}/files/{fileId}` : `POST ${path}/${play}`;
}

function fieldPart(field: PlayField, form: PlayForm, { language, deposit, refused }: View): Html {
  const { name, kind, isRequired = false, suggested = '' } = field;
  const words = PLAY_WORDS[language];
  const typed = refused?.form.id === form.id ? refused.typed : null;
  const value = typed === null ? suggested : (typed.get(name) ?? '');
  const problem = typed === null ? null : refused?.problems[name];
  const about = {
    name,
    id: fieldId(form, name),
    label: words.fields[name] ?? name,
    hint: words.hints[`${form.id}.${name}`] ?? (isRequired ? undefined : words.hints[name]),
    value,
    isRequired,
    problem,
  };
  if (kind === 'yes') return checkbox({ ...about, value: 'yes', isChecked: value === 'yes' });
  if (kind === 'long' || kind === 'fields') return textArea(about);
  const choices = choicesOf(kind, deposit, language);
  if (choices !== null) {
    return selectField({ ...about, choices: [['', isRequired ? SANDBOX_WORDS[language].please : '–'], ...choices] });
  }
  return textField({
    ...about,
    type: kind === 'day' ? 'date' : 'text',
    ...(kind === 'amount' ? { inputmode: 'decimal' } : {}),
  });
}

function choicesOf(kind: PlayField['kind'], deposit: StoredDeposit, language: PartnerLanguage): Choice[] | null {
  if (kind === 'tenant') {
    return deposit.terms.tenants.map((tenant, index) => [String(index + 1), `${index + 1}: ${tenantName(tenant)}`]);
  }
  if (kind === 'file') return deposit.files.map(({ id, name }) => [id, name]);
  if (typeof kind === 'string') return null;
  return kind.map((choice) => [choice, PLAY_WORDS[language].choices[choice] ?? choice]);
}
