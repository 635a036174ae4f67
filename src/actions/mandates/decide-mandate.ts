import { decideAgreement, decideRejection, type MandateRefusal } from '../../domain/mandates/mandate.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  chosenDeposits,
  countLiving,
  findMandate,
  foreseeConflicts,
  insertMandate,
  listConflicts,
  lockMandate,
  noteAgreement,
  noteRejection,
  ownDeposits,
  startMoving,
  type Conflict,
  type CountedMandate,
} from '../../storage/mandates/mandates.ts';
import { holdDefaultManager } from '../../storage/mandates/move-rows.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { recordChange, type Author } from '../audit.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import { tellBoth } from './mandate-mails.ts';

type Asked = {
  from: string;
  to: string;
  /** Null: all that are neither closed nor withdrawn. */
  depositIds: readonly string[] | null;
  /** Who asks for one of the two has thereby agreed for it. Null: nobody has agreed yet. */
  agreesFor: string | null;
};

/** An administrator asks that an organization hands its deposits over to another one. */
export async function askMandate(services: Services, author: Author, asked: Asked): Promise<CountedMandate> {
  const { database, random } = services;
  const { from, to, agreesFor } = asked;
  if (from === to) throw new SetUpRefused('invalid', 'to', 'is the same organization', 'same_organization');
  for (const field of ['from', 'to'] as const) {
    const organization = isId(asked[field]) ? await findOrganization(database, asked[field]) : null;
    if (organization === null) throw new SetUpRefused('invalid', field, 'there is no such organization', 'unknown');
  }
  const id = random.id();
  return database.transaction(async (sql) => {
    const depositIds = asked.depositIds === null ? null : [...new Set(asked.depositIds)];
    const askedFor = depositIds === null ? await countLiving(sql, from) : depositIds.length;
    if (depositIds !== null) await requireOwn(sql, from, depositIds);
    await insertMandate(sql, { id, from, to, depositIds, askedFor, askedBy: author.actor });
    if (agreesFor !== null) await noteAgreement(sql, id, agreesFor === from ? 'from' : 'to', author.actor);
    const mandate = (await findMandate(sql, id)) as CountedMandate;
    await record(services, sql, author, { verb: 'ask', mandate });
    await tellBoth(services, sql, mandate, (organizationId) => ({
      kind: 'mandate_asked',
      deposits: askedFor,
      asksReader: organizationId !== agreesFor,
    }));
    return mandate;
  });
}

async function requireOwn(sql: Sql, from: string, depositIds: readonly string[]): Promise<void> {
  const own = await ownDeposits(sql, from, depositIds.filter(isId));
  const index = depositIds.findIndex((one) => !own.has(one.toLowerCase()));
  if (index === -1) return;
  throw new SetUpRefused('invalid', `deposits.${index}`, 'is no deposit of the organization', 'unknown');
}

/** What the answer to a question is: done, or why not. */
export class MandateRefused extends Error {
  readonly why: MandateRefusal;

  constructor(why: MandateRefusal) {
    super(MANDATE_REFUSALS[why]);
    this.why = why;
  }
}

const MANDATE_REFUSALS: Record<MandateRefusal, string> = {
  not_a_party: 'The mandate is between two other organizations. Only these can agree or reject.',
  already_rejected: 'The mandate was rejected. Ask for it again.',
  already_done: 'The mandate is done: its deposits have moved.',
  moving: 'Both organizations have agreed, and the deposits are moving. It can no longer be rejected.',
  no_default_manager:
    'The new organization has no default property manager who could take the deposits over. Name one, then agree.',
};

/** For one of the two organizations. With the second agreement the deposits start to move; `moveDeposits` moves them. */
export async function agreeToMandate(
  services: Services,
  author: Author,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<CountedMandate> {
  return services.database.transaction(async (sql) => {
    const mandate = await lockedMandate(sql, id);
    const hasDefaultManager = (await holdDefaultManager(sql, mandate.to.organizationId)) !== null;
    const decided = decideAgreement(mandate, organizationId.toLowerCase(), { hasDefaultManager });
    if ('refused' in decided) throw new MandateRefused(decided.refused);
    if (!decided.isNew) return mandate;
    await noteAgreement(sql, id, decided.side, author.actor);
    if (decided.isSecond) await startMoving(sql, id);
    const agreed = (await findMandate(sql, id)) as CountedMandate;
    await record(services, sql, author, { verb: 'agree to', mandate: agreed });
    return agreed;
  });
}

export async function rejectMandate(
  services: Services,
  author: Author,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<CountedMandate> {
  return services.database.transaction(async (sql) => {
    const mandate = await lockedMandate(sql, id);
    const decided = decideRejection(mandate, organizationId.toLowerCase());
    if ('refused' in decided) throw new MandateRefused(decided.refused);
    const { organizationId: by, name } = mandate[decided.side];
    await noteRejection(sql, id, { organizationId: by, by: author.actor });
    const rejected = (await findMandate(sql, id)) as CountedMandate;
    await record(services, sql, author, { verb: 'reject', mandate: rejected });
    await tellBoth(services, sql, rejected, () => ({ kind: 'mandate_rejected', by: name }));
    return rejected;
  });
}

async function lockedMandate(sql: Sql, id: string): Promise<CountedMandate> {
  const mandate = isId(id) ? await lockMandate(sql, id) : null;
  if (mandate === null) throw unknown('mandate');
  return mandate;
}

/** What stays behind: as it was decided, or as it would be decided now. */
export async function conflictsOf(sql: Sql, mandate: CountedMandate): Promise<Conflict[]> {
  if (mandate.state === 'rejected') return [];
  if (mandate.state !== 'asked') return listConflicts(sql, mandate.id);
  const { from, to } = mandate;
  const depositIds = await chosenDeposits(sql, mandate);
  return foreseeConflicts(sql, { from: from.organizationId, to: to.organizationId, depositIds });
}

/** In the audit log of both organizations. */
export async function record(
  { random }: Services,
  sql: Sql,
  author: Author,
  { verb, mandate }: { verb: string; mandate: CountedMandate },
): Promise<void> {
  const { id, from, to, counts } = mandate;
  const about = { mandate: id, from: from.name, to: to.name };
  const isOver = mandate.state === 'done';
  const changes = isOver
    ? { moved: { to: counts.moved }, conflicts: { to: counts.conflicts } }
    : { deposits: { to: mandate.askedFor } };
  for (const { organizationId } of [from, to]) {
    await recordChange({ database: sql, random }, author, { verb, thing: 'mandate', about, organizationId, changes });
  }
}
