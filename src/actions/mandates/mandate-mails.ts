import { recipient, type Effect, type Mail, type MailFacts, type MandateFacts } from '../../domain/effect.ts';
import type { CountedMandate } from '../../storage/mandates/mandates.ts';
import { formerManagers } from '../../storage/mandates/mandates.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import type { Sql } from '../../storage/database/database.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import { findMember, listMembers } from '../../storage/set-up/members.ts';
import type { Member } from '../../domain/organization.ts';
import type { Services } from '../services.ts';

type Told = {
  [K in 'mandate_asked' | 'mandate_rejected' | 'mandate_done']: Omit<
    Extract<MailFacts, { kind: K }>,
    keyof MandateFacts
  >;
};

/** What each of the two organizations is told. */
type Telling = (organizationId: string) => Told[keyof Told];

/**
 * Mails to those who answer for the two organizations: administrators, among them the default property manager. When it is
 * done, also to the property managers whose deposits have gone.
 */
export async function tellBoth(
  { vault, random }: Services,
  sql: Sql,
  mandate: CountedMandate,
  telling: Telling,
): Promise<void> {
  const now = await serviceNow(sql);
  for (const { organizationId, name: organization } of [mandate.from, mandate.to]) {
    const told = telling(organizationId);
    const shared = {
      mandateId: mandate.id,
      organizationId,
      organization,
      from: mandate.from.name,
      to: mandate.to.name,
    };
    const readers = new Map<string, Member>();
    for (const one of await listMembers(sql, organizationId)) if (one.administrator) readers.set(one.email, one);
    if (told.kind === 'mandate_done' && organizationId === mandate.from.organizationId) {
      for (const one of await formerMembers(sql, mandate.id)) readers.set(one.email, one);
    }
    const effects = [...readers.values()].map((member): Effect => {
      const facts = { ...told, ...shared } as MailFacts;
      const mail: Mail = { to: recipient(member), cc: null, language: member.language, facts };
      return { kind: 'mail', id: random.id(), dueAt: now, mail };
    });
    if (effects.length > 0) await addEffects(sql, vault, { organizationId, depositId: null, now }, effects);
  }
}

async function formerMembers(sql: Sql, mandateId: string): Promise<Member[]> {
  const members: Member[] = [];
  for (const { organizationId, memberId } of await formerManagers(sql, mandateId)) {
    // Who has left meanwhile is not told.
    const member = await findMember(sql, organizationId, memberId);
    if (member !== null) members.push(member);
  }
  return members;
}
