import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { isNotAtHome } from '../domain/cells.ts';

/** In all languages, because the reader's language is not known here. */
type Sorry = { title: string; words: Record<'de' | 'fr' | 'it' | 'en', string> };

/** A change may have been stored before the error, so nothing is promised. */
const FAILED: Sorry = {
  title: 'Depono',
  words: {
    de: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal; falls Sie etwas ändern wollten, schauen Sie zuerst nach, ob es schon geändert ist.',
    fr: 'Un problème est survenu de notre côté. Veuillez réessayer\u00a0; si vous vouliez modifier quelque chose, vérifiez d’abord si c’est déjà fait.',
    it: 'Da parte nostra qualcosa non ha funzionato. La preghiamo di riprovare; se voleva modificare qualcosa, verifichi prima se è già stato fatto.',
    en: 'Something went wrong on our side. Please try again; if you wanted to change something, check first whether it has been changed already.',
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

/** The organization is at home in another cell. Its proxy leads there within seconds. */
const MOVED: Sorry = {
  title: 'Depono',
  words: {
    de: 'Die Verwaltung wird gerade auf einen anderen Server verschoben. Es wurde nichts geändert. Bitte versuchen Sie es in einer Minute noch einmal.',
    fr: 'La gérance est en cours de transfert vers un autre serveur. Rien n’a été modifié. Veuillez réessayer dans une minute.',
    it: 'L’amministrazione viene trasferita su un altro server. Non è stato modificato nulla. La preghiamo di riprovare tra un minuto.',
    en: 'The property management is being moved to another server. Nothing was changed. Please try again in a minute.',
  },
};

/** Answers every error of a scope with a page for people. */
export function answerWithPages(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (isNotAtHome(error)) return sendSorry(reply, MOVED, 409);
    const { statusCode = 500 } = error;
    if (statusCode >= 500) request.log.error({ err: error, request: request.id }, 'request failed');
    return sendSorry(reply, FAILED, statusCode);
  });
}

const HOME: Record<keyof Sorry['words'], string> = {
  de: 'Zur Startseite',
  fr: 'Vers la page d’accueil',
  it: 'Alla pagina iniziale',
  en: 'To the start page',
};

/** Where each kind of reader begins. A tenant’s pages are behind a personal link, which the browser still has. */
const AREAS = ['/manager', '/operator', '/provider', '/partner'];

function homeOf(url: string): string {
  return AREAS.find((area) => url === area || url.startsWith(`${area}/`)) ?? '/';
}

export function sendSorry(reply: FastifyReply, { title, words }: Sorry, status: number): FastifyReply {
  const home = homeOf(reply.request.url.split('?')[0] ?? '/');
  const content = html`<div class="card">
    <h1>${title}</h1>
    ${(Object.keys(words) as (keyof typeof words)[]).map(
      (language) => html`<p lang="${language}">${words[language]} <a href="${home}">${HOME[language]}</a></p>`,
    )}
  </div>`;
  return sendPage(reply, { title: words.de, language: 'de', content, isNarrow: true, home }, status);
}
