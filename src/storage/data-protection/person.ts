import type { State } from '../../domain/deposit.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Sql } from '../database/database.ts';
import { recipientHashes } from '../effects/sealed-effects.ts';
import type { SignInWay } from '../people/sessions.ts';
import { START, type VerifyCursor } from '../deposits/verify.ts';

/** A deposit that mentions a person, and where. */
type Mention = VerifyCursor & {
  /** Of the tenants with this address. */
  positions: readonly number[];
  isAssistant: boolean;
  isInHistory: boolean;
  /** Joined, left or signed with a change. */
  isInChanges: boolean;
};

const PAGE = 2_000;

/**
 * Every deposit with this address, now or in its history. All deposits are searched, a page at a time: the search is
 * rare, must miss nothing, and an index for it would slow down every opening.
 */
export async function findMentions(sql: Sql, emailKey: string): Promise<Mention[]> {
  const found: Mention[] = [];
  let after = START;
  for (;;) {
    const { rows } = await sql.query<{
      organization_id: string;
      id: string;
      positions: number[] | null;
      is_assistant: boolean;
      in_history: number;
      in_changes: number;
    }>(
      `select d.organization_id, d.id, coalesce(lower(d.assistant ->> 'email') = $3, false) as is_assistant,
              (select array_agg(t.position order by t.position) from tenants t
               where t.organization_id = d.organization_id and t.deposit_id = d.id and lower(t.email) = $3) as positions,
              (select count(*) from history_personal h where h.organization_id = d.organization_id
               and h.deposit_id = d.id and strpos(lower(h.content::text), $3) > 0) as in_history,
              (select count(*) from changes c where c.organization_id = d.organization_id and c.deposit_id = d.id
               and strpos(lower(concat(c.subject, c.signers, c.started_by)), $3) > 0) as in_changes
       from deposits d where (d.organization_id, d.id) > ($1, $2) order by d.organization_id, d.id limit $4`,
      [after.organizationId, after.id, emailKey, PAGE],
    );
    for (const row of rows) {
      const positions = row.positions ?? [];
      const isInHistory = row.in_history > 0;
      const isInChanges = row.in_changes > 0;
      if (positions.length === 0 && !row.is_assistant && !isInHistory && !isInChanges) continue;
      const { organization_id: organizationId, id, is_assistant: isAssistant } = row;
      found.push({ organizationId, id, positions, isAssistant, isInHistory, isInChanges });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return found;
    after = { organizationId: last.organization_id, id: last.id };
  }
}

/** An entry of a history with its personal part. Null: it has none, or it was removed. */
export type EntryOfPeople = {
  at: Date;
  actor: string;
  event: string;
  detail: Record<string, unknown>;
  personal: Record<string, unknown> | null;
};

export async function readHistory(sql: Sql, { organizationId, id }: VerifyCursor): Promise<EntryOfPeople[]> {
  const { rows } = await sql.query<EntryOfPeople>(
    `select h.at, h.actor, h.event, h.detail, p.content as personal
     from history h left join history_personal p using (organization_id, deposit_id, sequence)
     where h.organization_id = $1 and h.deposit_id = $2 order by h.sequence`,
    [organizationId, id],
  );
  return rows;
}

export type SentMail = { at: Date; kind: string; state: 'waiting' | 'done' | 'failed'; depositId: string | null };

/** What was mailed to an address, oldest first. */
export async function listMailsTo(sql: Sql, vault: Vault, email: string): Promise<SentMail[]> {
  const { rows } = await sql.query<{
    created_at: Date;
    mail_kind: string;
    state: SentMail['state'];
    deposit_id: string | null;
  }>(
    `select created_at, mail_kind, state, deposit_id from effects
     where recipient_hash = any (select decode(h.hash, 'base64') from unnest($1::text[]) as h (hash)) order by created_at, id`,
    [recipientHashes(vault, email)],
  );
  return rows.map((row) => ({ at: row.created_at, kind: row.mail_kind, state: row.state, depositId: row.deposit_id }));
}

export type MemberRecord = {
  organizationId: string;
  id: string;
  organization: string;
  email: string;
  firstName: string;
  lastName: string;
  language: string;
  isAdministrator: boolean;
  createdAt: Date;
  invitedAt: Date | null;
  signedInAt: Date | null;
  /** Those that the person is responsible for. */
  deposits: readonly { id: string; externalContractId: string; state: State }[];
};

export async function listMemberRecords(sql: Sql, emailKey: string): Promise<MemberRecord[]> {
  const { rows } = await sql.query<Omit<MemberRecord, 'deposits'> & { deposits: MemberRecord['deposits'] | null }>(
    `select m.organization_id as "organizationId", m.id, o.name as organization, m.email, m.first_name as "firstName",
            m.last_name as "lastName", m.language, m.administrator as "isAdministrator", m.created_at as "createdAt",
            m.invited_at as "invitedAt", m.signed_in_at as "signedInAt",
            (select json_agg(json_build_object('id', d.id, 'externalContractId', d.external_contract_id,
                                               'state', d.state) order by d.id)
             from deposits d where d.manager_id = m.id) as deposits
     from members m join organizations o on o.id = m.organization_id
     where m.email_key = $1 order by m.created_at, m.id`,
    [emailKey],
  );
  return rows.map((row) => ({ ...row, deposits: row.deposits ?? [] }));
}

export type SignInRecords = {
  sessions: readonly {
    realm: string;
    way: SignInWay;
    browser: string | null;
    address: string | null;
    createdAt: Date;
    seenAt: Date;
    endedAt: Date | null;
  }[];
  links: readonly { realm: string; createdAt: Date; usedAt: Date | null }[];
  passkeys: readonly { name: string; createdAt: Date; usedAt: Date | null }[];
  /** As an operator: role, personal tokens, and what they asked for or decided. */
  operator: readonly { name: string; role: string | null; createdAt: Date }[];
  tokens: readonly { name: string; createdAt: Date; expiresAt: Date | null }[];
  approvals: readonly { action: string; askedAt: Date; state: string }[];
  /** At a bank or an insurer. */
  contact: readonly { provider: string; email: string; name: string; role: string; createdAt: Date }[];
  /** At a partner. */
  partnerContact: readonly {
    partner: string;
    email: string;
    name: string;
    role: string;
    language: string;
    createdAt: Date;
  }[];
  /** Signing in with a passkey that has begun, each until when it must be done. */
  challenges: readonly { expiresAt: Date }[];
};

export async function readSignIns(sql: Sql, emailKey: string): Promise<SignInRecords> {
  const times = 'created_at as "createdAt"';
  const { rows: sessions } = await sql.query<SignInRecords['sessions'][number]>(
    `select realm, way, browser, address, ${times}, seen_at as "seenAt", ended_at as "endedAt" from sessions
     where email_key = $1 order by created_at, id`,
    [emailKey],
  );
  const { rows: links } = await sql.query<SignInRecords['links'][number]>(
    `select realm, ${times}, used_at as "usedAt" from sign_in_links where email_key = $1 order by created_at`,
    [emailKey],
  );
  const { rows: passkeys } = await sql.query<SignInRecords['passkeys'][number]>(
    `select name, ${times}, used_at as "usedAt" from passkeys where email_key = $1 order by created_at, id`,
    [emailKey],
  );
  const { rows: challenges } = await sql.query<SignInRecords['challenges'][number]>(
    `select expires_at as "expiresAt" from passkey_challenges where email_key = $1 order by expires_at`,
    [emailKey],
  );
  const { rows: contact } = await sql.query<SignInRecords['contact'][number]>(
    `select v.name as provider, c.email, c.name, c.role, c.created_at as "createdAt" from provider_contacts c
     join providers p on p.id = c.provider_id join provider_versions v on v.id = p.version_id
     where c.email_key = $1`,
    [emailKey],
  );
  const { rows: partnerContact } = await sql.query<SignInRecords['partnerContact'][number]>(
    `select p.name as partner, c.email, c.name, c.role, c.language, c.created_at as "createdAt"
     from partner_contacts c join partners p on p.id = c.partner_id where c.email_key = $1`,
    [emailKey],
  );
  return { sessions, links, passkeys, challenges, contact, partnerContact, ...(await readAsOperator(sql, emailKey)) };
}

async function readAsOperator(
  sql: Sql,
  emailKey: string,
): Promise<Pick<SignInRecords, 'operator' | 'tokens' | 'approvals'>> {
  const { rows: operator } = await sql.query<SignInRecords['operator'][number]>(
    `select name, role, created_at as "createdAt" from operators where email_key = $1`,
    [emailKey],
  );
  const { rows: tokens } = await sql.query<SignInRecords['tokens'][number]>(
    `select t.name, t.created_at as "createdAt", t.expires_at as "expiresAt"
     from operator_tokens t join operators o on o.id = t.operator_id where o.email_key = $1 order by t.created_at, t.id`,
    [emailKey],
  );
  const { rows: approvals } = await sql.query<SignInRecords['approvals'][number]>(
    `select action, asked_at as "askedAt", state from approvals
     where asked_by = $1 or decided_by = $1 order by asked_at, id`,
    [emailKey],
  );
  return { operator, tokens, approvals };
}
