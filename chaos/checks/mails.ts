import type { Check } from './all.ts';
import { differences, expectedMails, mailGroup } from './causes.ts';
import { readFacts } from './facts.ts';

/** Every due mail has arrived and is recorded as sent; every arrived mail is recorded. */
export const checkMails: Check = async ({ letterbox }, client, { restedAt, arrived }) => {
  const { rows } = await client.query<{ id: string; state: string; kind: string; at: Date }>(
    `select id, state, mail_kind as kind, created_at as at from effects where kind = 'mail'`,
  );
  const recorded = new Set<string>();
  const wrong: string[] = [];
  for (const { id, state, kind, at } of rows) {
    const messageId = `${id}@127.0.0.1`;
    recorded.add(messageId);
    // A reminder may have become due since.
    if (at > restedAt) continue;
    if (state !== 'done') wrong.push(`${kind} ${id} is ${state}`);
    if (!letterbox.arrived.has(messageId)) wrong.push(`${kind} ${id} is recorded as ${state}, and never arrived`);
  }
  for (const messageId of arrived.mails) {
    if (!recorded.has(messageId)) wrong.push(`${messageId} arrived, and is recorded nowhere`);
  }
  return wrong;
};

/** Each cause has its mails, once. */
export const checkCausedMails: Check = async (_world, client) => {
  const wrong: string[] = [];
  for (const known of await readFacts(client, mailGroup)) {
    const off = differences(expectedMails(known), known.mails);
    if (off.length > 0)
      wrong.push(`deposit ${known.depositId} has ${off.join('; ')} (${JSON.stringify(known.events)})`);
  }
  const { rows } = await client.query<{ organization: string; contracts: number; calls: number; mails: number }>(
    `select r.organization_id as organization, count(distinct r.external_contract_id)::integer as contracts,
            count(*)::integer as calls,
            (select count(*) from effects e where e.organization_id = r.organization_id
             and e.mail_kind = 'import_error')::integer as mails
     from refused_calls r group by 1`,
  );
  for (const { organization, contracts, calls, mails } of rows) {
    // At most one per day and contract, and the clock may have moved between two calls.
    if (mails < contracts || mails > calls) {
      wrong.push(`${organization} got ${mails} import-error mails for ${contracts} contracts in ${calls} calls`);
    }
  }
  const invited = await client.query<{ members: number; mails: number; idle: number }>(
    `select (select count(*) from members where invited_at is not null)::integer as members,
            (select count(*) from effects where mail_kind = 'invitation')::integer as mails,
            (select count(*) from members m where invited_at is not null and not exists (
               select from deposits d where d.manager_id = m.id))::integer as idle`,
  );
  const { members = 0, mails = 0, idle = 0 } = invited.rows[0] ?? {};
  if (members !== mails) wrong.push(`${members} people were invited, by ${mails} mails`);
  if (idle > 0) wrong.push(`${idle} people were invited without a deposit`);
  return wrong;
};
