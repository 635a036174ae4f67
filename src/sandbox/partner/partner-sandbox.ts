import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { HttpProblem } from '../../web/problem.ts';
import { mailSchema, mailView, MOST_MAILS } from '../mail-view.ts';
import { sandboxMoveRoutes } from '../move-routes.ts';
import { sandboxProblems } from '../sandbox-call.ts';
import type { SandboxSettings } from '../settings.ts';
import { listOwnMails, requireOwnDeposit, requireOwnReference } from './own.ts';

type PartnerSandboxSettings = SandboxSettings & { partnerIdOf: (request: FastifyRequest) => string };

const shared = { tags: ['Sandbox'], security: [{ apiKey: [] }] };

/** What the sandbox can play, for the deposits of the partner that asks. */
export function partnerSandbox(scope: FastifyInstance, settings: PartnerSandboxSettings): void {
  scope.addHook('onRoute', withPartnerKey);
  requireOwnDeposits(scope, settings);
  sandboxMoveRoutes(scope, settings);
  mailboxRoute(scope, settings);
  scope.withTypeProvider<ZodTypeProvider>().post(
    '/clock',
    {
      schema: {
        ...shared,
        summary: 'Not for partners: the clock is everybody’s',
        response: { 401: sandboxProblems[401], 403: sandboxProblems[403] },
      },
    },
    async () => {
      throw new HttpProblem(403, 'The clock moves for everybody in this environment: ask its operator to move it.');
    },
  );
}

/** The routes are those of the operator’s sandbox; the key is another. */
function withPartnerKey(route: RouteOptions): void {
  route.schema = { ...route.schema, ...shared };
}

/** Whatever is asked of another partner’s deposit. */
function requireOwnDeposits(scope: FastifyInstance, { services, partnerIdOf }: PartnerSandboxSettings): void {
  scope.addHook('onRequest', async (request) => {
    const { id } = (request.params ?? {}) as { id?: string };
    if (id !== undefined) await requireOwnDeposit(services, { partnerId: partnerIdOf(request), depositId: id });
  });
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.url?.endsWith('/payments') !== true) return;
    const { reference } = request.body as { reference: string };
    await requireOwnReference(services, { partnerId: partnerIdOf(request), reference });
  });
}

function mailboxRoute(scope: FastifyInstance, settings: PartnerSandboxSettings): void {
  const { services, drain, partnerIdOf } = settings;
  scope.withTypeProvider<ZodTypeProvider>().get(
    '/mailbox',
    {
      schema: {
        ...shared,
        summary: `Read the mails to your property managers and tenants, newest first, at most ${MOST_MAILS}`,
        querystring: z.object({ to: z.string().optional() }),
        response: {
          401: sandboxProblems[401],
          422: sandboxProblems[422],
          500: sandboxProblems[500],
          200: z.object({ mails: z.array(mailSchema) }),
        },
      },
    },
    async (request) => {
      await drain();
      const to = request.query.to?.trim() || null;
      const mails = await listOwnMails(services, { partnerId: partnerIdOf(request), to, most: MOST_MAILS });
      return { mails: mails.map((kept) => mailView(kept, settings)) };
    },
  );
}
