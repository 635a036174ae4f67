import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Sql } from '../database/database.ts';

export const CONTACT_ROLES = ['clerk', 'viewer'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

/** A person at a provider: a clerk answers applications, a viewer reads them. */
export type ProviderContact = {
  id: string;
  providerId: string;
  email: EmailAddress;
  name: string;
  role: ContactRole;
  /** The first sign-in. */
  signedInAt: Date | null;
};

const SELECT = `
  select id, provider_id as "providerId", email, name, role, signed_in_at as "signedInAt" from provider_contacts`;

export async function insertContact(sql: Sql, contact: Omit<ProviderContact, 'signedInAt'>): Promise<void> {
  const { id, providerId, email, name, role } = contact;
  await sql.query(
    `insert into provider_contacts (id, provider_id, email, email_key, name, role, created_at)
     values ($1, $2, $3, $4, $5, $6, service_now())`,
    [id, providerId, email, emailKey(email), name, role],
  );
}

export async function listContacts(sql: Sql, providerId: string): Promise<ProviderContact[]> {
  const { rows } = await sql.query<ProviderContact>(`${SELECT} where provider_id = $1 order by created_at, id`, [
    providerId,
  ]);
  return rows;
}

export async function findContact(sql: Sql, providerId: string, id: string): Promise<ProviderContact | null> {
  const { rows } = await sql.query<ProviderContact>(`${SELECT} where provider_id = $1 and id = $2`, [providerId, id]);
  return rows[0] ?? null;
}

/** The address stays: another one is another person. */
export async function updateContact(
  sql: Sql,
  { providerId, id, name, role }: Pick<ProviderContact, 'providerId' | 'id' | 'name' | 'role'>,
): Promise<void> {
  await sql.query('update provider_contacts set name = $3, role = $4 where provider_id = $1 and id = $2', [
    providerId,
    id,
    name,
    role,
  ]);
}

/** Null: no contact has this address. */
export async function findContactByEmail(sql: Sql, key: string): Promise<ProviderContact | null> {
  const { rows } = await sql.query<ProviderContact>(`${SELECT} where email_key = $1`, [key]);
  return rows[0] ?? null;
}

/** The first sign-in counts. */
export async function noteContactSignIn(sql: Sql, key: string): Promise<void> {
  await sql.query(
    'update provider_contacts set signed_in_at = service_now() where email_key = $1 and signed_in_at is null',
    [key],
  );
}

/** Returns the key of the contact's address. Null: there is no such contact. */
export async function deleteContact(sql: Sql, providerId: string, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ key: string }>(
    'delete from provider_contacts where provider_id = $1 and id = $2 returning email_key as key',
    [providerId, id],
  );
  return rows[0]?.key ?? null;
}
