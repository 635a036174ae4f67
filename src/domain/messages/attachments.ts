import type { Language } from '../values/language.ts';

/** What a payment slip is called where it is attached to a mail. */
export const SLIP_FILES: Record<Language, string> = {
  de: 'Einzahlungsschein.pdf',
  fr: 'Bulletin-de-versement.pdf',
  it: 'Polizza-di-versamento.pdf',
  en: 'Payment-slip.pdf',
};

/** What the signed agreement is called where it is attached to a mail. */
export const AGREEMENT_FILES: Record<Language, string> = {
  de: 'Vereinbarung.pdf',
  fr: 'Convention.pdf',
  it: 'Convenzione.pdf',
  en: 'Agreement.pdf',
};

/** What the certificate is called where it is attached to a mail. */
export const CERTIFICATE_FILES: Record<Language, string> = {
  de: 'Versicherungszertifikat.pdf',
  fr: 'Certificat-assurance.pdf',
  it: 'Certificato-assicurazione.pdf',
  en: 'Insurance-certificate.pdf',
};
