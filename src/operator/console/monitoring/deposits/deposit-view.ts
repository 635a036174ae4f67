import type { Services } from '../../../../actions/services.ts';
import type { Order } from '../../../../domain/ledger.ts';
import { missingOf, payRules } from '../../../../domain/payee/facts.ts';
import type { Missing } from '../../../../domain/payee/missing.ts';
import { listAllDeliveries, type AnyDelivery } from '../../../../storage/callbacks/all-deliveries.ts';
import type { Sql } from '../../../../storage/database/database.ts';
import { isId } from '../../../../storage/database/ids.ts';
import { findDeposit, listDepositsOfContract, type StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { listMailsOf, type DepositMail } from '../../../../storage/deposits/mails-of-deposit.ts';
import { listProviders } from '../../../../storage/providers/providers.ts';
import { namesOfMembers } from '../../../../storage/set-up/members.ts';
import { findOrganization } from '../../../../storage/set-up/organizations.ts';

const MOST_DELIVERIES = 100;

export type ConsoleDepositView = {
  deposit: StoredDeposit;
  /** The organization's name. */
  organization: string;
  /** The cell that the organization has moved to. */
  home: string | null;
  /** Other deposits of the same contract. */
  others: readonly StoredDeposit[];
  mails: readonly DepositMail[];
  deliveries: readonly AnyDelivery[];
  /** The providers, by id. */
  providerNames: ReadonlyMap<string, string>;
  /** Members whom the history mentions, by id. */
  memberNames: ReadonlyMap<string, string>;
  /** What is missing before an order can be sent. */
  missing: (order: Order) => Missing | null;
};

export async function consoleDepositView(
  { database, vault, money, demoIban }: Pick<Services, 'database' | 'vault' | 'money' | 'demoIban'>,
  deposit: StoredDeposit,
): Promise<ConsoleDepositView> {
  const { organizationId, id: depositId } = deposit;
  const { externalContractId } = deposit.terms;
  const organization = await findOrganization(database, organizationId);
  const ofContract = await listDepositsOfContract(database, { organizationId, externalContractId });
  const mails = await listMailsOf(database, vault, {
    depositId,
    addresses: addressesOf(deposit),
    moments: [deposit.createdAt, ...deposit.history.map(({ at }) => new Date(at))],
  });
  const deliveries = await listAllDeliveries(database, {
    depositId,
    providerId: null,
    state: null,
    most: MOST_DELIVERIES,
  });
  return {
    deposit,
    organization: organization?.name ?? '',
    home: organization?.home ?? null,
    others: ofContract.filter(({ id }) => id !== depositId),
    mails,
    deliveries,
    providerNames: new Map((await listProviders(database)).map(({ id, name }) => [id, name])),
    memberNames: await memberNamesOf(database, deposit),
    missing: (order) => missingOf(deposit, deposit.organization, order, payRules({ money, demoIban }, deposit.readAt)),
  };
}

/** Those who were responsible, also in organizations that it came from. Who was removed has no name any more. */
async function memberNamesOf(
  sql: Sql,
  { organizationId, history }: StoredDeposit,
): Promise<ReadonlyMap<string, string>> {
  const ids = (...names: string[]): string[] =>
    history
      .flatMap(({ detail }) => names.map((name) => detail[name]))
      .filter((one) => typeof one === 'string' && isId(one)) as string[];
  return namesOfMembers(sql, {
    organizationIds: [organizationId, ...ids('from', 'to')],
    ids: ids('member', 'memberBefore'),
  });
}

/** The deposit that the path names. */
export async function depositOf(
  sql: Sql,
  { id = '' }: Readonly<Record<string, string>>,
): Promise<StoredDeposit | null> {
  return isId(id) ? findDeposit(sql, id) : null;
}

/** Everyone who may have received a mail about the deposit, including addresses that were corrected since. */
function addressesOf({ terms, manager, history }: StoredDeposit): string[] {
  const earlier = history.flatMap(({ detail }) =>
    Object.values(detail).flatMap((value) => (typeof value === 'string' ? (value.match(ADDRESS) ?? []) : [])),
  );
  const now = [...terms.tenants.map(({ email }) => email ?? ''), manager.email, terms.assistant?.email ?? ''];
  return [...new Set([...now, ...earlier].filter((address) => address !== ''))];
}

const ADDRESS = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
