import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PRODUCTS } from '../../domain/product.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit } from '../../storage/deposits/deposits.ts';
import { notFound } from '../../web/problem.ts';
import { noteChange } from '../audit.ts';
import { depositSchema } from '../deposit-view.ts';
import { problemOf, readRecord, refusalOf } from '../move.ts';
import { describe, ids, type OperatorSettings } from '../routes.ts';
import { acceptPaper } from './accept-paper.ts';
import { typed } from '../../web/typed.ts';

const accepted = z.strictObject({
  tenant: z.int().min(1).max(4).describe('The position of the tenant who has signed it.'),
  product: z
    .enum(PRODUCTS)
    .optional()
    .describe('What the main tenant has chosen on it, where there is a choice; default: the organization’s product.'),
});

/** Papers that tenants have signed by hand. */
export function paperRoutes(scope: FastifyInstance, settings: OperatorSettings): void {
  const { services, settle } = settings;
  typed(scope).post(
    '/deposits/:id/papers/:fileId/accept',
    describe('clerk', 'Accept an uploaded paper as the signature of a tenant', {
      params: ids('id', 'fileId'),
      body: accepted,
      response: { 200: depositSchema },
    }),
    async (request) => {
      const { id, fileId } = request.params;
      const { tenant, product = null } = request.body;
      const location = isId(id) ? await locateDeposit(services.database, id) : null;
      const moved = location === null ? null : await acceptPaper(services, location, { fileId, tenant, product });
      if (moved === null) throw notFound('deposit');
      const refusal = refusalOf(moved);
      if (refusal?.is === 'invalid_field' && refusal.code === 'no_such_file') throw notFound('file');
      if (refusal !== null) throw problemOf(refusal);
      noteChange(request, { verb: 'accept', thing: 'signed paper', about: { deposit: id, file: fileId } });
      await settle();
      return readRecord(settings, id);
    },
  );
}
