import type { Language } from '../../../domain/values/language.ts';

/** Contact data and names of tenants, the send delay, and holds. */
type ContactWords = {
  change: string;
  title: string;
  contact: string;
  contactMeans: string;
  waits: (email: string) => string;
  save: string;
  cancel: string;
  problems: string;
  person: string;
  personMeans: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  reason: string;
  reasonHint: string;
  missing: string;
  dayInvalid: string;
  tooLong: string;
  sendAt: (when: string) => string;
  sendNow: string;
  held: string;
  heldMeans: string;
  noted: string;
  doneSend: string;
  doneContact: string;
  donePerson: string;
};

export const DEPOSIT_CONTACT_WORDS: Record<Language, ContactWords> = {
  de: {
    change: 'Kontakt oder Name ändern',
    title: 'Angaben ändern',
    contact: 'Kontaktangaben',
    contactMeans:
      'Telefonnummer und Postadresse gelten sofort. Eine neue E-Mail-Adresse gilt, sobald die Mieterschaft sie bestätigt; die bisherige Adresse wird benachrichtigt und kann widersprechen. Danach gelten von der neuen Adresse aus zehn Tage lang keine Vorschläge, Zustimmungen und Konten.',
    waits: (email) => `Wartet auf Bestätigung: ${email}`,
    save: 'Speichern',
    cancel: 'Abbrechen',
    problems: 'Bitte prüfen Sie:',
    person: 'Name oder Geburtsdatum',
    personMeans:
      'Für einen neuen Namen nach einer Heirat oder ein falsches Geburtsdatum. Es gilt sofort. Die Bank oder die Versicherung und die ganze Mieterschaft werden benachrichtigt. Wechselt die Person, leiten Sie eine Änderung ein.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    birthDate: 'Geburtsdatum',
    reason: 'Grund',
    reasonHint: 'Zum Beispiel Heirat. Die Bank oder die Versicherung liest ihn.',
    missing: 'Bitte füllen Sie dieses Feld aus.',
    dayInvalid: 'Bitte geben Sie ein Datum ein.',
    tooLong: 'Bitte fassen Sie sich kürzer.',
    sendAt: (when) =>
      `Sie geht am ${when} an die Mieterschaft. Bis dahin können Sie die Angaben berichtigen, sie sofort senden oder die Mietkaution annullieren.`,
    sendNow: 'Jetzt senden',
    held: 'Die Auszahlung ist angehalten',
    heldMeans:
      'Aus rechtlichen Gründen wird bis auf Weiteres nichts ausbezahlt. Vorschläge und Zustimmungen sind möglich und werden vermerkt. Über die Gründe dürfen wir keine Auskunft geben; wir schreiben Ihnen, sobald es weitergeht.',
    noted: 'Die Aufteilung unten ist vermerkt und wird danach ausbezahlt.',
    doneSend: 'Die Mietkaution ist gesendet.',
    doneContact: 'Die Kontaktangaben sind gespeichert. Eine neue E-Mail-Adresse muss noch bestätigt werden.',
    donePerson:
      'Die Angaben sind geändert. Die Bank oder die Versicherung und die ganze Mieterschaft werden benachrichtigt.',
  },
  fr: {
    change: 'Modifier les coordonnées ou le nom',
    title: 'Modifier les données',
    contact: 'Coordonnées',
    contactMeans:
      'Le numéro de téléphone et l’adresse postale sont valables tout de suite. Une nouvelle adresse e-mail est valable dès que le locataire la confirme\u00a0; l’ancienne adresse est informée et peut s’opposer. Ensuite, pendant dix jours, ni proposition, ni accord, ni compte donnés depuis la nouvelle adresse ne sont valables.',
    waits: (email) => `Attend la confirmation\u00a0: ${email}`,
    save: 'Enregistrer',
    cancel: 'Annuler',
    problems: 'Veuillez vérifier\u00a0:',
    person: 'Nom ou date de naissance',
    personMeans:
      'Pour un nouveau nom après un mariage ou une date de naissance erronée. Valable tout de suite. La banque ou l’assurance et tous les locataires sont informés. Ce formulaire ne sert pas à changer de personne.',
    firstName: 'Prénom',
    lastName: 'Nom',
    birthDate: 'Date de naissance',
    reason: 'Motif',
    reasonHint: 'Par exemple mariage. La banque ou l’assurance le lit.',
    missing: 'Veuillez remplir ce champ.',
    dayInvalid: 'Veuillez saisir une date.',
    tooLong: 'Veuillez raccourcir.',
    sendAt: (when) =>
      `Elle sera envoyée aux locataires le ${when}. D’ici là, vous pouvez corriger les données, l’envoyer tout de suite ou annuler la garantie.`,
    sendNow: 'Envoyer maintenant',
    held: 'Le virement est suspendu',
    heldMeans:
      'Pour des raisons juridiques, aucun virement n’est effectué jusqu’à nouvel avis. Les propositions et les accords restent possibles et sont enregistrés. Nous ne pouvons pas vous renseigner sur les motifs\u00a0; nous vous écrirons dès que la procédure reprendra.',
    noted: 'La répartition ci-dessous est enregistrée et sera versée ensuite.',
    doneSend: 'La garantie de loyer est envoyée.',
    doneContact: 'Les coordonnées sont enregistrées. Une nouvelle adresse e-mail doit encore être confirmée.',
    donePerson: 'Les données sont modifiées. La banque ou l’assurance et tous les locataires sont informés.',
  },
  it: {
    change: 'Modifica contatti o nome',
    title: 'Modificare i dati',
    contact: 'Dati di contatto',
    contactMeans:
      'Numero di telefono e indirizzo postale valgono subito. Un nuovo indirizzo e-mail vale appena l’inquilino lo conferma; l’indirizzo precedente viene informato e può opporsi. In seguito, per dieci giorni non valgono proposte, consensi e conti dati dal nuovo indirizzo.',
    waits: (email) => `In attesa di conferma: ${email}`,
    save: 'Salva',
    cancel: 'Annulla',
    problems: 'Verifichi:',
    person: 'Nome o data di nascita',
    personMeans:
      'Per un nuovo nome dopo un matrimonio o una data di nascita errata. Vale subito. La banca o l’assicurazione e tutti gli inquilini vengono informati. Questo modulo non serve a cambiare persona.',
    firstName: 'Nome',
    lastName: 'Cognome',
    birthDate: 'Data di nascita',
    reason: 'Motivo',
    reasonHint: 'Per esempio matrimonio. Lo legge la banca o l’assicurazione.',
    missing: 'Compili questo campo.',
    dayInvalid: 'Indichi una data.',
    tooLong: 'Abbrevi il testo.',
    sendAt: (when) =>
      `Sarà inviato agli inquilini il ${when}. Fino ad allora può correggere i dati, inviarlo subito o annullare il deposito.`,
    sendNow: 'Invia ora',
    held: 'Il pagamento è sospeso',
    heldMeans:
      'Per motivi giuridici non viene pagato nulla fino a nuovo avviso. Proposte e consensi sono possibili e vengono annotati. Non possiamo dare informazioni sui motivi; le scriveremo appena si potrà proseguire.',
    noted: 'La ripartizione qui sotto è annotata e sarà pagata in seguito.',
    doneSend: 'Il deposito è stato inviato.',
    doneContact: 'I dati di contatto sono salvati. Un nuovo indirizzo e-mail deve ancora essere confermato.',
    donePerson: 'I dati sono modificati. La banca o l’assicurazione e tutti gli inquilini vengono informati.',
  },
  en: {
    change: 'Change contact or name',
    title: 'Change data',
    contact: 'Contact data',
    contactMeans:
      'Telephone number and postal address count at once. A new e-mail address counts once the tenant confirms it; the previous address is told and can object. After that, no proposal, consent or account from the new address counts for ten days.',
    waits: (email) => `Waits for confirmation: ${email}`,
    save: 'Save',
    cancel: 'Cancel',
    problems: 'Please check:',
    person: 'Name or date of birth',
    personMeans:
      'For a new name after a marriage, or a wrong date of birth. It counts at once. The bank or the insurer and all tenants are told. This form is not for another person.',
    firstName: 'First name',
    lastName: 'Last name',
    birthDate: 'Date of birth',
    reason: 'Reason',
    reasonHint: 'Such as a marriage. The bank or the insurer reads it.',
    missing: 'Please fill in this field.',
    dayInvalid: 'Please enter a date.',
    tooLong: 'Please keep it shorter.',
    sendAt: (when) =>
      `It goes to the tenants on ${when}. Until then you can correct the data, send it now or cancel the deposit.`,
    sendNow: 'Send now',
    held: 'The payout is on hold',
    heldMeans:
      'For legal reasons, nothing is paid out until further notice. Proposals and consent are possible, and are noted. We may not give information about the reasons; we write to you as soon as it goes on.',
    noted: 'The split below is noted, and paid out afterwards.',
    doneSend: 'The rental deposit is sent.',
    doneContact: 'The contact data is saved. A new e-mail address still has to be confirmed.',
    donePerson: 'The data is changed. The bank or the insurer and all tenants are told.',
  },
};
