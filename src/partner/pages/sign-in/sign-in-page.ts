import type { FastifyRequest } from 'fastify';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { html } from '../../../web/html.ts';
import { bothLanguages, partnerLanguageOf } from '../language.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textField } from '../../../web/parts.ts';
import { FIRST_PARTNER_PAGE } from './next.ts';
import { PARTNER_SIGN_IN_WORDS } from './words.ts';

type PartnerSignInView = {
  /** The address as it was typed. */
  email: string;
  next: string;
  problem: 'invalid_email' | 'bad_link' | null;
};

export function partnerSignInPage(request: FastifyRequest, { email, next, problem }: PartnerSignInView): Page {
  const language = partnerLanguageOf(request);
  const words = PARTNER_SIGN_IN_WORDS[language];
  const title = problem === 'bad_link' ? words.badLink : words.title;
  const isInvalid = problem === 'invalid_email';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">${problem === 'bad_link' ? words.badLinkMeans : words.lead}</p>
    ${isInvalid && notice('warn', html`<p>${words.pleaseCorrect} <a href="#email">${words.email}</a></p>`)}
    <form method="post" action="${addressOf({ language, next: FIRST_PARTNER_PAGE })}" novalidate>
      <input type="hidden" name="next" value="${next}" />
      ${textField({
        name: 'email',
        label: words.email,
        value: email,
        type: 'email',
        autocomplete: 'email',
        isRequired: true,
        maxlength: 254,
        problem: isInvalid ? words.invalidEmail : null,
      })}
      <button type="submit" class="block">${words.send}</button>
    </form>
  </div>`;
  return { title, language, content, isNarrow: true, foot: bothLanguages(request, words.languages) };
}

export function partnerLinkSentPage(request: FastifyRequest, next: string): Page {
  const language = partnerLanguageOf(request);
  const words = PARTNER_SIGN_IN_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.sent}</h1>
    <p class="lead">${words.sentMeans}</p>
    <h2>${words.nothingCame}</h2>
    <ul>
      ${words.nothingCameMeans.map((hint) => html`<li>${hint}</li>`)}
    </ul>
    <p class="buttons"><a class="button second" href="${addressOf({ language, next })}">${words.askAgain}</a></p>
  </div>`;
  return { title: words.sent, language, content, isNarrow: true, foot: bothLanguages(request, words.languages) };
}

function addressOf({ language, next }: { language: PartnerLanguage; next: string }): string {
  const query = new URLSearchParams({ lang: language, ...(next === FIRST_PARTNER_PAGE ? {} : { next }) });
  return `/partner/sign-in?${query.toString()}`;
}
