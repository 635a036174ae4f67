import type { DepositFacts, MailFacts } from '../../../domain/effect.ts';
import type { ChangeTexts } from './change-texts.ts';
import type { MailText } from '../mail-texts.ts';

type Author = Extract<MailFacts, { kind: 'contact_confirm' }>['by'];

const ASKED_BY: Record<Author, string> = {
  tenant: 'Sulla pagina del suo deposito di garanzia è stato chiesto di scriverle d’ora in poi a questo indirizzo',
  manager: 'La sua amministrazione desidera che d’ora in poi le scriviamo a questo indirizzo',
  operator: 'Su richiesta sua o della sua amministrazione, d’ora in poi dobbiamo scriverle a questo indirizzo',
};

const CHANGED_BY: Record<Author, string> = {
  tenant: 'Sulla pagina del suo deposito di garanzia è stato chiesto',
  manager: 'La sua amministrazione ha chiesto',
  operator: 'Il gestore di Depono ha chiesto',
};

const AUTHOR: Record<Author, string> = {
  tenant: 'dall’inquilino',
  manager: 'dall’amministrazione',
  operator: 'dal gestore',
};

type About = (facts: DepositFacts, amount: string) => MailText['facts'] & object;
type ContactKind = 'contact_confirm' | 'contact_changed' | 'contact_confirmed' | 'contact_objected';

/** Mails about changed contact data and names, and about holds. */
export const changesIt = (about: About): ChangeTexts => ({ ...contacts(about), ...others(about) });

const contacts = (about: About): Pick<ChangeTexts, ContactKind> => ({
  contact_confirm: ({ organization, by, days }) => ({
    subject: 'Confermi il suo nuovo indirizzo e-mail',
    paragraphs: [
      `${ASKED_BY[by]}. Si tratta di un deposito di garanzia di ${organization}.`,
      'L’indirizzo vale soltanto dopo la conferma. Apra il link e prema il pulsante sulla pagina.',
    ],
    button: 'Verifica e conferma l’indirizzo',
    afterword: `Il link è valido ${days} giorni. Se non ne sa nulla, elimini questo messaggio: non cambia nulla.`,
  }),
  contact_changed: (facts, { amount }) => ({
    subject: `Il suo indirizzo e-mail deve essere cambiato: ${facts.property}`,
    paragraphs: [
      `${CHANGED_BY[facts.by]} di scriverle d’ora in poi a ${facts.newEmail}. Finché nessuno conferma il nuovo indirizzo, continuiamo a scriverle qui.`,
      facts.isDecided
        ? 'C’è già stata un’opposizione. Il gestore ha verificato la modifica e l’ha chiesta di nuovo; un’opposizione non la ferma più, ma gli viene segnalata.'
        : 'Se è d’accordo, non deve fare nulla. Altrimenti si opponga: la modifica viene fermata, anche se già confermata, e il gestore viene informato.',
    ],
    facts: about(facts, amount),
    button: 'Vedi e opponiti',
    afterword: `Può opporsi fino a ${facts.days} giorni dopo la conferma.`,
  }),
  contact_confirmed: (facts, { amount }) => ({
    subject: facts.isRestored
      ? `Il suo indirizzo rimane: ${facts.property}`
      : `Il suo nuovo indirizzo è valido: ${facts.property}`,
    paragraphs: [
      facts.isRestored
        ? 'La modifica del suo indirizzo e-mail è annullata. Le scriviamo di nuovo qui. I link inviati all’altro indirizzo non sono più validi; ecco quello nuovo.'
        : 'Il suo nuovo indirizzo e-mail è confermato. D’ora in poi le scriviamo qui. I link precedenti non sono più validi; ecco quello nuovo.',
    ],
    facts: about(facts, amount),
    button: 'Apri il deposito',
    afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
  }),
  contact_objected: (facts, { amount }) => ({
    subject: `Opposizione a un nuovo indirizzo e-mail: contratto ${facts.externalContractId}`,
    paragraphs: [
      `Dall’indirizzo precedente qualcuno si è opposto alla modifica dell’indirizzo e-mail chiesta ${AUTHOR[facts.by]}.`,
      facts.isKept
        ? 'La modifica rimane, perché il gestore l’ha chiesta dopo un’opposizione precedente.'
        : 'La modifica è fermata; vale l’indirizzo precedente. Chiarisca chi ha ragione. Se poi chiede lei stesso la modifica, nessuna opposizione la ferma più.',
    ],
    facts: about(facts, amount),
    button: 'Vedi il deposito',
  }),
});

const others = (about: About): Omit<ChangeTexts, ContactKind> => ({
  person_changed: (facts, { amount }) => ({
    subject: `Dati corretti: il suo deposito di garanzia per ${facts.property}`,
    paragraphs: [
      ...(facts.before === facts.after
        ? []
        : [`${facts.organization} ha modificato il nome di ${facts.before}. Nuovo nome: ${facts.after}.`]),
      ...(facts.isBirthDate ? [`${facts.organization} ha corretto la data di nascita di ${facts.after}.`] : []),
      'La banca o l’assicurazione viene informata. Per il resto non cambia nulla. Se qualcosa non è corretto, si rivolga all’amministrazione.',
    ],
    facts: about(facts, amount),
    button: 'Apri il deposito',
    afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
  }),
  deposit_held: (facts, { amount }) => ({
    subject: `Pagamento sospeso: contratto ${facts.externalContractId}`,
    paragraphs: [
      'Questo deposito di garanzia è bloccato per motivi giuridici. Fino a nuovo avviso non viene pagato nulla.',
      'Proposte e consensi restano possibili e vengono annotati. Le scriveremo appena si potrà proseguire. Non possiamo dare informazioni sui motivi.',
    ],
    facts: about(facts, amount),
    button: 'Vedi il deposito',
  }),
  hold_lifted: (facts, { amount }) => ({
    subject: `Pagamento di nuovo possibile: contratto ${facts.externalContractId}`,
    paragraphs: [
      'Questo deposito di garanzia non è più bloccato.',
      facts.isOrdered
        ? 'Quanto convenuto nel frattempo viene pagato ora.'
        : 'Non deve fare nulla. I pagamenti sono di nuovo possibili.',
    ],
    facts: about(facts, amount),
    button: 'Vedi il deposito',
  }),
});
