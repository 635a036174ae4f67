import type { Recipient } from '../../domain/effect.ts';
import type { Language } from '../../domain/values/language.ts';

type Contact = Recipient & { organization: string };

/** Whom tenants can ask: the last lines of their mails. */
export const CONTACT_LINE: Record<Language, (contact: Contact) => string> = {
  de: ({ name, organization, email }) =>
    `Fragen? Ihre Ansprechperson ist ${name}, ${organization}, ${email}. Sie können auch einfach auf diese E-Mail antworten.`,
  fr: ({ name, organization, email }) =>
    `Des questions\u00a0? Votre personne de contact est ${name}, ${organization}, ${email}. Vous pouvez aussi simplement répondre à cet e-mail.`,
  it: ({ name, organization, email }) =>
    `Domande? La sua persona di contatto è ${name}, ${organization}, ${email}. Può anche semplicemente rispondere a questa e-mail.`,
  en: ({ name, organization, email }) =>
    `Questions? Your contact person is ${name}, ${organization}, ${email}. You can also just reply to this e-mail.`,
};
