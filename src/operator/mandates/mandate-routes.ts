import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { conflictsOf } from '../../actions/mandates/decide-mandate.ts';
import { isId } from '../../storage/database/ids.ts';
import { findMandate, listMandates } from '../../storage/mandates/mandates.ts';
import { notFound } from '../../web/problem.ts';
import { listedMandateSchema, listedMandateView, mandateSchema, mandateView } from './mandate-view.ts';
import { describe, ids, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

const MOST = 200;

/** Mandates: administrators ask and agree on their pages; operators read. */
export function mandateApi(scope: FastifyInstance, { services: { database } }: OperatorSettings): void {
  const server = typed(scope);
  server.get(
    '/mandates',
    describe('viewer', `List mandates, newest first, at most ${MOST}`, {
      querystring: z.object({
        organizationId: z.uuid().optional().describe('Only those of this organization, on either side.'),
        after: z.uuid().optional().describe('`next` of the page before.'),
      }),
      response: {
        200: z.object({
          mandates: z.array(listedMandateSchema),
          next: z.string().nullable().describe('Null: there are no more.'),
        }),
      },
    }),
    async ({ query: { organizationId, after = null } }) => {
      const organizationIds = organizationId === undefined ? null : [organizationId];
      const mandates = await listMandates(database, { organizationIds, before: after, most: MOST });
      const next = mandates.length < MOST ? null : (mandates.at(-1)?.id ?? null);
      return { mandates: mandates.map(listedMandateView), next };
    },
  );
  server.get(
    '/mandates/:id',
    describe('viewer', 'Read a mandate with its report: what has moved, and what stayed behind', {
      params: ids('id'),
      response: { 200: mandateSchema },
    }),
    async ({ params: { id } }) => {
      const mandate = isId(id) ? await findMandate(database, id) : null;
      if (mandate === null) throw notFound('mandate');
      return mandateView(mandate, await conflictsOf(database, mandate));
    },
  );
}
