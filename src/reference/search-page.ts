import { html, type Html } from '../web/html.ts';
import { API_REFERENCE } from './guides.ts';
import { excerptOf, search, wordsOf, type Entry } from './search.ts';

export function searchContent(entries: readonly Entry[], query: string): Html {
  if (wordsOf(query).length === 0) {
    return html`<h1>Search</h1>
      <p class="lead">Words of the guides, calls, members, codes: type them into the field, and every one of them is found.</p>`;
  }
  const found = search(entries, query);
  const words = wordsOf(query);
  return html`<h1>Search</h1>
    <p class="lead" role="status">
      ${found.length === 0 ? html`Nothing has all of these words: “${query}”.` : html`${found.length} found for “${query}”.`}
    </p>
    ${
      found.length === 0
        ? html`<p>Try fewer words, or look at the <a href="${API_REFERENCE}">API reference</a>.</p>`
        : html`<ol class="found">
            ${found.map((entry) => html`<li>${hit(entry, words)}</li>`)}
          </ol>`
    }`;
}

function hit({ page, title, href, text }: Entry, words: readonly string[]): Html {
  return html`<a href="${href}">${title}</a> <span class="soft">${page}</span>
    <p>${excerptOf(text, words).map((part) => (part.isHit ? html`<mark>${part.text}</mark>` : part.text))}</p>`;
}
