import type { NewDocument } from '../domain/document.ts';
import type { QueuedDocument } from '../domain/effect.ts';
import type { Sql } from '../storage/database/database.ts';
import { insertDocument, type MadeDocument } from '../storage/deposits/documents.ts';
import { findIntegration, holdDeposit } from '../storage/deposits/deposits.ts';
import { addEffects } from '../storage/effects/effects.ts';
import { sha256 } from '../vault/vault.ts';
import { recordEvent } from './events/record-event.ts';
import type { Services } from './services.ts';

/**
 * Stores a document with the mails it is attached to, its event and, where the partner's path sends such documents, its delivery. All in one
 * transaction: if the worker dies before the commit, the document is made again; after it, it already exists.
 */
export async function archiveDocument(
  services: Services,
  { depositId, id }: { depositId: string; id: string },
  { facts, status, mails = [], isSilent }: QueuedDocument,
  content: Buffer,
): Promise<void> {
  const made: Omit<MadeDocument, 'organizationId'> = {
    id,
    depositId,
    kind: facts.kind,
    year: facts.kind === 'year_statement' ? facts.year : null,
    amendment: facts.kind === 'agreement' ? (facts.amendment?.number ?? null) : null,
    language: facts.language,
    createdAt: new Date(facts.at),
    content,
  };
  await services.database.transaction(async (sql) => {
    const location = await holdDeposit(sql, depositId);
    if (location === null) throw new Error('a document belongs to a deposit');
    const document = { ...made, organizationId: location.organizationId };
    if (!(await insertDocument(sql, document))) return;
    await queueMails(services, sql, document, mails);
    if (isSilent === true) return;
    const integration = await findIntegration(sql, location);
    const sent: readonly string[] = integration === null ? [] : services.documentsOf(integration);
    if (!sent.includes(document.kind)) return;
    await tell(services, sql, document, status);
  });
  services.wakeDeliverer();
}

/** The mails that have it attached. Their time is that of the document: they belong to the same move. */
async function queueMails(
  { vault }: Services,
  sql: Sql,
  { organizationId, depositId, id: documentId, createdAt: now, content }: MadeDocument,
  mails: NonNullable<QueuedDocument['mails']>,
): Promise<void> {
  if (mails.length === 0) return;
  const hash = sha256(content).toString('hex');
  const effects = mails.map(({ id, name, mail }) => ({
    kind: 'mail' as const,
    id,
    dueAt: now,
    mail: { ...mail, attachments: [{ documentId, name, sha256: hash }] },
  }));
  await addEffects(sql, vault, { organizationId, depositId, now }, effects);
}

async function tell(
  services: Services,
  sql: Sql,
  document: MadeDocument,
  status: NewDocument['status'],
): Promise<void> {
  const { organizationId, depositId, id: subjectId, createdAt: at, kind } = document;
  const event = { organizationId, depositId, type: 'document.created' as const, subjectId, change: null, at, status };
  await recordEvent(services, sql, event, ({ documents }) => documents === null || documents.includes(kind));
}
