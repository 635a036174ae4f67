import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ShownBrand } from '../domain/brand/brand.ts';
import { assetUrl } from './assets.ts';
import { colourPath } from './brand/brand-routes.ts';
import { aboutUs } from './brand/foot.ts';
import { brandMark, lookOf, namedAs, type Look } from './brand/look.ts';
import { html, type Content, type Html } from './html.ts';

export type Page = {
  title: string;
  language: string;
  content: Html;
  navigation?: readonly NavigationEntry[];
  /** The signed-in person, with the button to sign out. */
  who?: Html;
  /** Content of the foot, such as a choice of languages. */
  foot?: Content;
  /** The link of the name at the top. */
  home?: string;
  /** Of the organization that the page belongs to; without it, the operator's. */
  brand?: ShownBrand;
  /** For pages with text and forms rather than tables. */
  isNarrow?: boolean;
  /** Optional scripts: the page works without them. */
  scripts?: readonly string[];
  /** Where no script runs, the browser loads the page again after so long. */
  renewSeconds?: number;
};

/** The number is shown beside the name, unless it is 0. */
/** What more is waiting is not counted in the navigation. */
export const MOST_COUNTED = 99;

type NavigationEntry = readonly [name: string, href: string, isCurrent?: boolean, waiting?: number];

/** No requests to other hosts, no inline scripts, no foreign frames. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The headers of every page. Our own forms send a referrer, by which they differ from those of other sites. */
export const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const;

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .header('content-type', 'text/html; charset=utf-8')
    .send(pageMarkup({ ...page, title: titleFor(page, status) }, lookOf(reply)));
}

/** The answers to a form that was not accepted. */
const REFUSED: ReadonlySet<number> = new Set([400, 409, 413, 422]);

const ERROR: Readonly<Record<string, string>> = { de: 'Fehler: ', fr: 'Erreur\u00a0: ', it: 'Errore: ', en: 'Error: ' };

/** A screen reader reads the title first. */
function titleFor({ title, language }: Page, status: number): string {
  return REFUSED.has(status) ? `${ERROR[language] ?? ERROR['en']}${title}` : title;
}

/** After a form: the browser loads the page with GET, so that going back or reloading does not send the form again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers(PAGE_HEADERS).header('location', path).send();
}

/** The same page at another address of the service. The method stays; nothing is remembered, for it may come back. */
export function sameElsewhere(request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply {
  const { pathname, search } = new URL(request.url, 'http://here');
  return reply
    .code(307)
    .headers({ ...PAGE_HEADERS, location: `${address}${pathname}${search}` })
    .send();
}

/** For a script of a page. */
export function sendJson(reply: FastifyReply, answer: object, status = 200): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).send(answer);
}

const SKIP: Record<string, string> = {
  de: 'Zum Inhalt',
  fr: 'Aller au contenu',
  it: 'Vai al contenuto',
  en: 'Skip to content',
};

function pageMarkup(page: Page, look: Look): string {
  const { brand = look.brand } = page;
  return namedAs(layout(page, look, brand), brand.service);
}

function layout(
  { title, language, content, navigation = [], who, foot, home, isNarrow, scripts = [], renewSeconds }: Page,
  look: Look,
  brand: ShownBrand,
): Html {
  const name = brandMark(brand);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${brand.name}</title>
        <link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetUrl('depono.css')}" />
        ${brand.colour !== null && html`<link rel="stylesheet" href="${colourPath(brand.colour)}" />`}
        ${scripts.map((script) => html`<script type="module" src="${assetUrl(script)}"></script>`)}
        ${renewSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${renewSeconds}" /></noscript>`}
      </head>
      <body>
        <a class="skip" href="#content">${SKIP[language] ?? SKIP['en']}</a>
        <header class="bar">
          <div>
            ${home === undefined ? html`<span class="brand">${name}</span>` : html`<a class="brand" href="${home}">${name}</a>`}
            ${look.isDemo === true && html`<span class="demo">Demo</span>`}
            ${navigation.length > 0 && menu(navigation, language)} ${who}
          </div>
        </header>
        <main id="content" class="${isNarrow === true ? 'narrow' : ''}">${content}</main>
        <footer class="foot"><div>${foot} ${aboutUs(language, look, brand)}</div></footer>
      </body>
    </html> `;
}

/** On a phone a long navigation is behind a box: it opens without a script. */
function menu(navigation: readonly NavigationEntry[], language: string): Html {
  const box = html`<input type="checkbox" id="menu" class="menu" /><label for="menu">${MENU[language] ?? MENU['en']}</label>`;
  return html`${navigation.length > SHORT_MENU && box}
    <nav>${navigation.map(entry)}</nav>`;
}

const MENU: Record<string, string> = { de: 'Menü', fr: 'Menu', it: 'Menu', en: 'Menu' };
/** As many entries fit on a phone. */
const SHORT_MENU = 3;

function entry([name, href, isCurrent = false, waiting = 0]: NavigationEntry): Html {
  const count = waiting > MOST_COUNTED ? `${MOST_COUNTED}+` : waiting;
  const text = waiting === 0 ? name : html`${name} <span class="count">${count}</span>`;
  return isCurrent ? html`<a href="${href}" aria-current="page">${text}</a>` : html`<a href="${href}">${text}</a>`;
}
