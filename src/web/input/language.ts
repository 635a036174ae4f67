import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import { html, type Html } from '../html.ts';
import { queryOf } from '../session-pages.ts';

export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  en: 'English',
};

/** The first supported language that the browser asks for. `lang` in the query takes precedence. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = queryOf(request).get('lang');
  const requested = [chosen ?? '', ...(request.headers['accept-language'] ?? '').split(',')];
  const known = requested.map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return known.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? 'de';
}

/** Links to this page in each language, with the language's own name. */
export function pageLanguages(request: FastifyRequest, label: string): Html {
  const language = languageOf(request);
  const [path = '', search] = request.url.split('?');
  const link = (other: Language): Html => {
    const query = new URLSearchParams(search);
    query.set('lang', other);
    const isCurrent = other === language && html`aria-current="true"`;
    return html`<a href="${path}?${query.toString()}" lang="${other}" hreflang="${other}" ${isCurrent}
      >${LANGUAGE_NAMES[other]}</a
    >`;
  };
  return html`<nav class="languages" aria-label="${label}">${LANGUAGES.map(link)}</nav>`;
}
