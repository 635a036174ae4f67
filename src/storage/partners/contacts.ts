import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Sql } from '../database/database.ts';

export const PARTNER_ROLES = ['admin', 'viewer'] as const;
export type PartnerRole = (typeof PARTNER_ROLES)[number];
/** The languages of a partner's pages and mails. */
export const PARTNER_LANGUAGES = ['de', 'en'] as const;
export type PartnerLanguage = (typeof PARTNER_LANGUAGES)[number];

/** A person at a partner: an admin also changes keys and callbacks, a viewer reads. */
export type PartnerContact = {
  id: string;
  partnerId: string;
  email: EmailAddress;
  name: string;
  role: PartnerRole;
  /** Of the mails. */
  language: PartnerLanguage;
  /** The first sign-in. */
  signedInAt: Date | null;
};

const SELECT = `
  select id, partner_id as "partnerId", email, name, role, language, signed_in_at as "signedInAt" from partner_contacts`;

export async function insertPartnerContact(sql: Sql, contact: Omit<PartnerContact, 'signedInAt'>): Promise<void> {
  const { id, partnerId, email, name, role, language } = contact;
  await sql.query(
    `insert into partner_contacts (id, partner_id, email, email_key, name, role, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, service_now())`,
    [id, partnerId, email, emailKey(email), name, role, language],
  );
}

export async function findPartnerContacts(sql: Sql, partnerId: string): Promise<PartnerContact[]> {
  const { rows } = await sql.query<PartnerContact>(`${SELECT} where partner_id = $1 order by created_at, id`, [
    partnerId,
  ]);
  return rows;
}

export async function findPartnerContact(sql: Sql, partnerId: string, id: string): Promise<PartnerContact | null> {
  const { rows } = await sql.query<PartnerContact>(`${SELECT} where partner_id = $1 and id = $2`, [partnerId, id]);
  return rows[0] ?? null;
}

/** The address stays: another one is another person. */
export async function updatePartnerContact(
  sql: Sql,
  { partnerId, id, name, role, language }: Omit<PartnerContact, 'email' | 'signedInAt'>,
): Promise<void> {
  await sql.query('update partner_contacts set name = $3, role = $4, language = $5 where partner_id = $1 and id = $2', [
    partnerId,
    id,
    name,
    role,
    language,
  ]);
}

/** Null: no contact has this address. */
export async function findPartnerContactByEmail(sql: Sql, key: string): Promise<PartnerContact | null> {
  const { rows } = await sql.query<PartnerContact>(`${SELECT} where email_key = $1`, [key]);
  return rows[0] ?? null;
}

/** The first sign-in counts. */
export async function notePartnerSignIn(sql: Sql, key: string): Promise<void> {
  await sql.query(
    'update partner_contacts set signed_in_at = service_now() where email_key = $1 and signed_in_at is null',
    [key],
  );
}

/** Returns the key of the contact's address. Null: there is no such contact. */
export async function deletePartnerContact(sql: Sql, partnerId: string, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ key: string }>(
    'delete from partner_contacts where partner_id = $1 and id = $2 returning email_key as key',
    [partnerId, id],
  );
  return rows[0]?.key ?? null;
}
