import type { Sql } from '../../storage/database/database.ts';
import { findNamed, type Named, type NamedKind } from '../../storage/set-up/find-by-name.ts';
import { field } from '../../web/forms.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';

/** There may be thousands of organizations: a field suggests the first, and finds the others by a part of their name. */
const MOST_SUGGESTED = 100;
const MOST_CANDIDATES = 20;

/** Whom somebody means by what an address or a form says: an id, a name or a part of one. */
export type Chosen = {
  kind: NamedKind;
  typed: string;
  /** Null: nobody was named, or it is not clear who is meant. */
  one: Named | null;
  /** Who may be meant, where it is not clear. */
  candidates: readonly Named[];
  suggestions: readonly Named[];
};

export async function choose(sql: Sql, kind: NamedKind, query: URLSearchParams, name: string): Promise<Chosen> {
  const typed = field(query, name).trim();
  const suggestions = await findNamed(sql, kind, '', MOST_SUGGESTED);
  const found = typed === '' ? [] : await findNamed(sql, kind, typed, MOST_CANDIDATES);
  const one = chosenOf(found, typed);
  return { kind, typed, one, candidates: one === null ? found : [], suggestions };
}

/** The only one; or of several the only one that is called just so. */
export function chosenOf(found: readonly Named[], typed: string): Named | null {
  const exact = found.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [first, ...others] = exact.length > 0 ? exact : found;
  return first !== undefined && others.length === 0 ? first : null;
}

/** Somebody was named, but it is not clear who. */
export function isUnclear({ typed, one }: Chosen): boolean {
  return typed !== '' && one === null;
}

/** A field for a name, or for a part of it. What it suggests comes with the page: it needs no script. */
export function chooseField({ name, label, chosen }: { name: string; label: string; chosen: Chosen }): Html {
  const list = `${name}-names`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="search"
      list="${list}"
      value="${chosen.one?.name ?? chosen.typed}"
      placeholder="All"
      autocomplete="off"
    />
    <datalist id="${list}">${chosen.suggestions.map((one) => html`<option value="${one.name}"></option>`)}</datalist>
  </div>`;
}

/** In the place of what would be shown: whom to choose from. */
export function whoIsMeant(all: readonly Chosen[], to: (chosen: Chosen, one: Named) => string): Content {
  return all.filter(isUnclear).map((chosen) => {
    const what = chosen.kind === 'partners' ? 'partner' : 'organization';
    if (chosen.candidates.length === 0) {
      return notice('warn', html`<p>There is no ${what} with “${chosen.typed}” in its name.</p>`);
    }
    const more = chosen.candidates.length === MOST_CANDIDATES;
    return notice(
      'info',
      html`<p>Which ${what} do you mean by “${chosen.typed}”?${more && ' These are the first; a longer part of the name finds fewer.'}</p>
        <ul>
          ${chosen.candidates.map((one) => html`<li><a href="${to(chosen, one)}">${one.name}</a></li>`)}
        </ul>`,
    );
  });
}
