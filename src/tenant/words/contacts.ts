import type { Language } from '../../domain/values/language.ts';

/** About contact data, new addresses and holds. */
export type ContactWords = {
  onHold: string;
  onHoldMeans: string;
  noted: string;
  /** Not by agreement. */
  notedFreed: string;
  notedMeans: string;
  locked: (day: string) => string;
  lockedTitle: string;
  back: string;
  change: string;
  title: string;
  lead: string;
  email: string;
  phone: string;
  address: string;
  save: string;
  cancel: string;
  saved: string;
  sent: (email: string) => string;
  waits: (email: string) => string;
  phoneInvalid: string;
  confirmTitle: string;
  confirmMeans: (about: { organization: string; email: string }) => string;
  confirmButton: string;
  confirmed: string;
  confirmedMeans: string;
  gone: string;
  goneMeans: string;
  objectTitle: string;
  objectMeans: (about: { organization: string; email: string }) => string;
  objectDecided: string;
  objectButton: string;
  objectReport: string;
  objected: string;
  objectedMeans: string;
  noMailbox: string;
};

export const TENANT_CONTACT_WORDS: Record<Language, ContactWords> = {
  de: {
    onHold: 'Die Auszahlung ist angehalten',
    onHoldMeans:
      'Aus rechtlichen Gründen wird bis auf Weiteres nichts ausbezahlt. Vorschläge und Zustimmungen werden vermerkt. Fragen beantwortet die Verwaltung, soweit sie darf.',
    noted: 'Vereinbart, aber angehalten',
    notedFreed: 'Zur Auszahlung frei, aber angehalten',
    notedMeans: 'Die Aufteilung unten ist vermerkt. Ausbezahlt wird, sobald die Mietkaution nicht mehr angehalten ist.',
    locked: (day) =>
      `Ihre E-Mail-Adresse wurde auf Wunsch der Verwaltung geändert. Zu Ihrem Schutz sind von dieser Adresse aus bis am ${day} keine Vorschläge, Zustimmungen und Kontoangaben möglich.`,
    lockedTitle: 'Noch nicht möglich',
    back: 'Zur Mietkaution',
    change: 'E-Mail, Telefon oder Adresse ändern',
    title: 'Ihre Kontaktangaben',
    lead: 'Telefonnummer und Postadresse gelten sofort. Eine neue E-Mail-Adresse gilt, sobald Sie den Link bestätigen, den wir ihr senden. Bis dahin schreiben wir Ihnen an die bisherige.',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    address: 'Postadresse',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: 'Gespeichert.',
    sent: (email) => `Wir haben ${email} einen Link gesandt. Öffnen Sie ihn, und bestätigen Sie die Adresse.`,
    waits: (email) => `Wartet auf Bestätigung: ${email}`,
    phoneInvalid: 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel +41 79 123 45 67.',
    confirmTitle: 'Neue E-Mail-Adresse bestätigen',
    confirmMeans: ({ organization, email }) =>
      `${organization} soll Ihnen zu einer Mietkaution künftig an diese Adresse schreiben: ${email}. Links, die an die bisherige Adresse gingen, sind danach nicht mehr gültig.`,
    confirmButton: 'Adresse bestätigen',
    confirmed: 'Die Adresse ist bestätigt',
    confirmedMeans:
      'Ab jetzt schreiben wir Ihnen an diese Adresse. Wurde Ihnen die Mietkaution schon gesandt, haben Sie eben eine E-Mail mit Ihrem neuen Link erhalten.',
    gone: 'Dieser Link gilt nicht mehr',
    goneMeans:
      'Die Adresse wurde schon bestätigt, die Änderung wurde gestoppt oder ersetzt, oder die Frist ist vorbei. Fragen beantwortet die Verwaltung.',
    objectTitle: 'Der neuen E-Mail-Adresse widersprechen',
    objectMeans: ({ organization, email }) =>
      `Zu Ihrer Mietkaution von ${organization} sollen wir künftig an ${email} schreiben. Sind Sie nicht einverstanden, stoppen Sie die Änderung hier. Der Betreiber wird benachrichtigt und klärt die Sache.`,
    objectDecided:
      'Der Betreiber hat diese Änderung nach einem früheren Widerspruch geprüft. Ihr Widerspruch stoppt sie nicht mehr, wird ihm aber gemeldet.',
    objectButton: 'Änderung stoppen',
    objectReport: 'Widerspruch melden',
    objected: 'Wir haben Ihren Widerspruch erhalten',
    objectedMeans:
      'Der Betreiber ist benachrichtigt. Wurde die Änderung gestoppt, gilt Ihre bisherige Adresse, und Sie erhalten dorthin einen neuen Link, falls der alte nicht mehr gültig ist.',
    noMailbox:
      'Sie haben keinen Zugang mehr zu diesem Postfach? Melden Sie sich bei Ihrer Verwaltung: Sie kann eine neue Adresse eintragen.',
  },
  fr: {
    onHold: 'Le virement est suspendu',
    onHoldMeans:
      'Pour des raisons juridiques, aucun virement n’est effectué jusqu’à nouvel avis. Les propositions et les accords sont enregistrés. La gérance répond à vos questions dans la mesure où elle le peut.',
    noted: 'Convenu, mais suspendu',
    notedFreed: 'Libérée, mais suspendue',
    notedMeans:
      'La répartition ci-dessous est enregistrée. Le virement aura lieu dès que la garantie ne sera plus bloquée.',
    locked: (day) =>
      `Votre adresse e-mail a été modifiée à la demande de la gérance. Pour vous protéger, ni proposition, ni accord, ni compte donnés depuis cette adresse ne sont valables jusqu’au ${day}.`,
    lockedTitle: 'Pas encore possible',
    back: 'Vers la garantie de loyer',
    change: 'Modifier e-mail, téléphone ou adresse',
    title: 'Vos coordonnées',
    lead: 'Le numéro de téléphone et l’adresse postale sont valables tout de suite. Une nouvelle adresse e-mail est valable dès que vous confirmez le lien que nous lui envoyons. D’ici là, nous écrivons à l’ancienne.',
    email: 'Adresse e-mail',
    phone: 'Numéro de téléphone',
    address: 'Adresse postale',
    save: 'Enregistrer',
    cancel: 'Annuler',
    saved: 'Enregistré.',
    sent: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le et confirmez l’adresse.`,
    waits: (email) => `Attend la confirmation\u00a0: ${email}`,
    phoneInvalid: 'Veuillez saisir un numéro de téléphone, par exemple +41 79 123 45 67.',
    confirmTitle: 'Confirmer la nouvelle adresse e-mail',
    confirmMeans: ({ organization, email }) =>
      `${organization} doit désormais vous écrire à cette adresse au sujet d’une garantie de loyer\u00a0: ${email}. Les liens envoyés à l’ancienne adresse ne seront plus valables.`,
    confirmButton: 'Confirmer l’adresse',
    confirmed: 'L’adresse est confirmée',
    confirmedMeans:
      'Désormais, nous vous écrivons à cette adresse. Si la garantie vous a déjà été envoyée, vous venez de recevoir un e-mail avec votre nouveau lien.',
    gone: 'Ce lien n’est plus valable',
    goneMeans:
      'L’adresse est déjà confirmée, la modification a été arrêtée ou remplacée, ou le délai est passé. La gérance répond à vos questions.',
    objectTitle: 'S’opposer à la nouvelle adresse e-mail',
    objectMeans: ({ organization, email }) =>
      `Au sujet de votre garantie de loyer de ${organization}, nous devons désormais écrire à ${email}. Si vous n’êtes pas d’accord, arrêtez la modification ici. L’exploitant en est informé et clarifie la situation.`,
    objectDecided:
      'L’exploitant a vérifié cette modification après une opposition précédente. Votre opposition ne l’arrête plus, mais lui est signalée.',
    objectButton: 'Arrêter la modification',
    objectReport: 'Signaler l’opposition',
    objected: 'Nous avons reçu votre opposition',
    objectedMeans:
      'L’exploitant est informé. Si la modification a été arrêtée, votre ancienne adresse est valable et vous y recevez un nouveau lien si le précédent ne l’est plus.',
    noMailbox:
      'Vous n’avez plus accès à cette boîte\u00a0? Adressez-vous à votre gérance\u00a0: elle peut saisir une nouvelle adresse.',
  },
  it: {
    onHold: 'Il pagamento è sospeso',
    onHoldMeans:
      'Per motivi giuridici non viene pagato nulla fino a nuovo avviso. Proposte e consensi vengono annotati. L’amministrazione risponde alle domande per quanto le è consentito.',
    noted: 'Convenuto, ma sospeso',
    notedFreed: 'Liberato, ma sospeso',
    notedMeans: 'La ripartizione qui sotto è annotata. Il pagamento avverrà appena il deposito non sarà più bloccato.',
    locked: (day) =>
      `Il suo indirizzo e-mail è stato modificato su richiesta dell’amministrazione. Per proteggerla, fino al ${day} non valgono proposte, consensi e conti dati da questo indirizzo.`,
    lockedTitle: 'Non ancora possibile',
    back: 'Al deposito',
    change: 'Modifica e-mail, telefono o indirizzo',
    title: 'I suoi dati di contatto',
    lead: 'Numero di telefono e indirizzo postale valgono subito. Un nuovo indirizzo e-mail vale appena conferma il link che gli inviamo. Fino ad allora scriviamo a quello precedente.',
    email: 'Indirizzo e-mail',
    phone: 'Numero di telefono',
    address: 'Indirizzo postale',
    save: 'Salva',
    cancel: 'Annulla',
    saved: 'Salvato.',
    sent: (email) => `Abbiamo inviato un link a ${email}. Lo apra e confermi l’indirizzo.`,
    waits: (email) => `In attesa di conferma: ${email}`,
    phoneInvalid: 'Indichi un numero di telefono, per esempio +41 79 123 45 67.',
    confirmTitle: 'Confermare il nuovo indirizzo e-mail',
    confirmMeans: ({ organization, email }) =>
      `${organization} deve scriverle d’ora in poi a questo indirizzo per un deposito di garanzia: ${email}. I link inviati all’indirizzo precedente non saranno più validi.`,
    confirmButton: 'Conferma l’indirizzo',
    confirmed: 'L’indirizzo è confermato',
    confirmedMeans:
      'D’ora in poi le scriviamo a questo indirizzo. Se il deposito le è già stato inviato, ha appena ricevuto un’e-mail con il nuovo link.',
    gone: 'Questo link non è più valido',
    goneMeans:
      'L’indirizzo è già stato confermato, la modifica è stata fermata o sostituita, oppure il termine è scaduto. L’amministrazione risponde alle domande.',
    objectTitle: 'Opporsi al nuovo indirizzo e-mail',
    objectMeans: ({ organization, email }) =>
      `Per il suo deposito di garanzia di ${organization} dobbiamo scrivere d’ora in poi a ${email}. Se non è d’accordo, fermi qui la modifica. Il gestore viene informato e chiarisce la questione.`,
    objectDecided:
      'Il gestore ha verificato questa modifica dopo un’opposizione precedente. La sua opposizione non la ferma più, ma gli viene segnalata.',
    objectButton: 'Ferma la modifica',
    objectReport: 'Segnala l’opposizione',
    objected: 'Abbiamo ricevuto la sua opposizione',
    objectedMeans:
      'Il gestore è informato. Se la modifica è stata fermata, vale il suo indirizzo precedente e vi riceve un nuovo link se quello vecchio non è più valido.',
    noMailbox:
      'Non ha più accesso a questa casella? Si rivolga alla sua amministrazione: può inserire un nuovo indirizzo.',
  },
  en: {
    onHold: 'The payout is on hold',
    onHoldMeans:
      'For legal reasons, nothing is paid out until further notice. Proposals and consent are noted. The property management answers questions as far as it may.',
    noted: 'Agreed, but on hold',
    notedFreed: 'Free to be paid out, but on hold',
    notedMeans: 'The split below is noted. It is paid out as soon as the deposit is no longer on hold.',
    locked: (day) =>
      `Your e-mail address was changed at the request of the property management. To protect you, no proposal, consent or account from it counts until ${day}.`,
    lockedTitle: 'Not possible yet',
    back: 'To the rental deposit',
    change: 'Change e-mail, telephone or address',
    title: 'Your contact data',
    lead: 'Telephone number and postal address count at once. A new e-mail address counts once you confirm the link that we send to it. Until then we write to the present one.',
    email: 'E-mail address',
    phone: 'Telephone number',
    address: 'Postal address',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Saved.',
    sent: (email) => `We have sent a link to ${email}. Open it and confirm the address.`,
    waits: (email) => `Waits for confirmation: ${email}`,
    phoneInvalid: 'Please enter a telephone number, such as +41 79 123 45 67.',
    confirmTitle: 'Confirm the new e-mail address',
    confirmMeans: ({ organization, email }) =>
      `${organization} is to write to you about a rental deposit at this address from now on: ${email}. Links sent to your previous address will then no longer be valid.`,
    confirmButton: 'Confirm the address',
    confirmed: 'The address is confirmed',
    confirmedMeans:
      'From now on we write to you at this address. If the rental deposit was sent to you before, you have just got an e-mail with your new link.',
    gone: 'This link is no longer valid',
    goneMeans:
      'The address was confirmed already, the change was stopped or replaced, or the time is over. The property management answers questions.',
    objectTitle: 'Object to the new e-mail address',
    objectMeans: ({ organization, email }) =>
      `About your rental deposit of ${organization}, we are to write to ${email} from now on. If you do not agree, stop the change here. The operator is told and finds out what happened.`,
    objectDecided:
      'The operator has checked this change after an earlier objection. Your objection no longer stops it, but is reported to the operator.',
    objectButton: 'Stop the change',
    objectReport: 'Report the objection',
    objected: 'Your objection has arrived',
    objectedMeans:
      'The operator is told. If the change was stopped, your previous address counts, and you get a new link there if the old one is no longer valid.',
    noMailbox: 'No longer any access to this mailbox? Contact your property management: they can enter a new address.',
  },
};
