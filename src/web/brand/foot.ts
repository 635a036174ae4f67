import type { Language } from '../../domain/values/language.ts';
import { LANGUAGES } from '../../domain/values/language.ts';
import type { ShownBrand } from '../../domain/brand/brand.ts';
import { html, type Html } from '../html.ts';
import type { Look } from './look.ts';

type FootWords = { label: string; help: string; privacy: string; imprint: string; phone: string };

const FOOT_WORDS: Record<Language, FootWords> = {
  de: { label: 'Über uns', help: 'Hilfe', privacy: 'Datenschutz', imprint: 'Impressum', phone: 'Telefon' },
  fr: { label: 'À propos', help: 'Aide', privacy: 'Protection des données', imprint: 'Impressum', phone: 'Téléphone' },
  it: { label: 'Chi siamo', help: 'Aiuto', privacy: 'Protezione dei dati', imprint: 'Impressum', phone: 'Telefono' },
  en: { label: 'About us', help: 'Help', privacy: 'Privacy', imprint: 'Imprint', phone: 'Phone' },
};

/** On every page: whom to ask, and what the law requires. */
export function aboutUs(language: string, { imprint }: Look, { footer }: ShownBrand): Html {
  const own = LANGUAGES.find((one) => one === language) ?? 'en';
  const words = FOOT_WORDS[own];
  const link = (page: 'help' | 'privacy' | 'imprint'): Html => html`<a href="/${page}?lang=${own}">${words[page]}</a>`;
  const { phone } = imprint;
  const number =
    phone === null ? null : html`<a href="tel:${phone.replaceAll(/[^+0-9]/g, '')}">${words.phone} ${phone}</a>`;
  return html`<nav class="about" aria-label="${words.label}">${link('help')} ${link('privacy')} ${link('imprint')} ${number}</nav>
    ${footer !== null && html`<p class="house">${footer}</p>`}`;
}
