import type { Language } from '../../domain/values/language.ts';
import { findContactByEmail, noteContactSignIn } from '../../storage/providers/contacts.ts';
import { findProvider } from '../../storage/providers/providers.ts';
import { NO_ORGANIZATION, type SignIns } from '../sign-in.ts';

/** The contacts of banks and insurers, by mail link. They have no language of their own: that of the browser counts. */
export function contactSignIns(language: Language): SignIns {
  return {
    realm: 'provider',
    find: async (sql, key) => {
      const contact = await findContactByEmail(sql, key);
      const provider = contact === null ? null : await findProvider(sql, contact.providerId);
      if (contact === null || provider === null) return null;
      const { email, name } = contact;
      return { to: { email, name }, language, organization: { ...NO_ORGANIZATION, name: provider.name } };
    },
    noteSignIn: noteContactSignIn,
  };
}
