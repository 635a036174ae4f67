import { nextDigest } from '../../domain/digest/digest.ts';
import { propertyLine } from '../../domain/deposit.ts';
import { recipient, type Effect } from '../../domain/effect.ts';
import type { DigestLine, DigestNote } from '../../domain/digest/queued-notes.ts';
import { tenantName } from '../../domain/tenant.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { readDeposits } from '../../storage/deposits/deposits.ts';
import { locateDeposits } from '../../storage/deposits/locate.ts';
import { addDigestItem, takeDigestItems, type DigestItem } from '../../storage/effects/digests.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import { findMember } from '../../storage/set-up/members.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import type { Services } from '../services.ts';

/** A mail stays readable; the list of deposits has the others. */
const MOST_LISTED = 50;

type Place = { organizationId: string; depositId: string };

/** A deposit has come for a member with a daily digest: it is in the next one. */
export async function addToDigest(
  { database, random, vault }: Services,
  place: Place,
  note: DigestNote,
): Promise<void> {
  await database.transaction(async (sql) => {
    const now = await serviceNow(sql);
    const dueAt = nextDigest(now);
    const { member, isSent } = note;
    await addDigestItem(sql, {
      organizationId: member.organizationId,
      memberId: member.id,
      depositId: place.depositId,
      isSent,
      dueAt,
    });
    // One for each deposit: whichever comes first takes all that is due, and the others find nothing.
    const effect: Effect = { kind: 'daily_digest', id: random.id(), dueAt, note };
    await addEffects(sql, vault, { ...place, now }, [effect]);
  });
}

/** The mail and what it takes from the list are one transaction. Without news there is no mail. */
export async function sendDigest(
  { database, random, vault, wakeWorker }: Services,
  { member }: DigestNote,
): Promise<void> {
  await database.transaction(async (sql) => {
    const items = await takeDigestItems(sql, { organizationId: member.organizationId, memberId: member.id });
    const reader = await findMember(sql, member.organizationId, member.id);
    const organization = await findOrganization(sql, member.organizationId);
    if (reader === null || organization === null) return;
    const lines = await linesOf(sql, items, reader.id);
    if (lines.length === 0) return;
    const now = await serviceNow(sql);
    const facts = {
      kind: 'daily_digest',
      organization: organization.name,
      imported: lines.slice(0, MOST_LISTED),
      more: Math.max(0, lines.length - MOST_LISTED),
    } as const;
    const mail = { to: recipient(reader), cc: null, language: reader.language, facts };
    await addEffects(sql, vault, { organizationId: organization.id, depositId: null, now }, [
      { kind: 'mail', id: random.id(), dueAt: now, mail },
    ]);
  });
  wakeWorker();
}

/** Without those that are another member's meanwhile. */
async function linesOf(sql: Sql, items: readonly DigestItem[], memberId: string): Promise<DigestLine[]> {
  const places = await locateDeposits(
    sql,
    items.map(({ depositId }) => depositId),
  );
  const deposits = await readDeposits(sql, places);
  return items.flatMap(({ depositId, isSent }): DigestLine[] => {
    const deposit = deposits.get(depositId);
    if (deposit === undefined || deposit.manager.id !== memberId) return [];
    const { terms } = deposit;
    const { externalContractId } = terms;
    return [{ externalContractId, property: propertyLine(terms), tenants: terms.tenants.map(tenantName), isSent }];
  });
}
