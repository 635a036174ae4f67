import type { Deposit } from '../deposit.ts';
import type { Member, Organization } from '../organization.ts';
import { mailTenants } from '../lifecycle/mails.ts';
import { inTurn, move, type Move, type Random } from '../lifecycle/move.ts';
import { isKnownToTenants } from '../lifecycle/phase.ts';

type Takeover = {
  mandateId: string;
  from: Pick<Organization, 'id' | 'name'>;
  organization: Organization;
  manager: Member;
  now: Date;
  random: Random;
  money: Parameters<typeof mailTenants>[1]['money'];
};

/**
 * A deposit goes to another organization, to a property manager there. Nothing else of it changes but the assistant, who is
 * a person of the old organization. Tenants who know of the deposit are told, unless it is over.
 */
export function goOver(deposit: Deposit, takeover: Takeover): Move {
  const { mandateId, from, organization, manager, now, random, money } = takeover;
  const gone: Deposit = {
    ...deposit,
    organizationId: organization.id,
    manager,
    terms: { ...deposit.terms, assistant: null },
  };
  const detail = {
    mandate: mandateId,
    from: from.id,
    fromName: from.name,
    to: organization.id,
    toName: organization.name,
    memberBefore: deposit.manager.id,
    member: manager.id,
  };
  const isTold = isKnownToTenants(deposit) && deposit.state !== 'closed' && deposit.state !== 'withdrawn';
  const context = { organization, now, random, money, demoIban: null };
  return inTurn(
    gone,
    (current) => move(current, { history: [{ at: now, actor: 'service', event: 'mandate_moved', detail }] }),
    (current) =>
      isTold ? mailTenants(current, context, { kind: 'mandate_moved', formerOrganization: from.name }) : move(current),
  );
}
