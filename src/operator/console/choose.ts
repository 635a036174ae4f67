import type { Sql } from '../../storage/database/database.ts';
import { findNamed, type Named, type NamedKind } from '../../storage/set-up/find-by-name.ts';
import { field } from '../../web/forms.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { notice } from '../../web/parts.ts';

/** There may be thousands of organizations: the field suggests the first ones and finds the others by part of their name. */
const MOST_SUGGESTED = 100;
const MOST_CANDIDATES = 20;

/** The partner or organization that a query parameter names, by id, name or part of a name. */
export type Chosen = {
  kind: NamedKind;
  typed: string;
  /** Null: nothing was typed, or it does not match exactly one. */
  one: Named | null;
  /** The matches, if there is not exactly one. */
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

/** The only match, or the only one of several whose name is exactly the same. */
function chosenOf(found: readonly Named[], typed: string): Named | null {
  const exact = found.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [first, ...others] = exact.length > 0 ? exact : found;
  return first !== undefined && others.length === 0 ? first : null;
}

/** Something was typed that does not match exactly one. */
export function isUnclear({ typed, one }: Chosen): boolean {
  return typed !== '' && one === null;
}

/** A field for a name or part of one. Its suggestions are part of the page, so it needs no script. */
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

/** Shown instead of results: the matches to choose from. */
export function whoIsMeant(all: readonly Chosen[], to: (chosen: Chosen, one: Named) => string): Content {
  return all.filter(isUnclear).map((chosen) => {
    const what = chosen.kind === 'partners' ? 'partner' : 'organization';
    if (chosen.candidates.length === 0) {
      return notice('warn', html`<p>There is no ${what} with “${chosen.typed}” in its name.</p>`);
    }
    const more = chosen.candidates.length === MOST_CANDIDATES;
    return notice(
      'info',
      html`<p>Which ${what} do you mean by “${chosen.typed}”?${more && ' Only the first matches are listed; type more of the name to narrow them down.'}</p>
        <ul>
          ${chosen.candidates.map((one) => html`<li><a href="${to(chosen, one)}">${one.name}</a></li>`)}
        </ul>`,
    );
  });
}
