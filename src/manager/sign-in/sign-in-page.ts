import type { FastifyRequest } from 'fastify';
import type { Language } from '../../domain/values/language.ts';
import { html, type Html } from '../../web/html.ts';
import type { Page } from '../../web/page.ts';
import { notice, textField } from '../../web/parts.ts';
import { pageLanguages, languageOf } from '../../web/input/language.ts';
import { FIRST_PAGE } from './next.ts';
import { SIGN_IN_WORDS } from './words.ts';

type ManagerSignInView = {
  /** The address as it was typed. */
  email: string;
  next: string;
  problem: 'invalid_email' | 'bad_link' | null;
};

export function signInPage(request: FastifyRequest, { email, next, problem }: ManagerSignInView): Page {
  const language = languageOf(request);
  const words = SIGN_IN_WORDS[language];
  const title = problem === 'bad_link' ? words.badLink : words.title;
  const isInvalid = problem === 'invalid_email';
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p class="lead">${problem === 'bad_link' ? words.badLinkMeans : words.lead}</p>
    ${isInvalid && notice('warn', html`<p>${words.pleaseCorrect} <a href="#email">${words.email}</a></p>`)}
    <form method="post" action="${addressOf({ language, next: FIRST_PAGE })}" novalidate>
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
    ${withPasskey(language, next)}
  </div>`;
  return {
    title,
    language,
    content,
    isNarrow: true,
    foot: pageLanguages(request, words.languages),
    scripts: ['passkeys.js'],
  };
}

/** Shown by the script if the browser supports passkeys. */
function withPasskey(language: Language, next: string): Html {
  const words = SIGN_IN_WORDS[language];
  return html`<div
    hidden
    data-passkey="sign-in"
    data-options="/manager/sign-in/passkey/options"
    data-send="/manager/sign-in/passkey"
    data-next="${next}"
  >
    <p class="or"><span>${words.or}</span></p>
    <div hidden data-failed>${notice('warn', html`<p>${words.passkeyFailed}</p>`)}</div>
    <button type="button" class="second block">${words.withPasskey}</button>
  </div>`;
}

export function sentPage(request: FastifyRequest, next: string): Page {
  const language = languageOf(request);
  const words = SIGN_IN_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.sent}</h1>
    <p class="lead">${words.sentMeans}</p>
    <h2>${words.nothingCame}</h2>
    <ul>
      ${words.nothingCameMeans.map((hint) => html`<li>${hint}</li>`)}
    </ul>
    <p class="buttons"><a class="button second" href="${addressOf({ language, next })}">${words.askAgain}</a></p>
  </div>`;
  return { title: words.sent, language, content, isNarrow: true, foot: pageLanguages(request, words.languages) };
}

/** Before someone is signed in who comes from another cell. */
export function arrivalPage(request: FastifyRequest, { text, email }: { text: string; email: string }): Page {
  const language = languageOf(request);
  const words = SIGN_IN_WORDS[language];
  const content = html`<div class="card">
    <h1>${words.title}</h1>
    <p class="lead">${words.arrive} <strong>${email}</strong></p>
    <form method="post" action="/manager/sign-in/arrive">
      <input type="hidden" name="ticket" value="${text}" />
      <button type="submit" class="block">${words.title}</button>
    </form>
  </div>`;
  return { title: words.title, language, content, isNarrow: true };
}

function addressOf({ language, next }: { language: Language; next: string }): string {
  const query = new URLSearchParams({ lang: language, ...(next === FIRST_PAGE ? {} : { next }) });
  return `/manager/sign-in?${query.toString()}`;
}
