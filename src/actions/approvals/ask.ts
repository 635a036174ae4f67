import { includesRole, personsBehind, roleRefused, type Acting } from '../../domain/operator.ts';
import type { Effect } from '../../domain/effect.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import { approvalContext, insertApproval } from '../../storage/operators/approvals.ts';
import { together } from '../audit.ts';
import { listApprovers } from '../operators/operators.ts';
import type { Services } from '../services.ts';
import { AlreadyAsked, NotYours } from './refused.ts';
import { approvalRow, type ApprovalInput, type ApprovalName } from './table.ts';
import type { Shown } from './row.ts';

/** An approval expires after this time of the service's clock. */
const APPROVAL_HOURS = 72;

/** What is stored of a request, sealed. */
export type ApprovalContent = { input: unknown; shown: Shown };

/** Carries an action out, or stores it for a second person if it needs one. Throws why not. */
export async function doOrAsk<N extends ApprovalName>(
  services: Services,
  by: Acting,
  name: N,
  input: ApprovalInput<N>,
): Promise<{ approvalId: string | null; shown: Shown }> {
  const row = approvalRow(name);
  if (!includesRole(by.role, row.role)) throw new NotYours(roleRefused(by.role, row.role));
  const outcome = await together(services, async (inside) => {
    const isAsked = services.hasFourEyes && (await row.isNeeded(inside, input));
    const operators = personsBehind(by);
    if (!isAsked) return { approvalId: null, shown: await row.carryOut({ ...inside, operators }, input) };
    const shown = await tried(inside, (trial) => row.carryOut({ ...trial, operators }, input));
    return { approvalId: await ask(inside, by, { name, input, shown }), shown };
  });
  services.wakeWorker();
  return outcome;
}

async function ask<N extends ApprovalName>(
  inside: Services,
  by: Acting,
  { name, input, shown }: { name: N; input: ApprovalInput<N>; shown: Shown },
): Promise<string> {
  const { database, random, vault } = inside;
  const row = approvalRow(name);
  const id = random.id();
  const subject = row.subject(input);
  const content: ApprovalContent = { input, shown };
  const waiting = await insertApproval(
    database,
    {
      id,
      action: name,
      subject,
      content: vault.seal(JSON.stringify(content), approvalContext(id)),
      organizationId: (await row.organizationId(inside, input)) ?? NIL_ID,
      askedBy: by.actor,
      askedById: by.id,
      askedVia: by.tokenIssuedBy,
      // What it would do is the same, however it was asked for.
      fingerprint: Buffer.from(vault.fingerprint(JSON.stringify([name, subject, shown])), 'base64'),
    },
    { hours: APPROVAL_HOURS },
  );
  if (waiting !== null) throw new AlreadyAsked(waiting);
  await mailApprovers(inside, by, { id, what: shown.what });
  return id;
}

/** A mail to everyone who can approve it. */
async function mailApprovers(inside: Services, by: Acting, { id, what }: { id: string; what: string }): Promise<void> {
  const { database, random, vault } = inside;
  const now = await serviceNow(database);
  const approvers = (await listApprovers(inside, database)).filter((one) => one.id !== by.id);
  const mails = approvers.map(({ email, name }): Effect => ({
    kind: 'mail',
    id: random.id(),
    dueAt: now,
    mail: {
      to: { email, name },
      cc: null,
      language: 'en',
      facts: { kind: 'approval_requested', approvalId: id, what, by: by.actor, hours: APPROVAL_HOURS },
    },
  }));
  if (mails.length > 0) await addEffects(database, vault, { organizationId: NIL_ID, depositId: null, now }, mails);
}

class RolledBack extends Error {}

/** What it would do; everything it did is rolled back. */
async function tried(services: Services, work: (inside: Services) => Promise<Shown>): Promise<Shown> {
  let shown: Shown | null = null;
  await together(services, async (inside) => {
    shown = await work(inside);
    throw new RolledBack();
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (shown === null) throw new Error('nothing was tried');
  return shown;
}
