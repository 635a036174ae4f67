import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Change } from '../actions/audit.ts';
import { noteChange } from './audit.ts';

const askedSchema = z
  .object({ approvalId: z.string() })
  .meta({ id: 'Asked' })
  .describe('It waits for a second person: see `GET /approvals`.');

/** The answer of a call that waits for a second person. */
export const asked = { 202: askedSchema };

export function sendAsked(request: FastifyRequest, reply: FastifyReply, approvalId: string): never {
  noteAsked(request, approvalId);
  return reply.code(202).send({ approvalId }) as never;
}

/** The audit log says that it was asked for, not that it was done. */
export function noteAsked(
  request: FastifyRequest,
  approvalId: string,
  { about = {}, ...more }: Partial<Change> = {},
): void {
  noteChange(request, { ...more, verb: 'ask for', thing: 'approval', about: { ...about, approval: approvalId } });
}
