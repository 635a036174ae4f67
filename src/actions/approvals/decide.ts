import { isDeepStrictEqual } from 'node:util';
import {
  includesRole,
  personsBehind,
  roleRefused,
  shareAPerson,
  type Acting,
  type Issuer,
} from '../../domain/operator.ts';
import { isId, NIL_ID } from '../../storage/database/ids.ts';
import {
  approvalContext,
  decideApproval,
  findApproval,
  listApprovalRows,
  lockApproval,
  type ApprovalRow,
  type ApprovalState,
} from '../../storage/operators/approvals.ts';
import { lockOperators } from '../../storage/operators/operators.ts';
import { recordChange, together, type Author } from '../audit.ts';
import { findOperatorByEmail } from '../operators/operators.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { accountChange } from './account-change.ts';
import type { ApprovalContent } from './ask.ts';
import { NotYours } from './refused.ts';
import { approvalRow, isApprovalName } from './table.ts';
import type { Shown } from './row.ts';

export type Approval = Omit<ApprovalRow, 'content'> & { shown: Shown };

export async function listApprovals(
  { database, vault }: Services,
  { state, most }: { state: ApprovalState; most: number },
): Promise<Approval[]> {
  const rows = await listApprovalRows(database, { state, most });
  return rows.map((row) => opened(vault, row));
}

export async function approvalOf({ database, vault }: Services, id: string): Promise<Approval> {
  const row = isId(id) ? await findApproval(database, id) : null;
  if (row === null) throw unknown('approval');
  return opened(vault, row);
}

type Decider = { acting: Acting; author: Author };

/** Carries the action out in the transaction that marks it approved: once, or not at all. */
export async function approve(services: Services, decider: Decider, id: string): Promise<Approval> {
  const mayApprove = (row: ApprovalRow): void => mayDecide(row, decider.acting, 'approve');
  await decide(services, decider, id, mayApprove, async (inside, row) => {
    const overtaken = await carryOut(inside, row);
    if (overtaken !== null) return { state: 'expired', result: overtaken };
    return { state: 'approved', result: 'carried out' };
  });
  services.wakeWorker();
  services.wakeDeliverer();
  return approvalOf(services, id);
}

export async function reject(services: Services, decider: Decider, id: string, reason: string): Promise<Approval> {
  const mayReject = (row: ApprovalRow): void => mayDecide(row, decider.acting, 'reject');
  await decide(services, decider, id, mayReject, async () => ({ state: 'rejected', reason }));
  return approvalOf(services, id);
}

/** Only the author takes a request back. */
export async function withdrawApproval(services: Services, decider: Decider, id: string): Promise<Approval> {
  const isOwn = (row: ApprovalRow): void => {
    if (!isAuthor(row, decider.acting)) throw new NotYours('Only the person who asked for it can withdraw it.');
  };
  await decide(services, decider, id, isOwn, async () => ({ state: 'withdrawn' }));
  return approvalOf(services, id);
}

type Decision = { state: Exclude<ApprovalState, 'waiting'>; reason?: string; result?: string };
const VERBS = { approved: 'approve', rejected: 'reject', withdrawn: 'withdraw', expired: 'find overtaken' } as const;

async function decide(
  services: Services,
  { acting, author }: Decider,
  id: string,
  requireMay: (row: ApprovalRow) => void,
  decision: (inside: Services, row: ApprovalRow) => Promise<Decision>,
): Promise<void> {
  const overtaken = await together(services, async (inside) => {
    const { database } = inside;
    const row = isId(id) ? await lockApproval(database, id) : null;
    if (row === null) throw unknown('approval');
    await requireStillOperator(inside, acting);
    requireMay(row);
    if (row.state !== 'waiting') throw new SetUpRefused('conflict', 'approval', alreadyText(row));
    const { state, reason = null, result = null } = await decision(inside, row);
    await decideApproval(database, id, { state, decidedBy: acting.actor, reason, result });
    const { action, subject, askedBy, organizationId } = row;
    await recordChange(inside, author, {
      verb: VERBS[state],
      thing: 'approval',
      about: { approval: id, ...aboutOf(subject) },
      organizationId: organizationId === NIL_ID ? null : organizationId,
      changes: {
        action: { to: action },
        askedBy: { to: askedBy },
        ...(result === null ? {} : { result: { to: result } }),
        ...(state === 'approved' ? accountChangeOf(inside, row) : {}),
      },
    });
    return state === 'expired' ? (result ?? '') : null;
  }).catch(async (error: unknown) => {
    // Who tries what is not theirs is in the audit log, though nothing changed.
    if (error instanceof NotYours) {
      await recordChange(services, author, { verb: 'be refused', thing: 'approval', about: { approval: id } });
    }
    throw error;
  });
  if (overtaken !== null) throw new SetUpRefused('conflict', 'approval', overtaken);
}

function accountChangeOf({ vault }: Services, row: ApprovalRow): ReturnType<typeof accountChange> {
  const content = row.action === 'change_order_account' ? contentOf(vault, row) : null;
  return content === null ? {} : accountChange(content.shown, { hasDeposit: row.organizationId !== NIL_ID });
}

/** Null: done. Otherwise why it no longer can be; nothing was changed then. */
async function carryOut(services: Services, row: ApprovalRow): Promise<string | null> {
  if (!isApprovalName(row.action)) return `This version of the service does not know the action ${row.action}.`;
  const content = contentOf(services.vault, row);
  if (content === null) return `${UNREADABLE.what}. Ask for it again.`;
  const { carryOut: make } = approvalRow(row.action);
  try {
    return await together(services, async (inside) => {
      const shown = await make({ ...inside, operators: authorsOf(row) }, content.input as never);
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(shown)), content.shown)) throw OVERTAKEN;
      return null;
    });
  } catch (error) {
    if (error instanceof SetUpRefused) return `It was overtaken by another change. ${error.message}`;
    throw error;
  }
}

const OVERTAKEN = new SetUpRefused(
  'conflict',
  'approval',
  'What was asked for would now do something else. Ask again.',
);

function mayDecide(row: ApprovalRow, acting: Acting, verb: 'approve' | 'reject'): void {
  if (acting.id === 'token') {
    throw new NotYours(`OPERATOR_TOKEN belongs to no person: it can ask, but not ${verb}. Use a personal token.`);
  }
  if (acting.id === 'command_line') {
    throw new NotYours(`The command line does not know who you are. Set DEPONO_TOKEN to a personal token to ${verb}.`);
  }
  if (!includesRole(acting.role, 'clerk')) throw new NotYours(roleRefused(acting.role, 'clerk'));
  if (isAuthor(row, acting)) throw new NotYours(`You asked for this yourself: another person must ${verb} it.`);
  if (verb === 'approve' && isSamePerson(row, acting)) {
    throw new NotYours(
      'This was asked for with a token that you issued, or your token was issued by the person who asked. Another person must approve it.',
    );
  }
}

/** Whether this person has asked for it. */
export function isAuthor(
  { askedBy, askedById }: Pick<ApprovalRow, 'askedBy' | 'askedById'>,
  { actor, id }: Pick<Acting, 'actor' | 'id'>,
): boolean {
  return askedById === id || askedBy === actor;
}

/** Whether one person may be behind asking and approving, by tokens issued for others. */
function isSamePerson(row: ApprovalRow, acting: Acting): boolean {
  const { tokenIssuedBy } = acting;
  // A token that the command line has issued cannot approve what the command line has asked for.
  if (tokenIssuedBy?.id === 'command_line' && row.askedById === 'command_line') return true;
  return shareAPerson(authorsOf(row), personsBehind(acting));
}

/** Who asked for it, and whoever issued the token that was used. Whoever approves it is another person. */
function authorsOf({ askedBy: actor, askedById: id, askedVia }: ApprovalRow): Issuer[] {
  return personsBehind({ id, actor, tokenIssuedBy: askedVia });
}

/** Someone who was removed in the meantime decides nothing; a change of operators waits for this decision. */
async function requireStillOperator(inside: Services, { actor, id, role }: Acting): Promise<void> {
  if (id === 'token' || id === 'command_line') return;
  await lockOperators(inside.database);
  const operator = await findOperatorByEmail(inside, inside.database, actor);
  if (operator !== null && operator.id === id && includesRole(operator.role, role)) return;
  throw new NotYours('You are no longer an operator with this role.');
}

function alreadyText({ state, decidedBy }: ApprovalRow): string {
  const who = decidedBy === null ? '' : ` by ${decidedBy}`;
  return state === 'expired'
    ? `This request has expired${who}. Ask again.`
    : `This request was already ${state}${who}.`;
}

/** `deposit:ID` as the audit log has it. */
function aboutOf(subject: string): Record<string, string> {
  const [kind = '', id] = subject.split(':');
  return id === undefined ? {} : { [kind]: id };
}

const UNREADABLE: Shown = {
  what: 'It cannot be read: it was sealed with a key that this service does not have',
  changes: [],
};

/** Null: it was sealed with a key that is no longer known. */
function contentOf(vault: Services['vault'], { id, content }: ApprovalRow): ApprovalContent | null {
  try {
    return JSON.parse(vault.unseal(content, approvalContext(id)).toString('utf8')) as ApprovalContent;
  } catch {
    return null;
  }
}

function opened(vault: Services['vault'], row: ApprovalRow): Approval {
  const { content: _, ...rest } = row;
  return { ...rest, shown: contentOf(vault, row)?.shown ?? UNREADABLE };
}
