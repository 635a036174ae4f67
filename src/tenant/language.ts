import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../domain/values/language.ts';
import { html, type Html } from '../web/html.ts';
import { queryOf } from '../web/session-pages.ts';
import { TENANT_WORDS } from './words.ts';

/** The language that `?lang=` asks for. */
export function chosenLanguage(request: FastifyRequest): Language | null {
  return known(queryOf(request).get('lang') ?? '');
}

/** For an unknown reader: the chosen language, else what the browser asks for. */
export function wishedLanguage(request: FastifyRequest): Language {
  const tags = (request.headers['accept-language'] ?? '').split(',').map((tag) => known(tag.trim().slice(0, 2)));
  return chosenLanguage(request) ?? tags.find((tag) => tag !== null) ?? 'de';
}

function known(tag: string): Language | null {
  return LANGUAGES.find((language) => language === tag.toLowerCase()) ?? null;
}

/** At the foot of each page: the same page in the other languages. */
export function languageLinks(current: Language, path: string): Html {
  const links = LANGUAGES.map((language) => {
    const { languageName } = TENANT_WORDS[language];
    return language === current
      ? html`<span aria-current="true" lang="${language}">${languageName}</span>`
      : html`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}">${languageName}</a>`;
  });
  return html`<nav class="languages" aria-label="${TENANT_WORDS[current].languages}">${links}</nav>`;
}
