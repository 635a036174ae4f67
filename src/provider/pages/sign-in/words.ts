import type { Language } from '../../../domain/values/language.ts';

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

const de: SignInWords = {
  title: 'Anmelden',
  lead: 'Für Banken und Versicherungen. Wir senden Ihnen einen Link, mit dem Sie sich anmelden. Ein Passwort brauchen Sie nicht.',
  email: 'E-Mail-Adresse',
  send: 'Link senden',
  invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@bank.ch.',
  pleaseCorrect: 'Bitte prüfen Sie:',
  sent: 'Prüfen Sie Ihren Posteingang',
  sentMeans:
    'Falls diese Adresse bei uns hinterlegt ist, ist eine E-Mail unterwegs. Öffnen Sie den Link darin in diesem Browser. Er gilt 15 Minuten und ein einziges Mal.',
  nothingCame: 'Keine E-Mail erhalten?',
  nothingCameMeans: [
    'Warten Sie ein paar Minuten, und sehen Sie auch im Spam-Ordner nach.',
    'Prüfen Sie, ob Sie die Adresse verwendet haben, an die wir Ihnen sonst schreiben.',
    'In 15 Minuten senden wir höchstens fünf E-Mails an eine Adresse.',
    'Kommt weiterhin nichts an, fragen Sie bei Depono nach, ob Ihre Adresse hinterlegt ist.',
  ],
  askAgain: 'Noch einmal anfordern',
  badLink: 'Dieser Link gilt nicht mehr',
  badLinkMeans:
    'Er wurde schon verwendet, ist älter als 15 Minuten oder wurde in einem anderen Browser angefordert. Lassen Sie sich hier einen neuen senden.',
  languages: 'Sprache',
};

const fr: SignInWords = {
  title: 'Se connecter',
  lead: 'Pour les banques et les assurances. Nous vous envoyons un lien qui vous permet de vous connecter. Aucun mot de passe n’est nécessaire.',
  email: 'Adresse e-mail',
  send: 'Envoyer le lien',
  invalidEmail: 'Veuillez saisir une adresse e-mail valable, par exemple nom@banque.ch.',
  pleaseCorrect: 'Veuillez vérifier\u00a0:',
  sent: 'Consultez votre messagerie',
  sentMeans:
    'Si cette adresse est enregistrée chez nous, un e-mail est en route. Ouvrez le lien qu’il contient dans ce navigateur. Il est valable 15 minutes et une seule fois.',
  nothingCame: 'Vous n’avez rien reçu\u00a0?',
  nothingCameMeans: [
    'Patientez quelques minutes et regardez aussi dans le dossier des indésirables.',
    'Vérifiez que vous avez saisi l’adresse à laquelle nous vous écrivons d’habitude.',
    'Nous envoyons au plus cinq e-mails par 15 minutes à une même adresse.',
    'Si rien n’arrive, demandez à Depono si votre adresse est enregistrée.',
  ],
  askAgain: 'Demander un nouveau lien',
  badLink: 'Ce lien n’est plus valable',
  badLinkMeans:
    'Il a déjà été utilisé, date de plus de 15 minutes ou a été demandé dans un autre navigateur. Vous pouvez en demander un nouveau ici.',
  languages: 'Langue',
};

const it: SignInWords = {
  title: 'Accedere',
  lead: 'Per banche e assicurazioni. Le inviamo un link con cui accedere. Non serve alcuna password.',
  email: 'Indirizzo e-mail',
  send: 'Invia il link',
  invalidEmail: 'La preghiamo di inserire un indirizzo e-mail valido, ad esempio nome@banca.ch.',
  pleaseCorrect: 'La preghiamo di verificare:',
  sent: 'Controlli la sua casella di posta',
  sentMeans:
    'Se questo indirizzo è registrato presso di noi, un’e-mail è in arrivo. Apra il link in questo browser. È valido 15 minuti e una sola volta.',
  nothingCame: 'Non ha ricevuto nulla?',
  nothingCameMeans: [
    'Attenda qualche minuto e guardi anche nella cartella dello spam.',
    'Verifichi di aver indicato l’indirizzo al quale le scriviamo di solito.',
    'Inviamo al massimo cinque e-mail ogni 15 minuti allo stesso indirizzo.',
    'Se continua a non arrivare nulla, chieda a Depono se il suo indirizzo è registrato.',
  ],
  askAgain: 'Richiedi un nuovo link',
  badLink: 'Questo link non è più valido',
  badLinkMeans:
    'È già stato utilizzato, è stato inviato più di 15 minuti fa oppure è stato richiesto in un altro browser. Qui può richiederne uno nuovo.',
  languages: 'Lingua',
};

const en: SignInWords = {
  title: 'Sign in',
  lead: 'For banks and insurers. We send you a link that signs you in. You need no password.',
  email: 'E-mail address',
  send: 'Send the link',
  invalidEmail: 'Please enter a valid e-mail address, such as name@bank.ch.',
  pleaseCorrect: 'Please check:',
  sent: 'Check your inbox',
  sentMeans:
    'If this address is registered with us, an e-mail is on its way. Open the link in it in this browser. It is valid for 15 minutes and works once.',
  nothingCame: 'No e-mail?',
  nothingCameMeans: [
    'Wait a few minutes, and check the spam folder too.',
    'Check that you used the address to which we usually write to you.',
    'We send at most five e-mails in 15 minutes to one address.',
    'If no e-mail arrives, ask Depono whether your address is registered.',
  ],
  askAgain: 'Ask again',
  badLink: 'This link is no longer valid',
  badLinkMeans:
    'It was used already, is older than 15 minutes, or was requested in another browser. You can request a new one here.',
  languages: 'Language',
};

export const PROVIDER_SIGN_IN_WORDS: Record<Language, SignInWords> = { de, fr, it, en };
