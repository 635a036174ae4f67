import type { DigestLine } from '../../domain/digest/queued-notes.ts';
import { withColon, type Language } from '../../domain/values/language.ts';
import type { MailText, MailTexts } from './mail-texts.ts';

type ReachMail = 'mail_bounced' | 'daily_digest';

type Texts = {
  bounced: {
    subject: (person: string) => string;
    says: (person: string, email: string) => string;
    asks: string;
    reason: string;
    button: string;
  };
  digest: {
    subject: (count: number) => string;
    says: (organization: string) => string;
    toSign: string;
    sent: string;
    more: (count: number) => string;
    button: string;
    footer: string;
  };
  contract: string;
  property: string;
};

/** Mails to property managers about addresses that do not work, and their daily digest. */
export function reachMails(language: Language): Pick<MailTexts['mails'], ReachMail> {
  const { bounced, digest, contract, property } = TEXTS[language];
  const line = ({ tenants, property: place, externalContractId, isSent }: DigestLine): string =>
    `${withColon(tenants.join(', '), language)} ${place} (${contract} ${externalContractId}), ${isSent ? digest.sent : digest.toSign}`;
  return {
    mail_bounced: (facts) => ({
      subject: `${withColon(bounced.subject(facts.person), language)} ${facts.property}`,
      paragraphs: [bounced.says(facts.person, facts.email), bounced.asks],
      facts: [
        ...(facts.reason === null ? [] : [[bounced.reason, facts.reason] as const]),
        [contract, facts.externalContractId],
        [property, facts.property],
      ],
      button: bounced.button,
    }),
    daily_digest: ({ imported, more, organization }): MailText => ({
      subject: digest.subject(imported.length + more),
      paragraphs: [
        digest.says(organization),
        ...imported.map((one) => `• ${line(one)}`),
        ...(more > 0 ? [digest.more(more)] : []),
      ],
      button: digest.button,
      footer: digest.footer,
    }),
  };
}

const TEXTS: Record<Language, Texts> = {
  de: {
    bounced: {
      subject: (person) => `E-Mail an ${person} kam zurück`,
      says: (person, email) => `Eine E-Mail an ${person} konnte nicht zugestellt werden: ${email}.`,
      asks: 'Bitte fragen Sie nach einer anderen Adresse und tragen Sie sie ein. Sie gilt, sobald sie bestätigt ist. Bis dahin erreichen unsere E-Mails diese Person nicht.',
      reason: 'Grund des Mailservers',
      button: 'Andere Adresse eintragen',
    },
    digest: {
      subject: (count) =>
        count === 1 ? 'Tagesübersicht: eine neue Mietkaution' : `Tagesübersicht: ${count} neue Mietkautionen`,
      says: (organization) => `Seit der letzten Tagesübersicht sind bei ${organization} eingegangen:`,
      toSign: 'zu prüfen und zu unterzeichnen',
      sent: 'in Ihrem Namen unterzeichnet und versandt',
      more: (count) => (count === 1 ? 'Und eine weitere.' : `Und ${count} weitere.`),
      button: 'Mietkautionen ansehen',
      footer: 'Sie erhalten diese Nachricht einmal täglich, wenn es Neues gibt. In Ihrem Konto können Sie das ändern.',
    },
    contract: 'Vertrag',
    property: 'Mietobjekt',
  },
  fr: {
    bounced: {
      subject: (person) => `E-mail à ${person} revenu`,
      says: (person, email) => `Un e-mail à ${person} n’a pas pu être remis\u00a0: ${email}.`,
      asks: 'Veuillez demander une autre adresse et la saisir. Elle est valable dès qu’elle est confirmée. D’ici là, nos e-mails n’atteignent pas cette personne.',
      reason: 'Motif du serveur de messagerie',
      button: 'Saisir une autre adresse',
    },
    digest: {
      subject: (count) =>
        count === 1
          ? 'Résumé du jour\u00a0: une nouvelle garantie de loyer'
          : `Résumé du jour\u00a0: ${count} nouvelles garanties de loyer`,
      says: (organization) => `Depuis le dernier résumé, ${organization} a reçu\u00a0:`,
      toSign: 'à vérifier et à signer',
      sent: 'signée et envoyée en votre nom',
      more: (count) => (count === 1 ? 'Et une autre.' : `Et ${count} autres.`),
      button: 'Voir les garanties',
      footer:
        'Vous recevez ce message une fois par jour s’il y a du nouveau. Vous pouvez modifier ce réglage dans votre compte.',
    },
    contract: 'Contrat',
    property: 'Objet loué',
  },
  it: {
    bounced: {
      subject: (person) => `E-mail a ${person} tornata indietro`,
      says: (person, email) => `Un’e-mail a ${person} non ha potuto essere recapitata: ${email}.`,
      asks: 'La preghiamo di chiedere un altro indirizzo e di inserirlo. Vale appena è confermato. Fino ad allora le nostre e-mail non raggiungono questa persona.',
      reason: 'Motivo del server di posta',
      button: 'Inserisci un altro indirizzo',
    },
    digest: {
      subject: (count) =>
        count === 1
          ? 'Riepilogo del giorno: un nuovo deposito di garanzia'
          : `Riepilogo del giorno: ${count} nuovi depositi di garanzia`,
      says: (organization) => `Dall’ultimo riepilogo ${organization} ha ricevuto:`,
      toSign: 'da verificare e firmare',
      sent: 'firmato e inviato a suo nome',
      more: (count) => (count === 1 ? 'E un altro.' : `E altri ${count}.`),
      button: 'Vedi i depositi',
      footer: 'Riceve questo messaggio una volta al giorno se ci sono novità. Può cambiarlo nel suo account.',
    },
    contract: 'Contratto',
    property: 'Oggetto locato',
  },
  en: {
    bounced: {
      subject: (person) => `E-mail to ${person} came back`,
      says: (person, email) => `An e-mail to ${person} could not be delivered: ${email}.`,
      asks: 'Please ask for another address and enter it. It counts once it is confirmed. Until then, our e-mails do not reach this person.',
      reason: 'Reason given by the mail server',
      button: 'Enter another address',
    },
    digest: {
      subject: (count) =>
        count === 1 ? 'Daily digest: one new rental deposit' : `Daily digest: ${count} new rental deposits`,
      says: (organization) => `Since the last digest, ${organization} has received:`,
      toSign: 'to check and sign',
      sent: 'signed and sent on your behalf',
      more: (count) => (count === 1 ? 'And one more.' : `And ${count} more.`),
      button: 'View the rental deposits',
      footer: 'You get this message once a day if there is news. You can change this in your account.',
    },
    contract: 'Contract',
    property: 'Property',
  },
};
