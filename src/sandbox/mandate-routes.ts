import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  agreeToMandate,
  askMandate,
  conflictsOf,
  MandateRefused,
  rejectMandate,
} from '../actions/mandates/decide-mandate.ts';
import { moveDeposits } from '../actions/mandates/move-deposits.ts';
import type { Services } from '../actions/services.ts';
import { authorOf } from '../operator/acting.ts';
import { mandateSchema, mandateView } from '../operator/mandates/mandate-view.ts';
import { ids, refusing } from '../operator/routes.ts';
import { findMandate } from '../storage/mandates/mandates.ts';
import { HttpProblem, notFound } from '../web/problem.ts';
import { sandboxProblems, sandboxTags } from './sandbox-call.ts';
import type { SandboxSettings } from './settings.ts';
import { typed } from '../web/typed.ts';

const MOST_DEPOSITS = 100_000;

const askInput = z.strictObject({
  from: z.string().describe('The organization that the deposits leave.'),
  to: z.string().describe('The organization that takes them over.'),
  deposits: z
    .array(z.string())
    .min(1)
    .max(MOST_DEPOSITS)
    .optional()
    .describe('Ids; without it, all that are neither closed nor withdrawn.'),
});
const partyInput = z.strictObject({ organizationId: z.string().describe('Whose administrator decides.') });

/** Plays the administrators of two organizations. The call that agrees last answers when the deposits have moved. */
export function sandboxMandateRoutes(scope: FastifyInstance, { services, drain }: SandboxSettings): void {
  const server = typed(scope);
  const answer = async (id: string) => {
    await drain();
    const mandate = await findMandate(services.database, id);
    if (mandate === null) throw notFound('mandate');
    return mandateView(mandate, await conflictsOf(services.database, mandate));
  };

  server.post(
    '/mandates',
    {
      schema: {
        ...sandboxTags,
        summary: 'An administrator asks that an organization hands its deposits over to another one',
        body: askInput,
        response: { ...sandboxProblems, 201: mandateSchema },
      },
    },
    async (request, reply) => {
      const { from, to, deposits = null } = request.body;
      const asked = { from: from.toLowerCase(), to: to.toLowerCase(), depositIds: deposits, agreesFor: null };
      const { id } = await refusing(askMandate(services, authorOf(request), asked));
      return reply.code(201).send(await answer(id));
    },
  );
  for (const [path, summary, decide] of DECISIONS) {
    server.post(
      `/mandates/:id/${path}`,
      {
        schema: {
          ...sandboxTags,
          summary,
          params: ids('id'),
          body: partyInput,
          response: { ...sandboxProblems, 200: mandateSchema },
        },
      },
      async (request) => {
        const party = { id: request.params.id, organizationId: request.body.organizationId };
        const { state } = await deciding(decide(services, authorOf(request), party));
        if (state === 'moving') await moveAll(services, party.id);
        return answer(party.id);
      },
    );
  }
}

const DECISIONS = [
  ['agree', 'An administrator agrees; with the second agreement the deposits move', agreeToMandate],
  ['reject', 'An administrator rejects', rejectMandate],
] as const;

async function moveAll(services: Services, id: string): Promise<void> {
  const failures: unknown[] = [];
  await moveDeposits(services, id, { longestMs: LONGEST_MS, log: (error) => failures.push(error) });
  const mandate = await findMandate(services.database, id);
  if (mandate?.state === 'moving') throw failures.at(-1) ?? new Error('a deposit of the mandate is in use');
}

const LONGEST_MS = 120_000;

async function deciding<T>(work: Promise<T>): Promise<T> {
  return refusing(work).catch((error: unknown) => {
    if (error instanceof MandateRefused) throw new HttpProblem(error.why === 'not_a_party' ? 403 : 409, error.message);
    throw error;
  });
}
