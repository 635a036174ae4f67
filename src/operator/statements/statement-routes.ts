import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { organizationOf } from '../../actions/set-up/organizations.ts';
import { includesRole } from '../../domain/operator.ts';
import { totalHeld } from '../../domain/statements/holdings.ts';
import { readPastDay, readPastMonth, type PeriodProblem } from '../../domain/statements/period.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { signedChf } from '../../domain/values/money.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { listHoldings } from '../../storage/statements/holdings.ts';
import { invalid, type HttpProblem } from '../../web/problem.ts';
import { actingOf } from '../acting.ts';
import { describe, ids, refusing, type OperatorSettings } from '../routes.ts';
import { journalCsv, journalFileName } from './journal-csv.ts';
import { typed } from '../../web/typed.ts';

const holdingsSchema = z
  .object({
    at: z.string().describe('The day.'),
    deposits: z.array(
      z.object({
        depositId: z.string(),
        externalContractId: z.string(),
        iban: z.string().nullable(),
        amount: z.number().describe('CHF, by booking date; below 0 if more was charged than was there.'),
      }),
    ),
    total: z.number().describe('CHF'),
  })
  .meta({ id: 'Holdings' });

const csv = { description: 'The journal as CSV.', content: { 'text/csv': { schema: z.any().describe('CSV.') } } };

/** What is held on a day, and the accounting journal of a month. */
export function statementApi(scope: FastifyInstance, { services: { database } }: OperatorSettings): void {
  const server = typed(scope);
  server.get(
    '/organizations/:id/holdings',
    describe('viewer', 'Read what an organization’s deposits held at the end of a day', {
      params: ids('id'),
      querystring: z.object({ at: z.string().optional().describe('`YYYY-MM-DD`; default: today.') }),
      response: { 200: holdingsSchema },
    }),
    async ({ params, query }) => {
      const { id: organizationId } = await refusing(organizationOf(database, params.id));
      const day = readPastDay(query.at ?? null, swissDay(await serviceNow(database)));
      if ('problem' in day) throw periodProblem('at', day.problem, 'a day, such as 2026-12-31');
      const { on } = day;
      const holdings = await listHoldings(database, { organizationId, on });
      return {
        at: on,
        deposits: holdings.map(({ depositId, externalContractId, iban, amount }) => ({
          depositId,
          externalContractId,
          iban,
          amount: signedChf(amount),
        })),
        total: signedChf(totalHeld(holdings)),
      };
    },
  );
  server.get(
    '/journal',
    describe('viewer', 'Read the accounting journal of a month as CSV', {
      querystring: z.object({ month: z.string().describe('`YYYY-MM`') }),
      response: { 200: csv },
    }),
    async (request, reply) => {
      const month = readPastMonth(request.query.month, swissDay(await serviceNow(database)));
      if ('problem' in month) throw periodProblem('month', month.problem, 'a month, such as 2026-12');
      const isMasked = !includesRole(actingOf(request).role, 'clerk');
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${journalFileName(month)}"`)
        .send(Readable.from(journalCsv(database, month, { isMasked })));
    },
  );
}

function periodProblem(field: string, problem: PeriodProblem, what: string): HttpProblem {
  return invalid(field, problem, problem === 'future' ? 'is in the future' : `is not ${what}`);
}
