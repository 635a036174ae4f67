import type { FastifyReply } from 'fastify';
import type { Sql } from '../../storage/database/database.ts';
import { findFile } from '../../storage/deposits/notes.ts';
import { sendFile } from '../../web/files/send-file.ts';
import { unknownPage } from '../pages/link-page.ts';
import type { TenantVisit } from '../visit.ts';

/** One of the files that the page lists, and no other. */
export async function sendShared(sql: Sql, visit: TenantVisit): Promise<FastifyReply> {
  const { deposit, isJoining, request, reply } = visit;
  const { fileId } = request.params as { fileId: string };
  const listed = isJoining ? undefined : deposit.files.find((file) => file.id === fileId && file.shared);
  const { organizationId, id: depositId } = deposit;
  const file = listed === undefined ? null : await findFile(sql, { organizationId, depositId }, listed.id);
  return file === null ? unknownPage(request, reply) : sendFile(reply, file);
}
