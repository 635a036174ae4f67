import type { EmailAddress } from '../../domain/values/contact.ts';
import { isUniqueViolation } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  deletePartnerContact,
  findPartnerContact,
  insertPartnerContact,
  updatePartnerContact,
  type PartnerContact,
  type PartnerLanguage,
  type PartnerRole,
} from '../../storage/partners/contacts.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import type { Services } from '../services.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';

export async function addPartnerContact(
  { database, random }: Services,
  partnerId: string,
  input: { email: EmailAddress; name: string; role: PartnerRole; language: PartnerLanguage },
): Promise<PartnerContact> {
  if (!isId(partnerId) || (await findPartner(database, partnerId)) === null) throw unknown('partner');
  const contact = { id: random.id(), partnerId, ...input };
  await insertPartnerContact(database, contact).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new SetUpRefused('conflict', 'email', 'This address belongs to a contact of a partner already.');
  });
  return { ...contact, signedInAt: null };
}

/** Another name, role or language, which counts from the next page on. Null: the contact was removed meanwhile. */
export async function changePartnerContact(
  { database }: Services,
  { id, partnerId }: Pick<PartnerContact, 'id' | 'partnerId'>,
  changes: Pick<PartnerContact, 'name' | 'role' | 'language'>,
): Promise<PartnerContact | null> {
  await updatePartnerContact(database, { id, partnerId, ...changes });
  return findPartnerContact(database, partnerId, id);
}

/** The contact is signed out everywhere, also if the address is used again. False: there is no such contact. */
export async function removePartnerContact({ database }: Services, partnerId: string, id: string): Promise<boolean> {
  return database.transaction(async (sql) => {
    const emailKey = await deletePartnerContact(sql, partnerId, id);
    if (emailKey !== null) await endSessions(sql, { realm: 'partner', emailKey }, {});
    return emailKey !== null;
  });
}
