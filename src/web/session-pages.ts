import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFor, type Access } from './access.ts';
import { answerWithPages } from './error-page.ts';
import { readForms, type Form } from './forms.ts';
import { html, type Html } from './html.ts';
import { refuseOtherOrigins } from './same-origin.ts';

/** One request of a signed-in person. */
export type BasicVisit = {
  request: FastifyRequest;
  reply: FastifyReply;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Empty for GET requests. */
  form: Form;
  /** The hidden input that every form needs: it protects against forged requests. */
  token: Html;
};

/** How an area of the site identifies people and answers those it does not let in. */
type SessionPages<P, V extends BasicVisit, A extends Access> = {
  baseUrl: () => string;
  /** Null: no valid session. */
  personOf: (request: FastifyRequest) => Promise<P | null>;
  /** The token in the forms of this session. */
  tokenOf: (person: P) => string;
  isTokenOf: (person: P, token: string) => boolean;
  visitOf: (person: P, visit: BasicVisit) => V;
  /** False: the person may use the route. Otherwise it has answered the request. */
  refuse?: (person: P, visit: V, access: A) => Promise<boolean>;
  /** Answers a request without a valid session. */
  requireSession: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Answers a form of an earlier session. The input is kept and can be sent again. */
  confirmAgain: (visit: V) => FastifyReply;
  /** Answers a request for a page that does not exist for this person. */
  notFound: (visit: V) => FastifyReply;
  /** Answers a request that another site has sent. */
  refuseForged: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

/** Null: the page does not exist for this person. */
type VisitHandler<V> = (visit: V) => Promise<FastifyReply | null>;

/** Registers a route: path, who may use it, handler. */
export type Routes<V, A extends Access> = {
  get: (url: string, access: A, handler: VisitHandler<V>) => void;
  post: (url: string, access: A, handler: VisitHandler<V>) => void;
};

const TOKEN = 'token';

/** Prepares a scope for pages of signed-in people: sessions, forms, and protection against forged requests. */
export async function openSessionPages<P, V extends BasicVisit, A extends Access>(
  scope: FastifyInstance,
  area: SessionPages<P, V, A>,
): Promise<Routes<V, A>> {
  await scope.register(cookie);
  readForms(scope);
  answerWithPages(scope);
  refuseOtherOrigins(scope, area.baseUrl, area.refuseForged);
  const handle =
    (access: A, handler: VisitHandler<V>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const person = await area.personOf(request);
      if (person === null) return area.requireSession(request, reply);
      const token = html`<input type="hidden" name="${TOKEN}" value="${area.tokenOf(person)}" />`;
      const form = formOf(request);
      const visit = area.visitOf(person, {
        request,
        reply,
        params: request.params as Record<string, string>,
        query: queryOf(request),
        form,
        token,
      });
      const isForged = request.method !== 'GET' && !area.isTokenOf(person, form.get(TOKEN) ?? '');
      if (isForged) return area.confirmAgain(visit);
      if ((await area.refuse?.(person, visit, access)) === true) return reply;
      // An awaited reply resolves to undefined once it is sent, so only null means that there is no page.
      const answer = await handler(visit);
      return answer === null ? area.notFound(visit) : reply;
    };
  return {
    get: (url, access, handler) => void scope.get(url, pageFor(access), handle(access, handler)),
    post: (url, access, handler) => void scope.post(url, pageFor(access), handle(access, handler)),
  };
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1]);
}

export function formOf(request: FastifyRequest): Form {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The same form again, with the current token. */
export function resendForm(request: FastifyRequest, token: Html, label: string): Html {
  const fields = [...formOf(request)].filter(([name]) => name !== TOKEN);
  return html`<form method="post" action="${request.url}">
    ${token}${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">${label}</button>
  </form>`;
}
