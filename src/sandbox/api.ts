import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { serviceNow } from '../storage/database/clock.ts';
import { listMails, type KeptMail } from '../storage/effects/effects.ts';
import { actingOf } from '../operator/acting.ts';
import { invalid, problemSchema } from '../web/problem.ts';
import { LONGEST_ADVANCE_YEARS, runUntil, timeAhead } from './clock.ts';
import { mailSchema, mailView, MOST_MAILS } from './mail-view.ts';
import { sandboxMandateRoutes } from './mandate-routes.ts';
import { sandboxMoveRoutes } from './move-routes.ts';
import type { SandboxSettings } from './settings.ts';

/** The sandbox API of the test environment: moves of the other parties, the mailbox and the clock. */
export function sandboxApi(scope: FastifyInstance, settings: SandboxSettings): void {
  const server = scope.withTypeProvider<ZodTypeProvider>();
  const { services, drain } = settings;
  const errors = { 401: problemSchema, 403: problemSchema, 422: problemSchema, 500: problemSchema };
  const shared = { tags: ['Sandbox'], security: [{ operatorToken: [] }] };

  sandboxMoveRoutes(scope, settings);
  sandboxMandateRoutes(scope, settings);
  server.get(
    '/mailbox',
    {
      schema: {
        ...shared,
        summary: `Read the mails, newest first, at most ${MOST_MAILS}; due mails are sent first`,
        querystring: z.object({ to: z.string().optional() }),
        response: { ...errors, 200: z.object({ mails: z.array(mailSchema) }) },
      },
    },
    async (request) => {
      await drain();
      const to = request.query.to?.trim() || null;
      const mails = await listMails(services.database, services.vault, { to, most: MOST_MAILS });
      const { role } = actingOf(request);
      // A clerk who reads the sign-in link of an admin would be one.
      const isShown = ({ mail: { facts } }: KeptMail): boolean =>
        role === 'admin' || facts.kind !== 'sign_in' || facts.realm !== 'operator';
      return { mails: mails.filter(isShown).map((kept) => mailView(kept, settings)) };
    },
  );

  let turn: Promise<unknown> = Promise.resolve();
  server.post(
    '/clock',
    {
      schema: {
        ...shared,
        summary: "Move the service's clock forward and run everything that falls due",
        body: z.strictObject({ advance: z.string().describe('ISO 8601 duration, such as `P3D` or `PT24H`.') }),
        response: { ...errors, 200: z.object({ now: z.string() }) },
      },
    },
    async (request) => {
      const { advance } = request.body;
      const step = turn.then(async () => {
        const target = timeAhead(await serviceNow(services.database), advance);
        if (target === null) {
          const message = `must be a positive ISO 8601 duration, such as P3D, of at most ${LONGEST_ADVANCE_YEARS} years`;
          throw invalid('advance', 'invalid', message);
        }
        const now = await runUntil(services, target, drain);
        await settings.afterClock();
        return { now: now.toISOString() };
      });
      turn = step.catch(() => undefined);
      return step;
    },
  );
}
