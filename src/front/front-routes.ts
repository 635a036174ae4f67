import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Imprint } from '../domain/brand/brand.ts';
import type { Language } from '../domain/values/language.ts';
import { pageFor } from '../web/access.ts';
import { lookOf } from '../web/brand/look.ts';
import { html, type Content, type Html } from '../web/html.ts';
import { languageOf, pageLanguages } from '../web/input/language.ts';
import { sendPage } from '../web/page.ts';
import { facts, type Fact } from '../web/parts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { FrontSection, FrontWords } from './words.ts';

const WORDS: Record<Language, FrontWords> = { de, fr, it, en };

type Shown = { title: string; content: Html; isNarrow?: boolean };

/** What everybody can read, in four languages: where to go, help, privacy notice and imprint. */
export function frontPages(server: FastifyInstance, { hasSandbox }: { hasSandbox: boolean }): void {
  const page = (path: string, make: (words: FrontWords, imprint: Imprint, language: Language) => Shown): void => {
    server.get(path, pageFor('anyone'), async (request, reply) => {
      const language = languageOf(request);
      const words = WORDS[language];
      return send(request, reply, words, make(words, lookOf(reply).imprint, language));
    });
  };
  page('/', (words, _imprint, language) => startPage(words, language, hasSandbox));
  page('/help', (words, imprint) => ({
    title: words.help.title,
    isNarrow: true,
    content: html`<h1>${words.help.title}</h1>
      <p class="lead">${words.help.lead}</p>
      ${sections(words.help.sections)}
      <section class="card">
        <h2>${words.help.contact}</h2>
        <p>${words.help.nobody}</p>
        ${facts(contactOf(imprint, words).slice(2, 4))}
      </section>`,
  }));
  page('/privacy', (words, imprint) => ({
    title: words.privacy.title,
    isNarrow: true,
    content: html`<h1>${words.privacy.title}</h1>
      <p class="lead">${words.privacy.lead}</p>
      <section class="card">
        <h2>${words.privacy.controller}</h2>
        ${imprintOf(imprint, words)}
      </section>
      ${sections(words.privacy.sections)}`,
  }));
  page('/imprint', (words, imprint) => ({
    title: words.imprint.title,
    isNarrow: true,
    content: html`<h1>${words.imprint.title}</h1>
      <section class="card">${imprintOf(imprint, words)}</section>`,
  }));
}

function send(request: FastifyRequest, reply: FastifyReply, words: FrontWords, shown: Shown): FastifyReply {
  const language = languageOf(request);
  void reply.header('vary', 'accept-language');
  return sendPage(reply, { ...shown, language, home: '/', foot: pageLanguages(request, words.languages) });
}

/** Each visitor with one link; who comes most often, first. */
function startPage(words: FrontWords, language: Language, hasSandbox: boolean): Shown {
  const card = (
    who: 'manager' | 'tenant' | 'partner' | 'provider' | 'operator',
    href: string,
    isMain = false,
  ): Html => {
    const { title, text, link } = words[who];
    return html`<section class="card">
      <h2>${title}</h2>
      <p>${text}</p>
      <p><a class="button${isMain ? '' : ' second'}" href="${href}">${link}</a></p>
    </section>`;
  };
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${hasSandbox && demoCard(words)}
    <div class="two">${card('manager', `/manager/sign-in?lang=${language}`, true)} ${card('tenant', `/t/new-link?lang=${language}`, true)}</div>
    <div class="two">${card('provider', `/provider/sign-in?lang=${language}`)} ${card('partner', '/docs/partner/first-deposit')}</div>
    ${card('operator', '/operator')}`;
  return { title: words.title, content };
}

function demoCard({ demo }: FrontWords): Html {
  return html`<div class="notice wait" role="note">
    <p><strong>${demo.title}.</strong> ${demo.text}</p>
    <p><a href="/sandbox/mailbox">${demo.mailbox}</a> · <a href="/docs/sandbox">${demo.guide}</a></p>
  </div>`;
}

function sections(all: readonly FrontSection[]): Content {
  return all.map(
    ({ title, paragraphs }) =>
      html`<section class="card">
        <h2>${title}</h2>
        ${paragraphs.map((text) => html`<p>${text}</p>`)}
      </section>`,
  );
}

function imprintOf(imprint: Imprint, words: FrontWords): Html {
  const rows = contactOf(imprint, words).filter(([, value]) => value !== null);
  return rows.length === 0 ? html`<p>${words.imprint.unset}</p>` : facts(rows);
}

function contactOf({ name, address, phone, email, register }: Imprint, { imprint: { fields } }: FrontWords): Fact[] {
  const lines = address === null ? null : address.split('\n').map((line) => html`${line}<br />`);
  return [
    [fields.name, name],
    [fields.address, lines],
    [fields.phone, phone === null ? null : html`<a href="tel:${phone.replaceAll(/[^+0-9]/g, '')}">${phone}</a>`],
    [fields.email, email === null ? null : html`<a href="mailto:${email}">${email}</a>`],
    [fields.register, register],
  ];
}
