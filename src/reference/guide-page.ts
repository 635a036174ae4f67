import { html, type Content, type Html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import { API_REFERENCE, FIRST_GUIDE, SEARCH, TOOLS, type Guide } from './guides.ts';

type Shown = { title: string; path: string; content: Content };

/** A page of the documentation: the other pages beside it, and what is on this one. */
export function documentationPage(guides: readonly Guide[], shown: Shown, query = ''): Page {
  const { title, path, content } = shown;
  const top: [string, string][] = [
    ['Guide', FIRST_GUIDE],
    ['API reference', API_REFERENCE],
  ];
  return {
    title,
    language: 'en',
    home: '/',
    navigation: top.map(([name, href]) => [name, href, href === path || (href === FIRST_GUIDE && isOf(guides, path))]),
    content: html`<div class="docs">
      <article>
        <p class="to-pages no-print"><a href="#pages">All pages</a> · <a href="${SEARCH}">Search</a></p>
        ${content}
      </article>
      <div class="pages no-print" id="pages">${searchForm(query)} ${pages(guides, path)}</div>
    </div>`,
  };
}

function isOf(guides: readonly Guide[], path: string): boolean {
  return guides.some((guide) => guide.path === path && guide.group === 'Partners');
}

/** What is on a page, below its title. */
export function contents(headings: readonly { id: string; title: string }[]): Html {
  return html`<nav class="contents" aria-label="On this page">
    <ul>
      ${headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`;
}

function searchForm(query: string): Html {
  return html`<form class="docs-search" role="search" action="${SEARCH}">
    <label for="docs-search">Search the documentation</label>
    <div>
      <input id="docs-search" type="search" name="q" value="${query}" maxlength="200" /><button type="submit">Search</button>
    </div>
  </form>`;
}

function pages(guides: readonly Guide[], path: string): Html {
  const groups = [...new Set(guides.map(({ group }) => group))];
  const entry = (title: string, href: string): Html =>
    html`<li><a href="${href}" ${href === path ? html`aria-current="page"` : ''}>${title}</a></li>`;
  return html`<nav aria-label="Documentation">
    ${groups.map(
      (group) =>
        html`<h2>${group}</h2>
          <ul>
            ${guides.filter((guide) => guide.group === group).map((guide) => entry(guide.title, guide.path))}
          </ul>`,
    )}
    <h2>For programs</h2>
    <ul>
      ${TOOLS.map(([title, href]) => entry(title, href))}
    </ul>
  </nav>`;
}
