import { depositFacts, sendToTenants } from '../domain/lifecycle.ts';
import { serviceNow } from '../storage/clock.ts';
import type { Sql } from '../storage/database.ts';
import { addHistory, lockDeposit, setLinks, setStep } from '../storage/deposits.ts';
import { addEffects } from '../storage/effects.ts';
import { findOrganization } from '../storage/organizations.ts';
import type { Services } from './services.ts';

/** The send delay is over: the deposit goes to the tenants, unless something else happened to it meanwhile. */
export async function sendDeposit(
  services: Services,
  { organizationId, depositId }: { organizationId: string; depositId: string },
): Promise<void> {
  await services.database.transaction((sql) => send(services, sql, { organizationId, depositId }));
}

async function send(
  services: Services,
  sql: Sql,
  { organizationId, depositId }: { organizationId: string; depositId: string },
): Promise<void> {
  const deposit = await lockDeposit(sql, organizationId, depositId);
  if (deposit?.step !== 'awaiting_send') return;
  const organization = await findOrganization(sql, organizationId);
  if (organization === null) throw new Error(`deposit ${depositId} has no organization`);
  const now = await serviceNow(sql);
  const facts = depositFacts(depositId, organization.name, deposit.terms);
  const { terms, manager } = deposit;
  const { history, links, effects } = sendToTenants({ organizationId, terms, manager, facts }, now, services.chance);
  await setStep(sql, deposit, 'awaiting_tenant_signatures');
  await setLinks(sql, deposit, links);
  await addHistory(sql, deposit, history);
  await addEffects(sql, services.vault, { organizationId, depositId, now }, effects);
}
