import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PROOF_TYPES } from '../../domain/closing/proof-type.ts';
import { isId } from '../../storage/database/ids.ts';
import { findFile } from '../../storage/deposits/notes.ts';
import { sendFile } from '../../web/files/send-file.ts';
import { notFound } from '../../web/problem.ts';
import { findOr404 } from '../move.ts';
import { describe, ids, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

const bytes = {
  description: 'The file.',
  content: Object.fromEntries(PROOF_TYPES.map((type) => [type, { schema: z.any().describe('The file.') }])),
};

/** What the property management keeps with a deposit. */
export function fileRoutes(scope: FastifyInstance, { services }: OperatorSettings): void {
  typed(scope).get(
    '/deposits/:id/files/:fileId',
    describe('clerk', 'Read a file of a deposit', { params: ids('id', 'fileId'), response: { 200: bytes } }),
    async (request, reply) => {
      const { id, fileId } = request.params;
      const { organizationId, id: depositId } = await findOr404(services, id);
      const file = isId(fileId) ? await findFile(services.database, { organizationId, depositId }, fileId) : null;
      if (file === null) throw notFound('file');
      return sendFile(reply, file);
    },
  );
}
