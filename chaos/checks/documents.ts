import type { Client } from 'pg';
import type { Integration } from '../../src/domain/integration.ts';
import { DEFAULT_PATHS } from '../../src/partner/paths.ts';
import type { World } from '../world.ts';
import type { Check, When } from './all.ts';
import { differences, expectedDocuments, mailGroup } from './causes.ts';
import { readFacts } from './facts.ts';

/** Each cause has one document, each document one event if its path sends it, each event one delivery. */
export const checkDocuments: Check = async (world, client, when) => [
  ...(await causedDocuments(client)),
  ...(await queuedDocuments(client)),
  ...(await events(client)),
  ...(await deliveries(world, client, when)),
];

async function causedDocuments(client: Client): Promise<string[]> {
  return (await readFacts(client, mailGroup)).flatMap((known) => {
    const off = differences(expectedDocuments(known, known.mails), known.documents);
    return off.length === 0
      ? []
      : [`deposit ${known.depositId} has ${off.join('; ')} (${JSON.stringify(known.events)})`];
  });
}

async function queuedDocuments(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string; what: string }>(
    `select coalesce(e.id, d.id) as id,
            case when d.id is null then 'was due (' || e.state || ') and is not there' else 'is there without a cause' end as what
     from (select id, state from effects where kind = 'document') e full join documents d on d.id = e.id
     where e.id is null or d.id is null or e.state <> 'done'`,
  );
  return rows.map(({ id, what }) => `document ${id} ${what}`);
}

/** Numbered without a gap per organization and per deposit; one for each document that its path sends back. */
async function events(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'organization ' || e.organization_id || ' has ' || count(*) || ' events, numbered ' || min(number) || ' to '
            || max(number) || ', the last known is ' || max(n.last) as what
     from events e join event_numbers n using (organization_id) group by e.organization_id
     having min(number) <> 1 or max(number) <> count(*) or max(n.last) <> count(*)
     union all
     select 'deposit ' || deposit_id || ' has events numbered ' || string_agg(sequence::text, ', ' order by sequence)
     from events group by organization_id, deposit_id having max(sequence) <> count(*) or min(sequence) <> 1`,
  );
  const documents = await client.query<{ id: string; kind: string; integration: Integration; events: number }>(
    `select d.id, d.kind, x.integration, count(e.number)::integer as events
     from documents d join deposits x on x.organization_id = d.organization_id and x.id = d.deposit_id
     left join events e on e.organization_id = d.organization_id and e.document_id = d.id
     group by d.id, d.kind, x.integration`,
  );
  const unsent = documents.rows.flatMap(({ id, kind, integration, events: count }) => {
    const isSent = (DEFAULT_PATHS[integration].documents as readonly string[]).includes(kind);
    return count === (isSent ? 1 : 0) ? [] : [`document ${id} (${kind}, ${integration}) has ${count} events`];
  });
  return [...rows.map(({ what }) => what), ...unsent, ...(await untoldStates(client))];
}

/** The changes of state that were told lead from the opening to where the deposit is, each once. */
async function untoldStates(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `with told as (
       select deposit_id, change ->> 'from' as state, -1 as step from events where type = 'deposit.state_changed'
       union all
       select deposit_id, change ->> 'to', 1 from events where type = 'deposit.state_changed'
       union all
       select id, 'opening', 1 from deposits
       union all
       select id, state, -1 from deposits
     )
     select 'deposit ' || deposit_id || ' is told to be ' || state || ' ' || sum(step) || ' times too often' as what
     from told group by deposit_id, state having sum(step) <> 0`,
  );
  return rows.map(({ what }) => what);
}

type Told = {
  organization: string;
  number: number;
  type: string;
  id: string | null;
  count: number;
  /** Whether the connection wants such events. */
  isWanted: boolean;
  state: string;
  sequence: number;
  deposit: string;
  document: string;
};

async function deliveries({ receivers }: World, client: Client, { isLast, arrived: before }: When): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await client.query<Told>(
    `select e.organization_id as organization, e.number::integer as number, e.type, min(d.id::text) as id,
            count(d.id)::integer as count, min(d.state) as state, e.sequence, e.deposit_id as deposit,
            e.document_id as document, bool_and(e.type = any (coalesce(c.callback_events, '{document.created}'))) as "isWanted"
     from events e join connections c on c.id = e.connection_id
     left join deliveries d on d.organization_id = e.organization_id and d.event_number = e.number
     group by e.organization_id, e.number`,
  );
  const arrived = new Map(receivers.flatMap((receiver) => [...receiver.arrived]));
  for (const { organization, number, type, id, count, isWanted, state, sequence, deposit, document } of rows) {
    const name = `the delivery ${id} of event ${number} of ${organization}`;
    if (count !== (isWanted ? 1 : 0))
      wrong.push(`event ${number} (${type}) of ${organization} has ${count} deliveries`);
    if (id === null) continue;
    const arrival = arrived.get(id);
    // A delivery claimed by a killed worker may arrive later; `arrived` is taken before the check.
    if (state !== 'delivered' && (isLast || state === 'failed')) wrong.push(`${name} is ${state}`);
    if (state !== 'delivered') continue;
    if (arrival === undefined) wrong.push(`${name} is recorded, and never arrived`);
    else if (arrival.fault !== null) wrong.push(`${name} ${arrival.fault}`);
    else if (arrival.depositId !== deposit || arrival.sequence !== sequence || arrival.type !== type)
      wrong.push(`${name} is about another event`);
    else if (type === 'document.created' && arrival.about !== document) wrong.push(`${name} is about another document`);
  }
  const toProviders = await client.query<{ id: string }>('select id from provider_deliveries');
  const known = new Set([...rows, ...toProviders.rows].map(({ id }) => id));
  for (const id of before.callbacks) if (!known.has(id)) wrong.push(`delivery ${id} arrived, and is recorded nowhere`);
  return wrong;
}
