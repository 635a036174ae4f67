import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';

type SignInWords = {
  title: string;
  lead: string;
  email: string;
  send: string;
  invalidEmail: string;
  pleaseCorrect: string;
  sent: string;
  sentMeans: string;
  nothingCame: string;
  nothingCameMeans: readonly string[];
  askAgain: string;
  badLink: string;
  badLinkMeans: string;
  languages: string;
};

const german: SignInWords = {
  title: 'Anmelden',
  lead: 'Für Hersteller von Verwaltungssystemen und ihre Integratoren. Wir senden Ihnen einen Link, mit dem Sie sich anmelden. Ein Passwort brauchen Sie nicht.',
  email: 'E-Mail-Adresse',
  send: 'Link senden',
  invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@firma.ch.',
  pleaseCorrect: 'Bitte prüfen Sie:',
  sent: 'Prüfen Sie Ihren Posteingang',
  sentMeans:
    'Falls diese Adresse bei uns hinterlegt ist, ist eine E-Mail unterwegs. Öffnen Sie den Link darin in diesem Browser. Er gilt 15 Minuten und ein einziges Mal.',
  nothingCame: 'Keine E-Mail erhalten?',
  nothingCameMeans: [
    'Warten Sie ein paar Minuten, und sehen Sie auch im Spam-Ordner nach.',
    'Prüfen Sie, ob Sie die Adresse verwendet haben, die dem Betreiber des Dienstes bekannt ist.',
    'In 15 Minuten senden wir höchstens fünf E-Mails an eine Adresse.',
    'Kommt weiterhin nichts an, fragen Sie beim Betreiber des Dienstes nach, ob Ihre Adresse hinterlegt ist.',
  ],
  askAgain: 'Noch einmal anfordern',
  badLink: 'Dieser Link gilt nicht mehr',
  badLinkMeans:
    'Er wurde schon verwendet, ist älter als 15 Minuten oder wurde in einem anderen Browser angefordert. Lassen Sie sich hier einen neuen senden.',
  languages: 'Sprache',
};

const english: SignInWords = {
  title: 'Sign in',
  lead: 'For vendors of property-management systems and their integrators. We send you a link that signs you in. You need no password.',
  email: 'E-mail address',
  send: 'Send the link',
  invalidEmail: 'Please enter a valid e-mail address, such as name@company.ch.',
  pleaseCorrect: 'Please check:',
  sent: 'Check your inbox',
  sentMeans:
    'If this address is registered with us, an e-mail is on its way. Open the link in it in this browser. It is valid for 15 minutes and works once.',
  nothingCame: 'No e-mail?',
  nothingCameMeans: [
    'Wait a few minutes, and check the spam folder too.',
    'Check that you used the address that the operator of the service knows.',
    'We send at most five e-mails in 15 minutes to one address.',
    'If no e-mail arrives, ask the operator of the service whether your address is registered.',
  ],
  askAgain: 'Ask again',
  badLink: 'This link is no longer valid',
  badLinkMeans:
    'It was used already, is older than 15 minutes, or was requested in another browser. You can request a new one here.',
  languages: 'Language',
};

export const PARTNER_SIGN_IN_WORDS: Record<PartnerLanguage, SignInWords> = { de: german, en: english };
