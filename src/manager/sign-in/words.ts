import type { Language } from '../../domain/values/language.ts';

type SignInWords = {
  title: string;
  lead: string;
  email: string;
  send: string;
  invalidEmail: string;
  pleaseCorrect: string;
  or: string;
  withPasskey: string;
  passkeyFailed: string;
  sent: string;
  sentMeans: string;
  nothingCame: string;
  nothingCameMeans: readonly string[];
  askAgain: string;
  badLink: string;
  badLinkMeans: string;
  languages: string;
  arrive: string;
};

const de: SignInWords = {
  title: 'Anmelden',
  lead: 'Für Verwaltungen. Wir senden Ihnen einen Link, mit dem Sie sich anmelden. Ein Passwort brauchen Sie nicht.',
  email: 'E-Mail-Adresse',
  send: 'Link senden',
  invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@verwaltung.ch.',
  pleaseCorrect: 'Bitte prüfen Sie:',
  or: 'oder',
  withPasskey: 'Mit Passkey anmelden',
  passkeyFailed:
    'Die Anmeldung mit dem Passkey hat nicht geklappt. Versuchen Sie es noch einmal, oder lassen Sie sich einen Link senden.',
  sent: 'Prüfen Sie Ihren Posteingang',
  sentMeans:
    'Falls diese Adresse zu einem Mitglied gehört, ist eine E-Mail unterwegs. Öffnen Sie den Link darin in diesem Browser. Er gilt 15 Minuten und ein einziges Mal.',
  nothingCame: 'Keine E-Mail erhalten?',
  nothingCameMeans: [
    'Warten Sie ein paar Minuten, und sehen Sie auch im Spam-Ordner nach.',
    'Prüfen Sie, ob Sie die Adresse verwendet haben, an die wir Ihnen sonst schreiben.',
    'In 15 Minuten senden wir höchstens fünf E-Mails an eine Adresse.',
    'Kommt weiterhin nichts an, fragen Sie die Person, die Ihre Organisation auf Depono verwaltet.',
  ],
  askAgain: 'Noch einmal anfordern',
  badLink: 'Dieser Link gilt nicht mehr',
  badLinkMeans:
    'Er wurde schon verwendet, ist älter als 15 Minuten oder wurde in einem anderen Browser angefordert. Lassen Sie sich hier einen neuen senden.',
  languages: 'Sprache',
  arrive: 'Sie haben die Adresse bestätigt. Melden Sie sich an als',
};

const fr: SignInWords = {
  title: 'Se connecter',
  lead: 'Pour les gérances. Nous vous envoyons un lien qui vous permet de vous connecter. Aucun mot de passe n’est nécessaire.',
  email: 'Adresse e-mail',
  send: 'Envoyer le lien',
  invalidEmail: 'Veuillez saisir une adresse e-mail valable, par exemple nom@gerance.ch.',
  pleaseCorrect: 'Veuillez vérifier\u00a0:',
  or: 'ou',
  withPasskey: 'Se connecter avec une clé d’accès',
  passkeyFailed: 'La connexion avec la clé d’accès n’a pas fonctionné. Réessayez ou demandez un lien par e-mail.',
  sent: 'Consultez votre messagerie',
  sentMeans:
    'Si cette adresse est celle d’un membre, un e-mail est en route. Ouvrez le lien qu’il contient dans ce navigateur. Il est valable 15 minutes et une seule fois.',
  nothingCame: 'Vous n’avez rien reçu\u00a0?',
  nothingCameMeans: [
    'Patientez quelques minutes et regardez aussi dans le dossier des indésirables.',
    'Vérifiez que vous avez saisi l’adresse à laquelle nous vous écrivons d’habitude.',
    'Nous envoyons au plus cinq e-mails par 15 minutes à une même adresse.',
    'Si rien n’arrive, adressez-vous à la personne qui administre votre organisation sur Depono.',
  ],
  askAgain: 'Demander un nouveau lien',
  badLink: 'Ce lien n’est plus valable',
  badLinkMeans:
    'Il a déjà été utilisé, date de plus de 15 minutes ou a été demandé dans un autre navigateur. Vous pouvez en demander un nouveau ici.',
  languages: 'Langue',
  arrive: 'Vous avez confirmé l’adresse. Connectez-vous en tant que',
};

const it: SignInWords = {
  title: 'Accedere',
  lead: 'Per le amministrazioni. Le inviamo un link con cui accedere. Non serve alcuna password.',
  email: 'Indirizzo e-mail',
  send: 'Invia il link',
  invalidEmail: 'La preghiamo di inserire un indirizzo e-mail valido, ad esempio nome@amministrazione.ch.',
  pleaseCorrect: 'La preghiamo di verificare:',
  or: 'oppure',
  withPasskey: 'Accedi con una passkey',
  passkeyFailed: 'L’accesso con la passkey non è riuscito. Riprovi oppure si faccia inviare un link.',
  sent: 'Controlli la sua casella di posta',
  sentMeans:
    'Se questo indirizzo appartiene a un membro, un’e-mail è in arrivo. Apra il link in questo browser. È valido 15 minuti e una sola volta.',
  nothingCame: 'Non ha ricevuto nulla?',
  nothingCameMeans: [
    'Attenda qualche minuto e guardi anche nella cartella dello spam.',
    'Verifichi di aver indicato l’indirizzo al quale le scriviamo di solito.',
    'Inviamo al massimo cinque e-mail ogni 15 minuti allo stesso indirizzo.',
    'Se continua a non arrivare nulla, si rivolga alla persona che amministra la sua organizzazione su Depono.',
  ],
  askAgain: 'Richiedi un nuovo link',
  badLink: 'Questo link non è più valido',
  badLinkMeans:
    'È già stato utilizzato, è stato inviato più di 15 minuti fa oppure è stato richiesto in un altro browser. Qui può richiederne uno nuovo.',
  languages: 'Lingua',
  arrive: 'Ha confermato l’indirizzo. Acceda come',
};

const en: SignInWords = {
  title: 'Sign in',
  lead: 'For property managers. We send you a link that signs you in. You need no password.',
  email: 'E-mail address',
  send: 'Send the link',
  invalidEmail: 'Please enter a valid e-mail address, such as name@property.ch.',
  pleaseCorrect: 'Please check:',
  or: 'or',
  withPasskey: 'Sign in with a passkey',
  passkeyFailed: 'Signing in with the passkey did not work. Try again, or have a link sent to you.',
  sent: 'Check your inbox',
  sentMeans:
    'If this address belongs to a member, an e-mail is on its way. Open the link in it in this browser. It works once, within 15 minutes.',
  nothingCame: 'No e-mail?',
  nothingCameMeans: [
    'Wait a few minutes, and check the spam folder too.',
    'Check that you used the address to which we usually write to you.',
    'We send at most five e-mails in 15 minutes to one address.',
    'If no e-mail arrives, ask the person who administers your organization on Depono.',
  ],
  askAgain: 'Ask again',
  badLink: 'This link is no longer valid',
  badLinkMeans:
    'It was used already, is older than 15 minutes, or was requested in another browser. You can request a new one here.',
  languages: 'Language',
  arrive: 'You have confirmed the address. Sign in as',
};

export const SIGN_IN_WORDS: Record<Language, SignInWords> = { de, fr, it, en };
