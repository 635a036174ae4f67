import { findPartnerContactByEmail, notePartnerSignIn, type PartnerLanguage } from '../../storage/partners/contacts.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import { NO_ORGANIZATION, type SignIns } from '../sign-in.ts';

/** The contacts of partners, by mail link. The mail is in the language of the page that asked for it. */
export function partnerSignIns(language: PartnerLanguage): SignIns {
  return {
    realm: 'partner',
    find: async (sql, key) => {
      const contact = await findPartnerContactByEmail(sql, key);
      const partner = contact === null ? null : await findPartner(sql, contact.partnerId);
      if (contact === null || partner === null) return null;
      const { email, name } = contact;
      return { to: { email, name }, language, organization: { ...NO_ORGANIZATION, name: partner.name } };
    },
    noteSignIn: notePartnerSignIn,
  };
}
