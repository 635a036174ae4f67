import type { Language } from '../../domain/values/language.ts';

type LetterWords = {
  title: string;
  greeting: (name: string) => string;
  why: (organization: string) => string;
  see: string;
  scan: string;
  personal: (until: string) => string;
  paper: string;
  questions: (contact: string) => string;
  contract: string;
  property: string;
  footer: (organization: string) => string;
};

export const LETTER_WORDS: Record<Language, LetterWords> = {
  de: {
    title: 'Ihre Mietkaution',
    greeting: (name) => `Guten Tag ${name}`,
    why: (organization) =>
      `${organization} verwaltet Ihre Mietkaution mit Depono. Zu Ihrer Mietkaution gibt es etwas Neues. Wir schreiben Ihnen auf Papier, weil wir Sie nicht per E-Mail erreichen.`,
    see: 'Auf Ihrer persönlichen Seite sehen Sie, wie es um die Mietkaution steht und was allenfalls zu tun ist. Sie können dort lesen, unterzeichnen und antworten.',
    scan: 'Scannen Sie den Code mit der Kamera Ihres Telefons, oder geben Sie diese Adresse ein:',
    personal: (until) =>
      `Die Adresse ist persönlich und gilt bis ${until}. Bitte geben Sie diesen Brief niemandem weiter.`,
    paper:
      'Ohne Internet: Fragen Sie nach den Unterlagen auf Papier. Senden Sie unterzeichnete Unterlagen an die Verwaltung zurück; sie gelten, sobald sie geprüft sind.',
    questions: (contact) => `Fragen beantwortet ${contact}. Dort können Sie auch eine E-Mail-Adresse angeben.`,
    contract: 'Vertrag',
    property: 'Mietobjekt',
    footer: (organization) => `Dieser Brief betrifft eine Mietkaution von ${organization}.`,
  },
  fr: {
    title: 'Votre garantie de loyer',
    greeting: (name) => `Bonjour ${name}`,
    why: (organization) =>
      `${organization} gère votre garantie de loyer avec Depono. Il y a du nouveau concernant votre garantie. Nous vous écrivons sur papier, car nous ne pouvons pas vous joindre par e-mail.`,
    see: 'Sur votre page personnelle, vous voyez où en est la garantie et ce qu’il y a éventuellement à faire. Vous pouvez y lire, signer et répondre.',
    scan: 'Scannez le code avec l’appareil photo de votre téléphone, ou saisissez cette adresse\u00a0:',
    personal: (until) =>
      `Cette adresse est personnelle et valable jusqu’au ${until}. Veuillez ne transmettre cette lettre à personne.`,
    paper:
      'Sans internet\u00a0: demandez les documents sur papier. Renvoyez les documents signés à la gérance\u00a0; ils sont valables dès qu’ils ont été vérifiés.',
    questions: (contact) => `${contact} répond à vos questions. Vous pouvez aussi lui communiquer une adresse e-mail.`,
    contract: 'Contrat',
    property: 'Objet loué',
    footer: (organization) => `Cette lettre concerne une garantie de loyer de ${organization}.`,
  },
  it: {
    title: 'Il suo deposito di garanzia',
    greeting: (name) => `Buongiorno ${name}`,
    why: (organization) =>
      `${organization} gestisce il suo deposito di garanzia con Depono. Ci sono novità sul suo deposito. Le scriviamo su carta perché non possiamo raggiungerla per e-mail.`,
    see: 'Sulla sua pagina personale vede a che punto è il deposito e che cosa c’è eventualmente da fare. Lì può leggere, firmare e rispondere.',
    scan: 'Scansioni il codice con la fotocamera del suo telefono, oppure inserisca questo indirizzo:',
    personal: (until) =>
      `L’indirizzo è personale e vale fino al ${until}. La preghiamo di non dare questa lettera ad altri.`,
    paper:
      'Senza internet: chieda i documenti su carta. Rispedisca i documenti firmati all’amministrazione; valgono appena sono stati verificati.',
    questions: (contact) => `${contact} risponde alle sue domande. Può anche comunicare un indirizzo e-mail.`,
    contract: 'Contratto',
    property: 'Oggetto locato',
    footer: (organization) => `Questa lettera riguarda un deposito di garanzia di ${organization}.`,
  },
  en: {
    title: 'Your rental deposit',
    greeting: (name) => `Dear ${name}`,
    why: (organization) =>
      `${organization} manages your rental deposit with Depono. There is news about your deposit. We write to you on paper because we cannot reach you by e-mail.`,
    see: 'On your personal page you see how your deposit stands and whether there is anything to do. You can read, sign and answer there.',
    scan: 'Scan the code with the camera of your phone, or enter this address:',
    personal: (until) => `The address is personal and valid until ${until}. Please do not pass this letter on.`,
    paper:
      'Without internet: ask for the papers. Send signed papers back to the property management; they count once they have been checked.',
    questions: (contact) => `${contact} answers your questions. You can also name an e-mail address there.`,
    contract: 'Contract',
    property: 'Property',
    footer: (organization) => `This letter is about a rental deposit of ${organization}.`,
  },
};
