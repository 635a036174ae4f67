import type { Client } from 'pg';
import type { Given } from '../mix/providers.ts';
import type { World } from '../world.ts';
import type { Check, When } from './all.ts';

type Stored = {
  id: string;
  deposit: string;
  kind: string;
  state: string;
  answer: Record<string, unknown> | null;
  answered_by: string | null;
  /** How often it was answered so, by its events. */
  times: number;
};

/** Each application is asked once, answered once, and told once; account, cover and money follow the answer. */
export const checkProviders: Check = async (world, client, when) => [
  ...(await answeredOnce(world, client)),
  ...(await askedOnce(client)),
  ...(await followed(client)),
  ...(await told(world, client, when)),
];

async function answeredOnce({ mix }: World, client: Client): Promise<string[]> {
  const { rows } = await client.query<Stored>(
    `select a.id, a.deposit_id as deposit, a.kind, a.state, a.answer, a.answered_by,
            (select count(*) from json_array_elements(a.events) e
             where e ->> 'event' not in ('acknowledged', 'refused'))::integer as times
     from applications a where a.provider_id = any($1::uuid[])`,
    [mix.providers.all.map(({ id }) => id)],
  );
  return rows.flatMap((stored) => {
    const name = `the application ${stored.id} (${stored.kind}) of deposit ${stored.deposit}`;
    if (stored.times > 1) return [`${name} was answered ${stored.times} times`];
    const fault = faultOfAnswers(stored, mix.providers.given.get(stored.id) ?? []);
    return fault === null ? [] : [`${name} ${fault}`];
  });
}

/** What was acknowledged is stored, and nothing else. */
export function faultOfAnswers(
  { state, answer, answered_by: by }: Pick<Stored, 'state' | 'answer' | 'answered_by'>,
  given: readonly Given[],
): string | null {
  const taken = given.filter(({ is }) => is === 'done');
  const said = given.map(({ answer: name, is }) => `${name} ${is}`).join(', ');
  // An account may follow a refusal.
  const final = taken.filter((one) => one.answer !== 'refused');
  const expected = final.length > 0 ? final : taken;
  if (answer === null) return taken.length === 0 ? null : `has no answer (${state}), after: ${said}`;
  const isStored = (one: Given): boolean => isSame(one, answer);
  if (!expected.every(isStored)) return `has the answer ${JSON.stringify(answer)}, after: ${said}`;
  if (by?.endsWith('(simulated)') === true || given.some(isStored)) return null;
  return `has the answer ${JSON.stringify(answer)} of ${by}, which was never given: ${said}`;
}

function isSame({ answer: name, body }: Given, stored: Record<string, unknown>): boolean {
  return (
    stored['answer'] === name && Object.entries(body).every(([key, value]) => isSameValue(key, value, stored[key]))
  );
}

/** CHF in the interface, Rappen in the database. */
function isSameValue(key: string, said: unknown, stored: unknown): boolean {
  return key === 'amount' ? Math.round(Number(said) * 100) === Number(stored) : said === stored;
}

async function askedOnce(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'deposit ' || deposit_id || ' asks ' || count(*) || ' times at once for ' || kind as what
     from applications where state in ('open', 'acknowledged') and change_id is null and kind <> 'change'
     group by deposit_id, kind having count(*) > 1
     union all
     select 'deposit ' || d.id || ' waits for its ' || d.step || ', and nothing is asked' from deposits d
     where d.state = 'opening' and d.step in ('awaiting_account', 'awaiting_cover') and not exists (
       select from applications a where a.organization_id = d.organization_id and a.deposit_id = d.id
         and a.kind = case d.step when 'awaiting_account' then 'account_opening' else 'cover' end
         and a.state <> 'cancelled')`,
  );
  return rows.map(({ what }) => what);
}

/** The history has each answer once, and the deposit has the account or the policy of one that was given. */
async function followed(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `with answers as (
       select organization_id, deposit_id,
              count(*) filter (where answer ->> 'answer' = 'cover') as covers,
              count(*) filter (where answer ->> 'answer' = 'paid') as claims,
              array_agg(answer ->> 'iban') filter (where answer ->> 'iban' is not null) as ibans,
              array_agg(answer ->> 'policyNumber') filter (where answer ->> 'answer' = 'cover') as policies
       from applications where state = 'answered' or answer is not null group by 1, 2
     ), happened as (
       select organization_id, deposit_id, count(*) filter (where event = 'cover_confirmed') as covers,
              count(*) filter (where event = 'claim_paid') as claims
       from history group by 1, 2
     )
     select 'deposit ' || d.id || ' has ' || h.covers || ' covers and ' || h.claims || ' paid claims, of answers '
            || coalesce(a.covers, 0) || ' and ' || coalesce(a.claims, 0) as what
     from deposits d join happened h on h.organization_id = d.organization_id and h.deposit_id = d.id
     left join answers a on a.organization_id = d.organization_id and a.deposit_id = d.id
     where (h.covers, h.claims) is distinct from (coalesce(a.covers, 0), coalesce(a.claims, 0))
     union all
     select 'deposit ' || d.id || ' has the account ' || d.iban || ', which no provider has given'
     from deposits d left join answers a on a.organization_id = d.organization_id and a.deposit_id = d.id
     where d.iban is not null and not d.iban = any (coalesce(a.ibans, '{}'))
     union all
     select 'deposit ' || d.id || ' has the policy ' || (d.policy ->> 'policyNumber') || ', which no insurer has given'
     from deposits d left join answers a on a.organization_id = d.organization_id and a.deposit_id = d.id
     where d.policy ->> 'policyNumber' is not null and not d.policy ->> 'policyNumber' = any (coalesce(a.policies, '{}'))`,
  );
  return rows.map(({ what }) => what);
}

/** One callback for each application, one more for each that was cancelled; both arrived, signed, about it. */
async function told({ mix, receivers }: World, client: Client, { isLast }: When): Promise<string[]> {
  const { rows } = await client.query<{
    application: string;
    event: string;
    deposit: string;
    count: number;
    id: string | null;
    state: string;
  }>(
    `select e.id as application, e.event, e.deposit_id as deposit, count(d.id)::integer as count,
            min(d.id::text) as id, min(d.state) as state
     from (select id, deposit_id, 'application.created' as event from applications where provider_id = any($1::uuid[])
           union all
           select id, deposit_id, 'application.cancelled' from applications
           where provider_id = any($1::uuid[]) and cancelled_at is not null) e
     left join provider_deliveries d on d.application_id = e.id and d.event = e.event
     group by 1, 2, 3`,
    [mix.providers.all.map(({ id }) => id)],
  );
  const arrived = new Map(receivers.flatMap((receiver) => [...receiver.arrived]));
  return rows.flatMap(({ application, event, deposit, count, id, state }) => {
    const name = `${event} of ${application}`;
    if (count !== 1 || id === null) return [`${name} has ${count} deliveries`];
    if (state !== 'delivered') return isLast || state === 'failed' ? [`${name} is ${state}`] : [];
    const arrival = arrived.get(id);
    if (arrival === undefined) return [`${name} is recorded, and never arrived`];
    if (arrival.fault !== null) return [`${name} ${arrival.fault}`];
    const isRight = arrival.about === application && arrival.depositId === deposit && arrival.type === event;
    return isRight ? [] : [`${name} is about another application`];
  });
}
