import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { organizationOf } from '../actions/set-up/organizations.ts';
import { clean } from '../domain/payload/fields.ts';
import { findDeposit, listDeposits, listDepositsOfContract } from '../storage/deposits.ts';
import { isId } from '../storage/ids.ts';
import { notFound } from '../web/problem.ts';
import { describe, ids, refusing, typed, type OperatorSettings } from './routes.ts';
import { depositSchema, depositView } from './views.ts';

const MOST_DEPOSITS = 100;

/** The full record of deposits. */
export function depositRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const server = typed(scope);
  const { database } = settings.services;

  server.get(
    '/organizations/:id/deposits',
    describe(`Read the deposits of an organization, newest first, at most ${MOST_DEPOSITS}`, {
      params: ids('id'),
      querystring: z.object({ externalContractId: z.string().optional() }),
      response: { 200: z.object({ deposits: z.array(depositSchema) }) },
    }),
    async (request) => {
      const { id: organizationId } = await refusing(organizationOf(database, request.params.id));
      const asked = request.query.externalContractId;
      const deposits =
        asked === undefined
          ? await listDeposits(database, organizationId, MOST_DEPOSITS)
          : await listDepositsOfContract(database, { organizationId, externalContractId: clean(asked).toWellFormed() });
      return { deposits: deposits.map((deposit) => depositView(deposit, settings.providers)) };
    },
  );
  server.get(
    '/deposits/:id',
    describe('Read one deposit', { params: ids('id'), response: { 200: depositSchema } }),
    async (request) => {
      const { id } = request.params;
      const deposit = isId(id) ? await findDeposit(database, id) : null;
      if (deposit === null) throw notFound('deposit');
      return depositView(deposit, settings.providers);
    },
  );
}
