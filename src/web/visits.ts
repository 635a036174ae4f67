import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFor, type Access } from './access.ts';
import { answerWithPages } from './error-page.ts';
import { readForms, type Form } from './forms.ts';
import { html, type Html } from './html.ts';
import { refuseOtherOrigins } from './same-origin.ts';

/** One request of someone who is signed in, whoever that is. */
export type BasicVisit = {
  request: FastifyRequest;
  reply: FastifyReply;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty for pages that are only looked at. */
  form: Form;
  /** Goes into every form: without it nothing is changed. */
  token: Html;
};

/** Who may come in, and what is said to those who may not. */
export type House<P, V extends BasicVisit> = {
  baseUrl: () => string;
  whoIs: (request: FastifyRequest) => Promise<P | null>;
  /** Known to the pages of this session alone. */
  tokenOf: (person: P) => string;
  isTokenOf: (person: P, token: string) => boolean;
  welcome: (person: P, visit: BasicVisit) => V;
  /** Nobody is signed in. */
  requireSession: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** A form of another session, such as one that was open before signing in anew: nothing that was typed is lost. */
  askAgain: (visit: V) => FastifyReply;
  /** There is no such page for this person. */
  notFound: (visit: V) => FastifyReply;
  /** The request came from a page of somebody else. */
  sendForged: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

/** Null: there is no such page for this person. */
export type VisitHandler<V> = (visit: V) => Promise<FastifyReply | null>;

/** Registers a route: path, who may use it, handler. */
export type Routes<V, A extends Access> = {
  get: (url: string, access: A, handler: VisitHandler<V>) => void;
  post: (url: string, access: A, handler: VisitHandler<V>) => void;
};

const TOKEN = 'token';

/** Prepares a scope for pages of people who are signed in: sessions, forms, and protection against forged ones. */
export async function openHouse<P, V extends BasicVisit, A extends Access>(
  scope: FastifyInstance,
  house: House<P, V>,
): Promise<Routes<V, A>> {
  await scope.register(cookie);
  readForms(scope);
  answerWithPages(scope);
  refuseOtherOrigins(scope, house.baseUrl, house.sendForged);
  const handle =
    (handler: VisitHandler<V>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = await house.whoIs(request);
      if (person === null) return house.requireSession(request, reply);
      const token = html`<input type="hidden" name="${TOKEN}" value="${house.tokenOf(person)}" />`;
      const form = formOf(request);
      const visit = house.welcome(person, {
        request,
        reply,
        params: request.params as Record<string, string>,
        query: queryOf(request),
        form,
        token,
      });
      const isForged = request.method !== 'GET' && !house.isTokenOf(person, form.get(TOKEN) ?? '');
      if (isForged) return house.askAgain(visit);
      // A reply that is awaited is nothing any more once it is sent, so only null says that there is no page.
      const answer = await handler(visit);
      return answer === null ? house.notFound(visit) : reply;
    };
  return {
    get: (url, access, handler) => void scope.get(url, pageFor(access), handle(handler)),
    post: (url, access, handler) => void scope.post(url, pageFor(access), handle(handler)),
  };
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1]);
}

export function formOf(request: FastifyRequest): Form {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The form that was sent, ready to be sent again, with the token it needs now. */
export function sendOnceMore(request: FastifyRequest, token: Html, label: string): Html {
  const fields = [...formOf(request)].filter(([name]) => name !== TOKEN);
  return html`<form method="post" action="${request.url}">
    ${token}${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${label}</button>
  </form>`;
}
