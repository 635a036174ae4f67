import { documentEffect, type DocumentEffect } from '../../domain/lifecycle/documents.ts';
import type { Deposit } from '../../domain/deposit.ts';
import type { Organization } from '../../domain/organization.ts';
import { yearFigures, type YearFigures } from '../../domain/statements/year.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { lockDeposits, type Location } from '../../storage/deposits/deposits.ts';
import { addAllEffects } from '../../storage/effects/effects.ts';
import { findOrganizations } from '../../storage/set-up/organizations.ts';
import {
  findYearStatements,
  finishYear,
  isYearFinished,
  listPostings,
  listStatementsDue,
  saveYearStatements,
  type StatementFilter,
} from '../../storage/statements/year-statements.ts';
import { sha256 } from '../../vault/vault.ts';
import type { Services } from '../services.ts';

/** Overviews queued in one transaction, which holds their deposits locked. */
const AT_ONCE = 50;

type Stoppable = { isStopping?: () => boolean };

/** `isComplete`: every deposit was looked at. */
type MadeStatements = { made: number; madeAgain: number; isComplete: boolean };

/** The last year that is over. */
export async function lastYear({ database }: Pick<Services, 'database'>): Promise<number> {
  return Number(swissDay(await serviceNow(database)).slice(0, 4)) - 1;
}

/**
 * The overviews of last year: once the bank's statement covers its last day, and from 31 January all others. How many
 * were queued.
 */
export async function makeDueStatements(services: Services, { isStopping }: Stoppable = {}): Promise<number> {
  const { database } = services;
  const year = await lastYear(services);
  if (await isYearFinished(database, year)) return 0;
  const isLate = swissDay(await serviceNow(database)) >= `${year + 1}-01-31`;
  const filter = { year, needsBankStatement: !isLate, again: false };
  const { made, isComplete } = await makeStatements(services, filter, { isStopping });
  if (isLate && isComplete) await finishYear(database, year);
  return made;
}

/**
 * Queues the account overviews of a year, in small transactions: what is interrupted goes on where it stopped. Each
 * deposit gets one; with `again` another one if its figures have changed.
 */
export async function makeStatements(
  services: Services,
  filter: StatementFilter,
  { isStopping = () => false }: { isStopping?: (() => boolean) | undefined } = {},
): Promise<MadeStatements> {
  const total = { made: 0, madeAgain: 0 };
  let after: Location | null = { organizationId: NIL_ID, depositId: NIL_ID };
  while (after !== null) {
    const page: Awaited<ReturnType<typeof listStatementsDue>> = await listStatementsDue(
      services.database,
      filter,
      after,
    );
    for (let start = 0; start < page.due.length; start += AT_ONCE) {
      if (isStopping()) return { ...total, isComplete: false };
      const { made, madeAgain } = await makeSome(services, filter, page.due.slice(start, start + AT_ONCE));
      total.made += made;
      total.madeAgain += madeAgain;
    }
    if (isStopping()) return { ...total, isComplete: false };
    after = page.next;
  }
  return { ...total, isComplete: true };
}

/** The locks make sure that of two processes the second sees what the first has made. */
async function makeSome(
  services: Services,
  { year, again }: StatementFilter,
  due: readonly Location[],
): Promise<{ made: number; madeAgain: number }> {
  const { database, vault, random } = services;
  const counts = await database.transaction(async (sql) => {
    const locked = await lockDeposits(sql, due);
    // Where they are now: a mandate may have moved one since it was listed.
    const here = [...locked.values()].map(({ deposit }) => ({
      organizationId: deposit.organizationId,
      depositId: deposit.id,
    }));
    const known = await findYearStatements(sql, year, here);
    const postings = await listPostings(sql, here);
    const organizations = await findOrganizations(sql, [...new Set(here.map(({ organizationId }) => organizationId))]);
    const byId = new Map(organizations.map((one) => [one.id, one]));
    const now = await serviceNow(sql);
    const statements = [...locked.values()].flatMap(({ deposit }) => {
      const figures = yearFigures(postings.get(deposit.id) ?? [], year);
      const earlier = known.get(deposit.id);
      const organization = byId.get(deposit.organizationId);
      if (figures === null || organization === undefined || (earlier !== undefined && !again)) return [];
      const figuresHash = sha256(JSON.stringify(figures));
      if (earlier?.equals(figuresHash)) return [];
      const effect = yearStatement(deposit, { organization, now, random }, year, figures);
      const { organizationId, id: depositId } = deposit;
      return [
        { organizationId, depositId, documentId: effect.id, figuresHash, effect, isAgain: earlier !== undefined },
      ];
    });
    if (statements.length > 0) {
      await saveYearStatements(sql, { year, now }, statements);
      await addAllEffects(
        sql,
        vault,
        now,
        statements.map(({ effect, ...owner }) => ({ ...owner, effects: [effect] })),
      );
    }
    const madeAgain = statements.filter(({ isAgain }) => isAgain).length;
    return { made: statements.length - madeAgain, madeAgain };
  });
  if (counts.made + counts.madeAgain > 0) services.wakeWorker();
  return counts;
}

function yearStatement(
  deposit: Deposit,
  context: { organization: Organization; now: Date; random: Services['random'] },
  year: number,
  figures: YearFigures,
): DocumentEffect {
  const { iban } = deposit;
  if (iban === null) throw new Error('a bank deposit that held money has an account');
  return documentEffect(deposit, context, { kind: 'year_statement', year, iban, figures });
}
