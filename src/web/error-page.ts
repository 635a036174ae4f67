import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** In all languages: who reads it is not known where something went wrong. */
type Sorry = { title: string; words: Record<'de' | 'fr' | 'it' | 'en', string> };

const FAILED: Sorry = {
  title: 'Depono',
  words: {
    de: 'Das hat nicht geklappt. Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
    fr: 'Cela n’a pas fonctionné. Rien n’a été modifié. Veuillez réessayer.',
    it: 'Qualcosa non ha funzionato. Non è stato modificato nulla. La preghiamo di riprovare.',
    en: 'That did not work. Nothing was changed. Please try again.',
  },
};

export const NOT_FOUND: Sorry = {
  title: 'Depono',
  words: {
    de: 'Diese Seite gibt es nicht.',
    fr: 'Cette page n’existe pas.',
    it: 'Questa pagina non esiste.',
    en: 'There is no such page.',
  },
};

/** Answers every error of a scope with a page for people. */
export function answerWithPages(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode >= 500) request.log.error({ err: error, request: request.id }, 'request failed');
    return sendSorry(reply, FAILED, statusCode);
  });
}

export function sendSorry(reply: FastifyReply, { title, words }: Sorry, status: number): FastifyReply {
  const content = html`<div class="card">
    <h1>${title}</h1>
    ${Object.entries(words).map(([language, text]) => html`<p lang="${language}">${text}</p>`)}
  </div>`;
  return sendPage(reply, { title: words.de, language: 'de', content, isNarrow: true, home: '/' }, status);
}
