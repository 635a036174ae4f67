import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { plainReference } from '../../domain/values/payment-reference.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateByReference } from '../../storage/deposits/locate.ts';
import { listMailsOfPartner, type KeptMail } from '../../storage/effects/effects.ts';
import { isOwnDeposit, ownRefusedCalls } from '../../storage/partners/own-deposits.ts';
import { HttpProblem, notFound } from '../../web/problem.ts';
import { mailSchema, mailView, MOST_MAILS } from '../mail-view.ts';
import { sandboxMoveRoutes } from '../move-routes.ts';
import { sandboxProblems } from '../sandbox-call.ts';
import type { SandboxSettings } from '../settings.ts';

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

/** Another partner’s deposit does not exist, whatever is asked of it; nor does money for one. */
function requireOwnDeposits(scope: FastifyInstance, { services, partnerIdOf }: PartnerSandboxSettings): void {
  const requireOwn = async (request: FastifyRequest, depositId: string): Promise<void> => {
    const own = { partnerId: partnerIdOf(request), depositId };
    if (!isId(depositId) || !(await isOwnDeposit(services.database, own))) throw notFound('deposit');
  };
  scope.addHook('onRequest', async (request) => {
    const { id } = (request.params ?? {}) as { id?: string };
    if (id !== undefined) await requireOwn(request, id);
  });
  scope.addHook('preHandler', async (request) => {
    if (request.routeOptions.url?.endsWith('/payments') !== true) return;
    const { reference } = request.body as { reference: string };
    const location = await locateByReference(services.database, plainReference(reference));
    await requireOwn(request, location?.depositId ?? '');
  });
}

function mailboxRoute(scope: FastifyInstance, settings: PartnerSandboxSettings): void {
  const { services, drain, partnerIdOf } = settings;
  const { database, vault } = services;
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
      const partnerId = partnerIdOf(request);
      const to = request.query.to?.trim() || null;
      const mails = await listMailsOfPartner(database, vault, { partnerId, to, most: MOST_MAILS });
      const refused = await ownRefusedCalls(database, partnerId, mails.flatMap(refusedCallsIn));
      const isShown = (kept: KeptMail): boolean =>
        !isToOperators(kept) && refusedCallsIn(kept).every((id) => refused.has(id));
      return { mails: mails.filter(isShown).map((kept) => mailView(kept, settings)) };
    },
  );
}

function refusedCallsIn({ mail: { facts } }: KeptMail): string[] {
  return facts.kind === 'import_error' ? [facts.refusedCallId] : [];
}

function isToOperators({ mail: { facts } }: KeptMail): boolean {
  return 'forOperator' in facts && facts.forOperator;
}
