import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PROOF_TYPES } from '../../domain/closing/proof-type.ts';
import { findProof } from '../../storage/deposits/claim-proofs.ts';
import { notFound } from '../../web/problem.ts';
import { findOr404 } from '../move.ts';
import { describe, ids, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

const bytes = {
  description: 'The file.',
  content: Object.fromEntries(PROOF_TYPES.map((type) => [type, { schema: z.any().describe('The file.') }])),
};

/** What the property management has uploaded as proof of a claim. */
export function proofRoute(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/deposits/:id/legal-claim/proof',
    describe('clerk', 'Read the proof of a claim that was uploaded last', {
      params: ids('id'),
      response: { 200: bytes },
    }),
    async (request, reply) => {
      const { id: depositId, organizationId, closing } = await findOr404(services, request.params.id);
      const fileId = closing?.claim?.fileId;
      const proof =
        fileId === undefined ? null : await findProof(services.database, { organizationId, depositId }, fileId);
      if (proof === null) throw notFound('proof');
      return reply.type(proof.type).header('cache-control', 'private, no-store').send(proof.content);
    },
  );
}
