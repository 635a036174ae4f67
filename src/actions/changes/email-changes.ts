import { organizationOfToken } from '../../vault/keys.ts';
import type { EmailChange } from '../../domain/deposit.ts';
import type { Organization } from '../../domain/organization.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { findDeposit, type Location, type StoredDeposit } from '../../storage/deposits/deposits.ts';
import { findEmailLink } from '../../storage/deposits/email-changes.ts';
import { findOrganization } from '../../storage/set-up/organizations.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';

/** What the link of a mail about a new address leads to. */
export type EmailLink = {
  what: 'confirm' | 'object';
  location: Location;
  change: EmailChange;
  deposit: StoredDeposit;
  organization: Organization;
  now: Date;
};

/** Null: there is no such link. */
export async function openEmailLink({ database: sql }: Services, token: string): Promise<EmailLink | null> {
  const organizationId = organizationOfToken(token);
  const link = organizationId === null ? null : await findEmailLink(sql, { organizationId, token });
  if (organizationId === null || link === null) return null;
  const deposit = await findDeposit(sql, link.depositId);
  const organization = deposit === null ? null : await findOrganization(sql, deposit.organizationId);
  const change = deposit?.emailChanges.find(({ id }) => id === link.changeId);
  if (deposit === null || organization === null || change === undefined) return null;
  const location = { organizationId: deposit.organizationId, depositId: deposit.id };
  return { what: link.what, location, change, deposit, organization, now: await serviceNow(sql) };
}

/** The button of the page behind the link was pressed. */
export function confirmEmailChange(services: Services, { location, change }: EmailLink): Promise<Moved | null> {
  return moveDeposit(services, location, 'confirm_email', ({ emailChanges }) => ({
    // The positions of tenants may have changed.
    tenant: emailChanges.find(({ id }) => id === change.id)?.tenant ?? change.tenant,
    changeId: change.id,
  }));
}

export function objectToEmailChange(services: Services, { location, change }: EmailLink): Promise<Moved | null> {
  return moveDeposit(services, location, 'object_to_email', async (_deposit, { sql }) => ({
    changeId: change.id,
    operators: await operatorRecipients(services, sql),
  }));
}
