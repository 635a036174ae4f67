import type { Client } from 'pg';
import type { Moved } from '../book.ts';
import type { Check } from './all.ts';

/** What was acknowledged happened once; changes in force are signed by all or not at all, and have their papers. */
export const checkChanges: Check = async ({ book }, client) => [
  ...(await changesAreWhole(client)),
  ...(await paperEach(client)),
  ...(await takenEffect(client)),
  ...(await acknowledged(book.moves, client)),
];

/** One at a time. No step without all signatures before it. */
async function changesAreWhole(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `with signed as (
       select c.*, c.kind = 'owner' or (c.manager_signature is not null and not exists (
                select from json_array_elements(c.signatures) s where json_typeof(s) = 'null')) as is_whole
       from changes c
     )
     select 'change ' || id || ' (' || kind || ') is ' || state || ', and not signed by all' as what
     from signed where state in ('at_provider', 'to_pay', 'to_pay_out', 'done', 'refused') and not is_whole
     union all
     select 'change ' || id || ' (' || kind || ') is signed by all, and waits' from signed
     where state = 'to_sign' and is_whole
     union all
     select 'change ' || id || ' has an amendment: ' || (amendment is not null) || ', signed by all: ' || is_whole
     from signed where (amendment is not null) <> is_whole
     union all
     select 'deposit ' || deposit_id || ' has ' || count(*) || ' changes at once' from changes
     where state in ('to_sign', 'at_provider', 'to_pay', 'to_pay_out') group by deposit_id having count(*) > 1
     union all
     select 'change ' || c.id || ' is ' || c.state || ', and the provider is still asked' from changes c
     join applications a on a.organization_id = c.organization_id and a.change_id = c.id
     where c.state in ('cancelled', 'refused') and a.state in ('open', 'acknowledged')
     union all
     select 'change ' || c.id || ' runs, and its deposit is ' || d.state from changes c
     join deposits d on d.organization_id = c.organization_id and d.id = c.deposit_id
     where c.state in ('to_sign', 'at_provider', 'to_pay', 'to_pay_out') and d.state <> 'open'`,
  );
  return rows.map(({ what }) => what);
}

/** Numbered from 1, with one document each. */
async function paperEach(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'amendment ' || c.amendment || ' of deposit ' || c.deposit_id || ' has ' || count(d.id) || ' documents' as what
     from changes c left join documents d on d.organization_id = c.organization_id and d.deposit_id = c.deposit_id
       and d.kind = 'agreement' and d.amendment = c.amendment
     where c.amendment is not null group by c.deposit_id, c.amendment having count(d.id) <> 1
     union all
     select 'the amendments of deposit ' || deposit_id || ' are ' || string_agg(amendment::text, ', ' order by amendment)
     from changes where amendment is not null group by deposit_id
     having count(*) <> max(amendment) or count(distinct amendment) <> count(*)`,
  );
  return rows.map(({ what }) => what);
}

/** The last amount and product that came into force are those of the deposit. */
async function takenEffect(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `with last as (
       select distinct on (organization_id, deposit_id, kind) organization_id, deposit_id, kind, subject
       from changes where state = 'done' order by organization_id, deposit_id, kind, done_at desc, started_at desc
     )
     select 'deposit ' || d.id || ' is ' || d.rental_deposit_rappen || ' Rappen after a change to '
            || (l.subject ->> 'rentalDeposit') as what
     from last l join deposits d on d.organization_id = l.organization_id and d.id = l.deposit_id
     where l.kind = 'amount' and d.rental_deposit_rappen <> (l.subject ->> 'rentalDeposit')::bigint
     union all
     select 'deposit ' || d.id || ' is ' || d.product || ' after a change to ' || (l.subject ->> 'product')
     from last l join deposits d on d.organization_id = l.organization_id and d.id = l.deposit_id
     where l.kind = 'product' and d.product <> l.subject ->> 'product' and not exists (
       select from changes c where c.organization_id = d.organization_id and c.deposit_id = d.id
         and c.kind = 'product' and c.state = 'to_pay_out')`,
  );
  return rows.map(({ what }) => what);
}

/** The event of each move that has one of its own. */
const EVENTS: Record<string, string> = {
  changes: 'change_started',
  'start-closing': 'closing_started',
  consent: 'consented',
  counter: 'counter_proposed',
  'confirm-end': 'end_confirmed',
  'dispute-end': 'end_disputed',
  'contest-end': 'end_contested',
};

/** At least as often as it was acknowledged, and no more than the answers that were lost allow. */
async function acknowledged(moves: readonly Moved[], client: Client): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await client.query<{ deposit: string; event: string; count: number }>(
    `select deposit_id as deposit, event, count(*)::integer as count from history
     where event = any($1) group by 1, 2`,
    [Object.values(EVENTS)],
  );
  const stored = new Map(rows.map(({ deposit, event, count }) => [`${deposit} ${event}`, count]));
  const asked = Map.groupBy(moves, ({ depositId, move }) => `${depositId} ${EVENTS[move] ?? ''}`);
  for (const key of new Set([...stored.keys(), ...asked.keys()])) {
    if (key.endsWith(' ')) continue;
    const of = asked.get(key) ?? [];
    const made = of.filter(({ isMade }) => isMade).length;
    const most = made + of.filter(({ isUnsure }) => isUnsure).length;
    const count = stored.get(key) ?? 0;
    if (count < made || count > most)
      wrong.push(`${key} is stored ${count} times, acknowledged ${made} to ${most} times`);
  }
  return wrong;
}
