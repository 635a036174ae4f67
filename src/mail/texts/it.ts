import type { ApplicationKind } from '../../domain/application.ts';
import type { SlipFacts } from '../../domain/effect.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { insurerPaid, offerFacts } from '../offer-facts.ts';
import { itClosing } from './closing/it.ts';
import { aboutIt, splitIt } from './facts/it.ts';
import { changesIt } from './changes/it.ts';
import { changeMails } from './changes.ts';
import { partnerMails } from './partner.ts';
import { reachMails } from './reach.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { returnReasonIn } from '../../domain/messages/return-reasons.ts';
import { SIGNED_MAILS } from './signed.ts';

const slip = ({ iban, reference, missing, dueOn = null }: SlipFacts): NonNullable<MailText['facts']> => [
  ['Da versare', `CHF ${formatChf(missing)}`],
  ...(dueOn === null ? [] : [['Da versare entro il', formatDay(dueOn)] as const]),
  ['Conto (IBAN)', groupedIban(iban)],
  ['Riferimento', groupedReference(reference)],
];

/** What a provider refuses to do. Openings and cover have a mail of their own. */
const REFUSED: Record<ApplicationKind, string> = {
  account_opening: 'La modifica richiesta è rifiutata.',
  cover: 'La modifica richiesta è rifiutata.',
  change: 'La modifica richiesta è rifiutata.',
  claim: 'L’assicurazione non paga la parte del locatore.',
  cover_end: 'L’assicurazione non pone fine alla copertura.',
  account_closing: 'La banca non chiude il conto.',
};

export const it: MailTexts = {
  greeting: (name) => `Buongiorno ${name}`,
  footer: (organization) => `Questo messaggio riguarda un deposito di garanzia di ${organization}.`,
  mails: {
    import_error: (facts, { problems }) => ({
      subject: `Deposito di garanzia non importato: contratto ${facts.externalContractId}`,
      paragraphs: [
        `Il suo sistema di amministrazione ha tentato di aprire un deposito di garanzia per il contratto ${facts.externalContractId}. I dati sono incompleti o non validi, perciò non è stato creato nulla.`,
        'La preghiamo di correggere le seguenti indicazioni nel suo sistema e di inviare di nuovo il contratto, oppure di aprire il deposito a mano in Depono:',
      ],
      list: problems,
      button: 'Vedi l’errore di importazione',
      afterword: 'Sullo stesso contratto scriviamo al massimo una volta in 24 ore.',
    }),
    approval_requested: (facts) => ({
      subject: `Approvazione necessaria: ${facts.what}`,
      paragraphs: [`${facts.by} ha chiesto quanto segue. Viene eseguito solo se una seconda persona è d’accordo:`],
      facts: [
        ['Che cosa', facts.what],
        ['Chiesto da', facts.by],
      ],
      button: 'Vedi e decidi',
      afterword: `La richiesta scade dopo ${facts.hours} ore. Possono decidere tutte le persone con il ruolo clerk o admin, tranne chi ha fatto la richiesta.`,
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Nuovo deposito di garanzia da verificare: contratto ${facts.externalContractId}`,
      paragraphs: [
        'Per il contratto seguente è pronto un nuovo deposito di garanzia. La preghiamo di verificarlo e firmarlo. Viene inviato agli inquilini non appena lei ha firmato.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Verifica il deposito',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Deposito di garanzia inviato: contratto ${facts.externalContractId}`,
      paragraphs: [
        'Il seguente deposito di garanzia è stato firmato a suo nome e inviato agli inquilini. Non deve fare altro.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
    invitation: (facts) => ({
      subject: `Invito a ${facts.organization} su Depono`,
      paragraphs: [
        facts.invitedBy === null
          ? `Il suo sistema di amministrazione l’ha indicata come persona responsabile di un deposito di garanzia di ${facts.organization}. Ora fa parte dell’organizzazione e può verificare e firmare depositi di garanzia.`
          : `${facts.invitedBy} la invita a far parte dell’organizzazione ${facts.organization} su Depono. Con il primo accesso accetta l’invito e può verificare e firmare depositi di garanzia.`,
      ],
      button: 'Apri l’invito',
    }),
    sign_in: ({ minutes }) => ({
      subject: 'Il suo link di accesso',
      paragraphs: [
        `Con questo link accede a Depono. È valido ${minutes} minuti, una sola volta e solo nel browser in cui l’ha richiesto.`,
      ],
      button: 'Accedi',
      afterword:
        'Non ha chiesto di accedere? Cancelli semplicemente questa e-mail: senza il suo browser il link non serve a nessuno.',
      footer: 'Riceve questa e-mail perché con il suo indirizzo è stato richiesto un accesso.',
    }),
    tenant_link: (facts, { amount }) => ({
      subject: `Il suo nuovo link: deposito di garanzia per ${facts.property}`,
      paragraphs: ['Ha richiesto un nuovo link al suo deposito di garanzia. Eccolo.'],
      facts: aboutIt(facts, amount),
      button: 'Apri il deposito di garanzia',
      afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: facts.isChanged
        ? `Modificato: il suo deposito di garanzia per ${facts.property}`
        : `Il suo deposito di garanzia per ${facts.property}`,
      paragraphs: [
        facts.isChanged
          ? `${facts.organization} ha modificato il suo deposito di garanzia. La preghiamo di leggerlo e firmarlo di nuovo; i link e le firme precedenti non sono più validi.`
          : `${facts.organization} ha preparato un deposito di garanzia per la sua locazione. La preghiamo di leggerlo e firmarlo online; bastano pochi minuti.`,
      ],
      facts: [...aboutIt(facts, amount), ...offerFacts(facts, 'it')],
      button: 'Leggi e firma il deposito',
      afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
    }),
    tenant_sign_reminder: (facts, { amount }) => ({
      subject: `Da firmare: il suo deposito di garanzia per ${facts.property}`,
      paragraphs: [
        `Sul deposito di garanzia preparato per lei da ${facts.organization} manca ancora la sua firma. Bastano pochi minuti.`,
      ],
      facts: aboutIt(facts, amount),
      button: 'Leggi e firma il deposito',
      afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
    }),
    manager_sign_reminder: (facts, { amount }) => ({
      subject: `Da firmare: deposito di garanzia per il contratto ${facts.externalContractId}`,
      paragraphs: [
        'Questo deposito di garanzia attende ancora la sua firma. Viene inviato agli inquilini non appena lei ha firmato.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Verifica il deposito',
    }),
    deposit_refused: (facts, { amount }) => ({
      subject: `Deposito di garanzia rifiutato: contratto ${facts.externalContractId}`,
      paragraphs: [
        ...(facts.isChange === true
          ? [
              facts.by === 'bank'
                ? 'La banca non accetta la modifica del deposito di garanzia.'
                : 'L’assicurazione non accetta la modifica del deposito di garanzia.',
            ]
          : [
              facts.by === 'bank'
                ? 'La banca non apre il conto per questo deposito di garanzia.'
                : 'L’assicurazione non copre questo deposito di garanzia.',
            ]),
        `Motivo indicato: ${facts.reason}`,
        facts.isChange === true
          ? 'Il deposito di garanzia resta com’è.'
          : 'Può modificare il deposito di garanzia e inviarlo di nuovo, oppure annullarlo.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
    tenant_payment: (facts, { amount }) => ({
      subject: `Da versare: il suo deposito di garanzia per ${facts.property}`,
      paragraphs: [
        'Tutte le firme sono state apposte e il conto per il suo deposito di garanzia è aperto. La preghiamo di versare l’importo indicando esattamente questo riferimento.',
      ],
      facts: [...slip(facts), ...aboutIt(facts, amount)],
      button: 'Vedi i dati per il versamento',
      afterword:
        'Il denaro continua ad appartenerle: si trova su un conto a suo nome e viene liberato solo con il suo consenso o nei casi previsti dalla legge.',
    }),
    tenant_payment_reminder: (facts, { amount }) => ({
      subject: `Versamento in sospeso: il suo deposito di garanzia per ${facts.property}`,
      paragraphs: [
        'Il suo deposito di garanzia non è ancora stato versato per intero. Se ha pagato negli ultimi giorni, non deve fare altro.',
      ],
      facts: [...slip(facts), ...aboutIt(facts, amount)],
      button: 'Vedi i dati per il versamento',
    }),
    deposit_open: (facts, { amount }) => ({
      subject: `Deposito di garanzia in vigore: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'L’assicurazione ha confermato la copertura. Il deposito di garanzia è in vigore.'
          : 'Il deposito di garanzia è stato versato per intero. È in vigore.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
    deposit_withdrawn: (facts, { amount }) => ({
      subject: `Deposito di garanzia annullato: ${facts.property}`,
      paragraphs: [
        'Questo deposito di garanzia è stato annullato. Non c’è più nulla da firmare o da pagare.',
        ...(facts.paidBack > 0
          ? [`L’importo già versato, CHF ${formatChf(facts.paidBack)}, sarà rimborsato sul conto da cui proviene.`]
          : []),
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
    ...SIGNED_MAILS.it,
    ...partnerMails('it'),
    ...itClosing,
    payout_returned: (facts, { amount }) => ({
      subject: `Pagamento restituito: ${facts.property}`,
      paragraphs: [
        facts.isCopy === true
          ? `La banca ha restituito il pagamento del deposito di garanzia. ${facts.tenants[0] ?? ''} indicherà un altro conto; lei non deve fare nulla. Fino ad allora il denaro resta sul conto del deposito.`
          : 'La banca ha restituito il pagamento del deposito di garanzia. La preghiamo di indicare un altro conto. Fino ad allora il denaro resta sul conto del deposito.',
      ],
      facts: [
        ['Importo', `CHF ${formatChf(facts.amount)}`],
        ['Motivo della banca', returnReasonIn('it', facts.reason)],
        ...aboutIt(facts, amount),
      ],
      button: facts.isCopy === true ? 'Vedi il deposito' : 'Indica un altro conto',
    }),
    payback_returned: (facts) => ({
      subject: facts.isTransfer === true ? 'Trasferimento restituito dalla banca' : 'Rimborso restituito dalla banca',
      paragraphs: [
        facts.isTransfer === true
          ? 'La banca ha restituito un trasferimento sul conto di un deposito di garanzia. Lo invii di nuovo, corregga il conto del deposito o attribuisca il denaro in altro modo.'
          : 'La banca ha restituito un rimborso. Il denaro non appartiene ad alcun deposito di garanzia. Indichi un altro conto affinché possa essere pagato di nuovo.',
      ],
      facts: [
        ['Importo', `CHF ${formatChf(facts.amount)}`],
        ['A', facts.payee ?? 'non noto'],
        ['Motivo indicato dalla banca', facts.reason],
      ],
      button: 'Vedi l’ordine',
    }),
    payment_reversed: (facts, { amount }) =>
      'orderId' in facts
        ? {
            subject: 'Versamento stornato',
            paragraphs: [
              'La banca ha stornato un versamento che non appartiene ad alcun deposito di garanzia. Non viene più rimborsato.',
            ],
            facts: [
              ['Importo stornato', `CHF ${formatChf(facts.amount)}`],
              ['Pagato da', facts.payer ?? 'non noto'],
            ],
            button: 'Vedi l’ordine',
          }
        : {
            subject: `Versamento stornato: ${facts.property}`,
            paragraphs: [
              'La banca ha stornato un versamento sul deposito di garanzia.',
              ...(facts.missing > 0 ? ['Il deposito di garanzia non è più interamente versato.'] : []),
            ],
            facts: [
              ['Importo stornato', `CHF ${formatChf(facts.amount)}`],
              ...(facts.missing > 0 ? [['Mancano', `CHF ${formatChf(facts.missing)}`] as const] : []),
              ...aboutIt(facts, amount),
            ],
            button: 'Vedi il deposito',
          },
    provider_refused: (facts, { amount }) => ({
      subject: `Rifiuto di ${facts.provider}: ${facts.property}`,
      paragraphs: [
        REFUSED[facts.application],
        `Motivo: ${facts.reason}`,
        `Il gestore del servizio chiarisce la questione con ${facts.provider}.`,
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito',
    }),
    mandate_asked: ({ asksReader, deposits, from, to }) => ({
      subject: `Trasferimento di mandato da ${from} a ${to}`,
      paragraphs: [
        `${from} desidera affidare dei depositi di garanzia a ${to}.`,
        asksReader
          ? 'La preghiamo di esaminare la richiesta. I depositi passano alla nuova amministrazione solo quando entrambe le parti hanno accettato.'
          : 'La sua organizzazione ha già accettato. Non appena avrà accettato anche l’altra parte, i depositi passeranno alla nuova amministrazione.',
      ],
      facts: [
        ['Amministrazione precedente', from],
        ['Nuova amministrazione', to],
        ['Depositi di garanzia', String(deposits)],
      ],
      button: 'Vedi il mandato',
      footer: 'Riceve questo messaggio perché è responsabile in una delle due organizzazioni.',
    }),
    mandate_rejected: ({ by, from, to }) => ({
      subject: `Trasferimento di mandato rifiutato: da ${from} a ${to}`,
      paragraphs: [`${by} ha rifiutato il trasferimento. Tutti i depositi di garanzia restano presso ${from}.`],
      button: 'Vedi il mandato',
      footer: 'Riceve questo messaggio perché è responsabile in una delle due organizzazioni.',
    }),
    mandate_done: ({ moved, conflicts, from, to }) => ({
      subject: `Mandato trasferito: da ${from} a ${to}`,
      paragraphs: [
        `I depositi di garanzia sono ora amministrati da ${to}. I link già inviati restano validi e i pagamenti in corso vengono registrati come previsto.`,
        ...(conflicts === 0
          ? []
          : ['Alcuni depositi non sono stati trasferiti. Il rapporto indica il motivo per ciascuno di essi.']),
      ],
      facts: [
        ['Trasferiti', String(moved)],
        ['Non trasferiti', String(conflicts)],
      ],
      button: 'Vedi il rapporto',
      footer: 'Riceve questo messaggio perché è responsabile in una delle due organizzazioni.',
    }),
    mandate_moved: (facts, { amount }) => ({
      subject: `Nuova amministrazione del suo deposito di garanzia: ${facts.property}`,
      paragraphs: [
        `Il suo deposito di garanzia è ora amministrato da ${facts.organization}, in precedenza da ${facts.formerOrganization}.`,
        'Non deve fare nulla: il conto o l’assicurazione, l’importo e i documenti restano gli stessi, e i link ricevuti finora restano validi.',
      ],
      facts: aboutIt(facts, amount),
      button: 'Vedi il deposito di garanzia',
    }),
    ...changeMails('it'),
    ...reachMails('it'),
    deposit_closed: (facts, { amount }) => ({
      subject: `Deposito di garanzia chiuso: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'La copertura è terminata. Il deposito di garanzia è chiuso.'
          : 'Il deposito di garanzia è stato pagato e il conto è chiuso.',
        ...insurerPaid(facts, 'it'),
      ],
      facts: [...(facts.product === 'insurance' ? [] : splitIt(facts)), ...aboutIt(facts, amount)],
      button: 'Vedi il deposito',
    }),
    ...changesIt(aboutIt),
  },
};
