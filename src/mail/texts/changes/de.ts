import type { DepositFacts, MailFacts } from '../../../domain/effect.ts';
import type { ChangeTexts } from './change-texts.ts';
import type { MailText } from '../mail-texts.ts';

type Author = Extract<MailFacts, { kind: 'contact_confirm' }>['by'];

const ASKED_BY: Record<Author, string> = {
  tenant: 'Auf Ihrer Seite zur Mietkaution wurde verlangt, dass wir Ihnen künftig an diese Adresse schreiben',
  manager: 'Ihre Verwaltung möchte, dass wir Ihnen künftig an diese Adresse schreiben',
  operator: 'Auf Ihren Wunsch oder den Ihrer Verwaltung sollen wir Ihnen künftig an diese Adresse schreiben',
};

const CHANGED_BY: Record<Author, string> = {
  tenant: 'Auf Ihrer Seite zur Mietkaution',
  manager: 'Von Ihrer Verwaltung',
  operator: 'Vom Betreiber von Depono',
};

const AUTHOR: Record<Author, string> = {
  tenant: 'der Mieterschaft',
  manager: 'der Verwaltung',
  operator: 'dem Betreiber',
};

type About = (facts: DepositFacts, amount: string) => MailText['facts'] & object;
type ContactKind = 'contact_confirm' | 'contact_changed' | 'contact_confirmed' | 'contact_objected';

/** Mails about changed contact data and names, and about holds. */
export const changesDe = (about: About): ChangeTexts => ({ ...contacts(about), ...others(about) });

const contacts = (about: About): Pick<ChangeTexts, ContactKind> => ({
  contact_confirm: ({ organization, by, days }) => ({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      `${ASKED_BY[by]}. Es geht um eine Mietkaution von ${organization}.`,
      'Erst wenn Sie die Adresse bestätigen, gilt sie. Öffnen Sie dazu den Link, und drücken Sie auf der Seite den Knopf.',
    ],
    button: 'Adresse prüfen und bestätigen',
    afterword: `Der Link gilt ${days} Tage. Wissen Sie von nichts, dann löschen Sie diese Nachricht: Es ändert sich nichts.`,
  }),
  contact_changed: (facts, { amount }) => ({
    subject: `Ihre E-Mail-Adresse soll geändert werden: ${facts.property}`,
    paragraphs: [
      `${CHANGED_BY[facts.by]} wurde verlangt, dass wir Ihnen künftig an ${facts.newEmail} schreiben. Bis jemand die neue Adresse bestätigt, schreiben wir Ihnen weiterhin hierher.`,
      facts.isDecided
        ? 'Es wurde schon einmal widersprochen. Der Betreiber hat die Änderung geprüft und erneut verlangt; ein Widerspruch stoppt sie nicht mehr, wird ihm aber gemeldet.'
        : 'Sind Sie einverstanden, müssen Sie nichts tun. Sind Sie es nicht, widersprechen Sie bitte: Die Änderung wird gestoppt, auch wenn sie schon bestätigt ist, und der Betreiber wird benachrichtigt.',
    ],
    facts: about(facts, amount),
    button: 'Ansehen und widersprechen',
    afterword: `Widersprechen können Sie bis ${facts.days} Tage nach der Bestätigung.`,
  }),
  contact_confirmed: (facts, { amount }) => ({
    subject: facts.isRestored ? `Ihre Adresse bleibt: ${facts.property}` : `Ihre neue Adresse gilt: ${facts.property}`,
    paragraphs: [
      facts.isRestored
        ? 'Die Änderung Ihrer E-Mail-Adresse ist rückgängig gemacht. Wir schreiben Ihnen wieder hierher. Links, die an die andere Adresse gingen, sind nicht mehr gültig; hier ist Ihr neuer.'
        : 'Ihre neue E-Mail-Adresse ist bestätigt. Ab jetzt schreiben wir Ihnen hierher. Frühere Links sind nicht mehr gültig; hier ist Ihr neuer.',
    ],
    facts: about(facts, amount),
    button: 'Mietkaution öffnen',
    afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
  }),
  contact_objected: (facts, { amount }) => ({
    subject: `Widerspruch gegen eine neue E-Mail-Adresse: Vertrag ${facts.externalContractId}`,
    paragraphs: [
      `Der Änderung der E-Mail-Adresse, die von ${AUTHOR[facts.by]} kam, wurde von der bisherigen Adresse aus widersprochen.`,
      facts.isKept
        ? 'Die Änderung bleibt bestehen, weil der Betreiber sie nach einem früheren Widerspruch verlangt hat.'
        : 'Die Änderung ist gestoppt; es gilt die bisherige Adresse. Bitte klären Sie, wer recht hat. Verlangen Sie die Änderung danach selbst, so stoppt sie kein Widerspruch mehr.',
    ],
    facts: about(facts, amount),
    button: 'Mietkaution ansehen',
  }),
});

const others = (about: About): Omit<ChangeTexts, ContactKind> => ({
  person_changed: (facts, { amount }) => ({
    subject: `Angaben korrigiert: Ihre Mietkaution für ${facts.property}`,
    paragraphs: [
      ...(facts.before === facts.after
        ? []
        : [`${facts.organization} hat den Namen von ${facts.before} geändert. Neu: ${facts.after}.`]),
      ...(facts.isBirthDate ? [`${facts.organization} hat das Geburtsdatum von ${facts.after} korrigiert.`] : []),
      'Die Bank oder die Versicherung wird benachrichtigt. Sonst ändert sich an der Mietkaution nichts. Stimmt etwas nicht, melden Sie sich bitte bei der Verwaltung.',
    ],
    facts: about(facts, amount),
    button: 'Mietkaution öffnen',
    afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
  }),
  deposit_held: (facts, { amount }) => ({
    subject: `Auszahlung angehalten: Vertrag ${facts.externalContractId}`,
    paragraphs: [
      'Diese Mietkaution ist aus rechtlichen Gründen angehalten. Bis auf Weiteres wird nichts ausbezahlt.',
      'Vorschläge und Zustimmungen sind weiterhin möglich und werden vermerkt. Wir schreiben Ihnen, sobald es weitergeht. Über die Gründe dürfen wir keine Auskunft geben.',
    ],
    facts: about(facts, amount),
    button: 'Mietkaution ansehen',
  }),
  hold_lifted: (facts, { amount }) => ({
    subject: `Auszahlung wieder möglich: Vertrag ${facts.externalContractId}`,
    paragraphs: [
      'Diese Mietkaution ist nicht mehr angehalten.',
      facts.isOrdered
        ? 'Was inzwischen vereinbart wurde, wird jetzt ausbezahlt.'
        : 'Sie müssen nichts tun. Auszahlungen sind wieder möglich.',
    ],
    facts: about(facts, amount),
    button: 'Mietkaution ansehen',
  }),
});
