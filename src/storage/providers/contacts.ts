import { emailKey } from '../../domain/values/contact.ts';
import type { Sql } from '../database/database.ts';

export const CONTACT_ROLES = ['clerk', 'viewer'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

/** A person at a provider: a clerk answers applications, a viewer reads them. */
export type ProviderContact = {
  id: string;
  providerId: string;
  email: string;
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

/** False: there is no such contact. */
export async function deleteContact(sql: Sql, providerId: string, id: string): Promise<boolean> {
  const { rowCount } = await sql.query('delete from provider_contacts where provider_id = $1 and id = $2', [
    providerId,
    id,
  ]);
  return rowCount === 1;
}
