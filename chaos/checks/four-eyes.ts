import type { Client } from 'pg';
import type { Asked } from '../mix/four-eyes.ts';
import type { Check } from './all.ts';

type Approval = {
  id: string;
  action: string;
  subject: string;
  state: string;
  asked_by: string;
  decided_by: string | null;
  audited: number;
};

/** What needs a second person was done once for each approval and never without one; never by its author. */
export const checkFourEyes: Check = async ({ mix }, client) => {
  const { rows } = await client.query<Approval>(
    `select a.id, a.action, a.subject, a.state, a.asked_by, a.decided_by,
            (select count(*) from audit_log l where l.thing = 'approval' and l.verb = 'approve'
             and l.about ->> 'approval' = a.id::text)::integer as audited
     from approvals a`,
  );
  const people = new Set(mix.operators.map(({ email }) => email));
  return [
    ...rows.flatMap((row) => decidedByAnother(row, people)),
    ...answeredAsStored(mix.asked, rows),
    ...(await doneOnce(client)),
    ...(await accountsAsApproved(mix.asked, client)),
    ...(await resolvedWithTwo(client)),
  ];
};

function decidedByAnother({ id, state, asked_by: by, decided_by: decider, audited }: Approval, people: Set<string>) {
  const isApproved = state === 'approved';
  const wrong: string[] = [];
  if (isApproved && (decider === null || decider === by || !people.has(decider)))
    wrong.push(`${id}, which ${by} asked for, was approved by ${decider}`);
  if (audited !== (isApproved ? 1 : 0)) wrong.push(`${id} is ${state}, and its approval is audited ${audited} times`);
  return wrong;
}

/** What was acknowledged to those who decided. */
function answeredAsStored(all: readonly Asked[], rows: readonly Approval[]): string[] {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return all.flatMap(({ id, decisions }) => {
    const row = stored.get(id);
    if (row === undefined) return [`the request ${id} was acknowledged, and is not there`];
    const done = decisions.filter(({ is }) => is === 'done');
    const said = decisions.map(({ by, verb, is }) => `${by} ${verb} ${is}`).join(', ');
    if (done.length > 1) return [`${id} was decided more than once: ${said}`];
    const [one] = done;
    const expected = one?.verb === 'approve' ? 'approved' : 'rejected';
    if (one !== undefined && (row.state !== expected || row.decided_by !== one.by))
      return [`${id} is ${row.state} by ${row.decided_by}, after ${said}`];
    const mayBeDecided = decisions.some(({ is }) => is !== 'refused');
    const isDecided = row.state === 'approved' || row.state === 'rejected';
    return isDecided && !mayBeDecided ? [`${id} is ${row.state}, after ${said || 'no decision'}`] : [];
  });
}

/** Each of these events needs a second person, whoever asks. */
const NEEDED = { release: 'release_recorded', lift_hold: 'hold_lifted' } as const;

async function doneOnce(client: Client): Promise<string[]> {
  const wrong: string[] = [];
  for (const [action, event] of Object.entries(NEEDED)) {
    const { rows } = await client.query<{ deposit: string; approvals: number; times: number }>(
      `select coalesce(a.deposit, h.deposit) as deposit, coalesce(approvals, 0) as approvals, coalesce(times, 0) as times
       from (select substr(subject, 9) as deposit, count(*)::integer as approvals from approvals
             where action = $1 and state = 'approved' group by 1) a
       full join (select deposit_id::text as deposit, count(*)::integer as times from history where event = $2 group by 1) h
         using (deposit)
       where approvals is distinct from times`,
      [action, event],
    );
    for (const { deposit, approvals, times } of rows) {
      wrong.push(`${event} ${times} times at deposit ${deposit}, with ${approvals} approvals`);
    }
  }
  const changed = await client.query<{ order: string; approvals: number }>(
    `select substr(a.subject, 7) as order, count(*)::integer as approvals
     from approvals a join orders o on o.id::text = substr(a.subject, 7)
     where a.action = 'change_order_account' and a.state = 'approved'
     group by 1, o.deposit_id
     having count(*) > (select count(*) from history h where h.deposit_id = o.deposit_id and h.event = 'account_given')`,
  );
  return [
    ...wrong,
    ...changed.rows.map(({ order, approvals }) => `the account of order ${order} was not changed ${approvals} times`),
  ];
}

/** Landlords are paid to the account that was approved last. */
async function accountsAsApproved(all: readonly Asked[], client: Client): Promise<string[]> {
  const { rows } = await client.query<{ organization: string; approval: string; iban: string | null }>(
    `select distinct on (o.id) o.id as organization, a.id as approval, o.payout_iban as iban
     from approvals a join organizations o on a.subject = 'organization:' || o.id
     where a.action = 'change_organization' and a.state = 'approved' order by o.id, a.decided_at desc`,
  );
  const wishes = new Map(all.map(({ id, wish }) => [id, wish as { payoutIban?: string } | null]));
  return rows.flatMap(({ organization, approval, iban }) => {
    const approved = wishes.get(approval)?.payoutIban ?? iban;
    return approved === iban ? [] : [`${organization} pays to ${iban}, and ${approval} approved ${approved}`];
  });
}

/** What a person books of the bank's entries. */
async function resolvedWithTwo(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string; approvals: number; resolved: string | null }>(
    `select key, approvals, resolved from (
       select e.key, e.resolution ->> 'as' as resolved,
              (select count(*) from approvals a where a.action = 'resolve_entry' and a.state = 'approved'
               and a.subject = 'entry:' || e.key)::integer as approvals
       from bank_entries e) one
     where approvals <> case when resolved in ('payment', 'return', 'reversal', 'order', 'payback') then 1 else 0 end`,
  );
  return rows.map(
    ({ key, approvals, resolved }) => `the entry ${key} is resolved as ${resolved}, with ${approvals} approvals`,
  );
}
