import type { FastifyRequest } from 'fastify';
import { PARTNER_LANGUAGES, type PartnerLanguage } from '../../storage/partners/contacts.ts';
import { html, type Html } from '../../web/html.ts';
import { LANGUAGE_NAMES } from '../../web/input/language.ts';
import { queryOf } from '../../web/session-pages.ts';

/** German or English, whichever the browser asks for first, else English. `lang` in the query takes precedence. */
export function partnerLanguageOf(request: FastifyRequest): PartnerLanguage {
  const chosen = queryOf(request).get('lang');
  const requested = [chosen ?? '', ...(request.headers['accept-language'] ?? '').split(',')];
  const known = requested.map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return known.find((tag): tag is PartnerLanguage => (PARTNER_LANGUAGES as readonly string[]).includes(tag)) ?? 'en';
}

/** Links to this page in both languages. */
export function bothLanguages(request: FastifyRequest, label: string): Html {
  const language = partnerLanguageOf(request);
  const [path = '', search] = request.url.split('?');
  const link = (other: PartnerLanguage): Html => {
    const query = new URLSearchParams(search);
    query.set('lang', other);
    const isCurrent = other === language && html`aria-current="true"`;
    return html`<a href="${path}?${query.toString()}" lang="${other}" hreflang="${other}" ${isCurrent}
      >${LANGUAGE_NAMES[other]}</a
    >`;
  };
  return html`<nav class="languages" aria-label="${label}">${PARTNER_LANGUAGES.map(link)}</nav>`;
}
