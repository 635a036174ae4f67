import { isEmpty, type PersonBundle } from '../../../actions/data-protection/person-data.ts';
import type { File } from '../../../actions/data-protection/zip.ts';
import { LANGUAGES, type Language } from '../../../domain/values/language.ts';
import { html, trustedMarkup, type Html } from '../../../web/html.ts';
import { shownTime } from '../moment.ts';
import { elsewhere } from './bundle-elsewhere.ts';
import { tenantSection } from './bundle-tenant.ts';
import { BUNDLE_WORDS } from './bundle-words.ts';

/** The bundle as it is handed over: a page to read, the same for programs, and the documents. */
export function personFiles(bundle: PersonBundle, language: Language): File[] {
  const page = personPage(bundle, language);
  return [
    { path: 'index.html', content: Buffer.from(page.markup) },
    { path: 'data.json', content: Buffer.from(`${JSON.stringify(bundle.data, null, 2)}\n`) },
    ...bundle.documents,
  ];
}

/** The one in which the person reads what we send. */
export function bundleLanguage({ data }: PersonBundle): Language {
  const own = data.asTenant.at(-1)?.language ?? data.asMember[0]?.language;
  return LANGUAGES.find((language) => language === own) ?? 'en';
}

/** It stands alone: it may be opened years later, without us. */
function personPage(bundle: PersonBundle, language: Language): Html {
  const { data, documents } = bundle;
  const words = BUNDLE_WORDS[language];
  const paths = new Set(documents.map(({ path }) => path));
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words.title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${words.title}</h1>
          <p class="lead">${words.lead(data.email, shownTime(new Date(data.madeAt)))}</p>
          <p class="soft">${words.law} <a href="data.json">${words.machine}</a></p>
          <p class="soft">
            ${words.searched} ${data.sealed.unreadable > 0 && words.unreadable(data.sealed.unreadable)}
          </p>
          ${isEmpty(bundle) && html`<p>${words.nothing}</p>`}
          ${data.asTenant.map((record) => tenantSection(record, { words, language, paths }))}
          ${elsewhere(data, { words, language })}
        </main>
      </body>
    </html> `;
}

const STYLE = trustedMarkup(`
  :root { font-family: Inter, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; line-height: 1.55; color: #14202b; background: #f4f6f8; }
  body { margin: 0; } main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: break-word; }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; } h2 { font-size: 1.2rem; margin: 0 0 1rem; }
  h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; color: #07524c; }
  .lead { font-size: 1.1rem; } .soft { color: #4f5d6a; } a { color: #07524c; }
  section { background: #fff; border: 1px solid #dbe2e8; border-radius: 12px; padding: 1.25rem 1.5rem; margin: 1.5rem 0; }
  dl { display: grid; grid-template-columns: minmax(9rem, 16rem) 1fr; gap: 0.25rem 1.5rem; margin: 0; }
  dt { color: #4f5d6a; } dd { margin: 0; }
  table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid #dbe2e8; }
  th { color: #4f5d6a; font-weight: 600; }
  code { font-size: 0.85em; word-break: break-all; } a { overflow-wrap: anywhere; }
  @media (max-width: 40rem) {
    dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; }
    thead { display: none; } table, tbody, tr, td { display: block; }
    tr { border-bottom: 1px solid #dbe2e8; padding: 0.4rem 0; } td { border: 0; padding: 0.1rem 0; } td:empty { display: none; }
    td::before { content: attr(data-label) ': '; color: #4f5d6a; }
  }
  @media screen and (prefers-color-scheme: dark) {
    :root { color-scheme: dark; color: #e6edf2; background: #0e161d; } section { background: #17212a; border-color: #2b3843; }
    h3, a { color: #7ad9cc; } .lead { color: #e6edf2; } .soft, dt, th, td::before { color: #a5b3bf; } th, td, tr { border-color: #2b3843; }
  }
  @media print { :root { background: #fff; } section { break-inside: avoid-page; } }
`);
