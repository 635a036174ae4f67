import type { Client } from 'pg';
import { OPERATOR } from '../set-up.ts';
import type { ChangeFacts, Facts } from './causes.ts';

/** A deposit with its history events, mails and documents. */
export type Known = Facts & {
  events: Record<string, number>;
  organizationId: string;
  depositId: string;
  integration: string;
  /** By kind, reminders together. */
  mails: Record<string, number>;
  documents: Record<string, number>;
};

type Counted = { deposit: string; what: string; count: number };

/** For all deposits. Each table is read once and joined here. */
export async function readFacts(client: Client, group: (mailKind: string) => string): Promise<Known[]> {
  const known = await readDeposits(client);
  const count = async (text: string, add: (into: Known, what: string, times: number) => void): Promise<void> => {
    const counted = await client.query<Counted>(text);
    for (const { deposit, what, count: times } of counted.rows) {
      const into = known.get(deposit);
      if (into !== undefined) add(into, what, times);
    }
  };
  const sum = (into: Record<string, number>, what: string, times: number): void => {
    into[what] = (into[what] ?? 0) + times;
  };
  await count(
    'select deposit_id as deposit, event as what, count(*)::integer as count from history group by 1, 2',
    ({ events }, what, times) => sum(events, what, times),
  );
  await count(
    `select deposit_id as deposit, detail ->> 'by' as what, count(*)::integer as count from history
     where event in ('closing_started', 'counter_proposed') group by 1, 2`,
    ({ proposals }, what, times) => sum(proposals, what, times),
  );
  await count(
    `select deposit_id as deposit, detail ->> 'to' as what, count(*)::integer as count from history
     where event = 'payment_returned' group by 1, 2`,
    ({ returns }, what, times) => sum(returns, what, times),
  );
  await count(
    `select deposit_id as deposit, 'refused' as what, count(*)::integer as count from history
     where event = 'refused' and detail ->> 'application' is not null group by 1`,
    (into, _, times) => (into.refusedAtEnd += times),
  );
  await addChanges(client, known);
  await count(
    `select h.deposit_id as deposit, h.event as what, count(*)::integer as count
     from history h join deposits d on d.organization_id = h.organization_id and d.id = h.deposit_id
     where h.event = 'payout_ordered' and d.product = 'bank_deposit'
       and (h.detail ->> 'amountTenant')::numeric = 0 and (h.detail ->> 'amountLandlord')::numeric = 0
     group by 1, 2`,
    (into, _, times) => (into.emptyPayouts += times),
  );
  await count(
    `select deposit_id as deposit, mail_kind as what, count(*)::integer as count from effects
     where kind = 'mail' and deposit_id is not null group by 1, 2`,
    ({ mails }, what, times) => sum(mails, group(what), times),
  );
  await count(
    'select deposit_id as deposit, kind as what, count(*)::integer as count from documents group by 1, 2',
    ({ documents }, what, times) => sum(documents, what, times),
  );
  return [...known.values()];
}

async function readDeposits(client: Client): Promise<Map<string, Known>> {
  const { rows } = await client.query<{
    organization: string;
    deposit: string;
    integration: string;
    is_sent: boolean;
    is_pre_signed: boolean;
    tenants: number;
    operators: number;
    product: string | null;
  }>(
    `select d.organization_id as organization, d.id as deposit, d.integration, d.product, d.sent_at is not null as is_sent,
            o.pre_signed as is_pre_signed, t.count as tenants,
            (select count(*) from operators where role in ('clerk', 'admin') or email = $1)::integer as operators
     from deposits d join organizations o on o.id = d.organization_id
     join (select deposit_id, count(*)::integer as count from tenants group by 1) t on t.deposit_id = d.id`,
    [OPERATOR],
  );
  return new Map(
    rows.map((row): [string, Known] => [
      row.deposit,
      {
        organizationId: row.organization,
        depositId: row.deposit,
        integration: row.integration,
        isSent: row.is_sent,
        isPreSigned: row.is_pre_signed,
        tenants: row.tenants,
        tenantsAtFirst: row.tenants,
        tenantsBetween: [row.tenants, row.tenants],
        product: row.product,
        refusedAtEnd: 0,
        changes: { ...NO_CHANGES },
        events: {},
        proposals: { manager: 0, tenant: 0 },
        returns: { tenant: 0, landlord: 0, payer: 0 },
        emptyPayouts: 0,
        operators: row.operators,
        mails: {},
        documents: {},
      },
    ]),
  );
}

const NO_CHANGES: ChangeFacts = {
  started: 0,
  joins: 0,
  cancelledJoins: 0,
  toldDone: 0,
  leavers: 0,
  owners: 0,
  amended: 0,
  larger: 0,
  covered: 0,
  paidIn: 0,
};

async function addChanges(client: Client, known: ReadonlyMap<string, Known>): Promise<void> {
  const { rows } = await client.query<{ deposit: string; joined: number; left: number } & ChangeFacts>(
    `with seen as (
       select c.*, kind = 'product' and subject ->> 'product' = 'insurance' as is_insured,
              kind = 'product' and subject ->> 'product' = 'insurance' and state in ('to_pay_out', 'done') as is_covered
       from changes c
     )
     select deposit_id as deposit,
            count(*) filter (where kind = 'tenant_joins' and state = 'done')::integer as joined,
            count(*) filter (where kind = 'tenant_leaves' and state = 'done')::integer as left,
            count(*) filter (where kind <> 'owner')::integer as started,
            count(*) filter (where kind = 'tenant_joins')::integer as joins,
            count(*) filter (where kind = 'tenant_joins' and state = 'cancelled')::integer as "cancelledJoins",
            count(*) filter (where is_covered or (state = 'done' and kind <> 'owner' and not is_insured))::integer
              as "toldDone",
            count(*) filter (where kind = 'tenant_leaves' and state = 'done')::integer as leavers,
            count(*) filter (where kind = 'owner' and state = 'done')::integer as owners,
            count(amendment)::integer as amended,
            count(amendment) filter (where kind = 'amount' and (subject ->> 'rentalDeposit')::bigint
              > (subject ->> 'before')::bigint)::integer as larger,
            count(*) filter (where is_covered)::integer as covered,
            count(*) filter (where state = 'done' and json_array_length(paid) > 0)::integer as "paidIn"
     from seen group by 1`,
  );
  for (const { deposit, joined, left, ...changes } of rows) {
    const into = known.get(deposit);
    if (into === undefined) continue;
    into.changes = changes;
    into.tenantsAtFirst = into.tenants - joined + left;
    const between = [into.tenantsAtFirst, into.tenants];
    into.tenantsBetween = [Math.min(...between) - left, Math.max(...between) + joined];
  }
}
