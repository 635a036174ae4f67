import { formatDay } from '../../../domain/values/calendar.ts';
import type { EndFacts, MailFacts } from '../../../domain/effect.ts';
import { insurerPays } from '../../offer-facts.ts';
import { aboutIt, splitIt } from '../facts/it.ts';
import { accountFact, reasonLine, type ClosingTexts } from './closing-texts.ts';

const END = 'Fine della locazione';
const ACCOUNT = 'Conto degli inquilini';
const REASON = 'Motivo indicato';

/** What follows from the end of the tenancy, if nobody agrees. */
const year = ({
  product = 'bank_deposit',
  freesOn = null,
  claimFrom,
}: Pick<EndFacts, 'product' | 'claimFrom'> & { freesOn?: EndFacts['freesOn'] }): string => {
  if (freesOn === null) {
    return product === 'insurance'
      ? `Se entro un anno dalla fine della locazione il locatore non fa valere giuridicamente alcuna pretesa, a partire dal giorno ${formatDay(claimFrom)} gli inquilini possono chiedere la fine della copertura senza il suo consenso (art. 257e CO).`
      : `Se entro un anno dalla fine della locazione il locatore non fa valere giuridicamente alcuna pretesa, a partire dal giorno ${formatDay(claimFrom)} gli inquilini possono chiedere la restituzione del deposito senza il suo consenso (art. 257e CO).`;
  }
  return product === 'insurance'
    ? `Senza accordo, il ${formatDay(freesOn)} chiederemo automaticamente all’assicurazione di porre fine alla copertura, salvo che entro allora il locatore abbia fatto valere giuridicamente una pretesa (art. 257e CO).`
    : `Senza accordo, il pagamento sarà disposto automaticamente il ${formatDay(freesOn)}, salvo che entro allora il locatore abbia fatto valere giuridicamente una pretesa (art. 257e CO).`;
};

const consentLead = (facts: Extract<MailFacts, { kind: 'closing_consent' }>): string => {
  const [main = ''] = facts.tenants;
  if (facts.isCopy === true) {
    return facts.by === 'tenant'
      ? `A nome degli inquilini è stata proposta a ${facts.organization} la seguente liberazione del deposito di garanzia. Non deve fare nulla.`
      : `${facts.organization} propone di liberare il deposito di garanzia come segue. ${main} risponde per tutti gli inquilini; non deve fare nulla.`;
  }
  return facts.by === 'tenant'
    ? 'Gli inquilini chiedono che il deposito di garanzia sia liberato come segue. La preghiamo di dare il suo consenso o di presentare una controproposta.'
    : `${facts.organization} chiede che il deposito di garanzia sia liberato come segue. La preghiamo di dare il suo consenso o di presentare una controproposta.`;
};

const GROUNDS = {
  tenant: 'Gli inquilini hanno accettato la proposta.',
  manager: 'L’amministrazione ha accettato la proposta.',
  judgment: 'Esiste una decisione passata in giudicato.',
  payment_order: 'Esiste un precetto esecutivo passato in giudicato.',
  year: 'È trascorso l’anno previsto dall’art. 257e CO senza che sia stata fatta valere giuridicamente una pretesa.',
  change: 'Tutti hanno firmato la modifica del deposito di garanzia. Essa libera questo importo.',
} as const;

const groundOf = ({ ground, agreedBy }: Extract<MailFacts, { kind: 'closing_agreed' | 'payout_ordered' }>): string =>
  GROUNDS[agreedBy ?? (ground === 'consent' ? 'tenant' : ground)];

export const itClosing: ClosingTexts = {
  closing_consent: (facts, { amount }) => ({
    subject:
      facts.isCopy === true
        ? `Per conoscenza: liberazione del deposito di garanzia per ${facts.property}`
        : `Serve il suo consenso: liberazione del deposito di garanzia per ${facts.property}`,
    paragraphs: [
      consentLead(facts),
      ...insurerPays(facts, 'it'),
      ...reasonLine(REASON, facts.reason),
      ...(!facts.endAnswerUntil || facts.isCopy === true
        ? []
        : [
            `Gli inquilini indicano il ${formatDay(facts.tenancyEnd)} come fine della locazione. La preghiamo di confermare questo giorno o di indicarne un altro. Senza una sua risposta, dal ${formatDay(facts.endAnswerUntil)} sarà considerato incontestato.`,
          ]),
    ],
    facts: [
      ...splitIt(facts),
      [END, formatDay(facts.tenancyEnd)],
      ...accountFact(ACCOUNT, facts.account),
      ...aboutIt(facts, amount),
    ],
    button: facts.isCopy === true ? 'Vedi il deposito' : 'Rispondi alla proposta',
    afterword: year(facts),
  }),
  closing_cosign: (facts, { amount }) => ({
    subject: `Manca ancora la sua firma: liberazione del deposito di garanzia per ${facts.property}`,
    paragraphs: [
      facts.word === 'consent'
        ? `${facts.signatory} ha accettato la seguente proposta. Avete diritto di firma collettiva a due: il consenso vale solo quando lo avrà dato anche lei.`
        : `${facts.signatory} desidera liberare il deposito di garanzia come segue. Avete diritto di firma collettiva a due: la proposta vale solo quando l’avrà fatta anche lei.`,
      ...reasonLine(REASON, facts.reason),
    ],
    facts: [...splitIt(facts), [END, formatDay(facts.tenancyEnd)], ...aboutIt(facts, amount)],
    button: 'Vedi e decidi',
    afterword: 'Se non è d’accordo, parlatene tra voi: finché non dichiarate la stessa cosa, non succede nulla.',
  }),
  closing_end_disputed: (facts, { amount }) => ({
    subject: `Fine della locazione contestata: ${facts.property}`,
    paragraphs: [
      facts.by === 'manager'
        ? `${facts.organization} indica un altro giorno come fine della locazione. Esso fa stato finché il gestore di Depono non avrà stabilito il giorno in base a documenti.`
        : 'Gli inquilini contestano il giorno indicato dall’amministrazione come fine della locazione. Esso fa stato finché il gestore di Depono non avrà stabilito il giorno in base a documenti.',
      ...reasonLine(REASON, facts.reason),
      ...(facts.forOperator === true
        ? []
        : ['Ha dei documenti, per esempio la disdetta o il verbale di consegna? Li tenga a disposizione.']),
    ],
    facts: [
      ...(facts.tenantDay === null ? [] : [['Giorno degli inquilini', formatDay(facts.tenantDay)] as const]),
      ['Giorno dell’amministrazione', formatDay(facts.tenancyEnd)],
      ...aboutIt(facts, amount),
    ],
    button: 'Vedi il deposito',
    afterword: year(facts),
  }),
  closing_end_settled: (facts, { amount }) => ({
    subject: `Fine della locazione stabilita: ${facts.property}`,
    paragraphs: ['Il gestore di Depono ha stabilito la fine della locazione in base a documenti.'],
    facts: [[END, formatDay(facts.tenancyEnd)], ...aboutIt(facts, amount)],
    button: 'Vedi il deposito',
    afterword: year(facts),
  }),
  closing_year_warning: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? facts.daysLeft === 1
          ? `Domani chiediamo la fine della copertura: deposito di garanzia per ${facts.property}`
          : `Fine della copertura il ${formatDay(facts.freesOn)}: deposito di garanzia per ${facts.property}`
        : facts.daysLeft === 1
          ? `Pagamento domani: deposito di garanzia per ${facts.property}`
          : `Pagamento il ${formatDay(facts.freesOn)}: deposito di garanzia per ${facts.property}`,
    paragraphs: [
      facts.product === 'insurance'
        ? `Il ${formatDay(facts.freesOn)} chiederemo automaticamente all’assicurazione di porre fine alla copertura: a quel momento sarà trascorso l’anno dalla fine della locazione (art. 257e CO).`
        : `Il ${formatDay(facts.freesOn)} il pagamento sarà disposto automaticamente: a quel momento sarà trascorso l’anno dalla fine della locazione (art. 257e CO).`,
      'Il locatore ha fatto valere giuridicamente una pretesa, per esempio con un’istanza di conciliazione o un’esecuzione? In tal caso carichi il documento. Finché il gestore non lo avrà esaminato, non succede nulla. Altrimenti non deve fare nulla.',
    ],
    facts: [...splitIt(facts), [END, formatDay(facts.tenancyEnd)], ...aboutIt(facts, amount)],
    button: 'Carica il documento',
  }),
  closing_claim: (facts, { amount }) => ({
    subject: {
      filed: `Pretesa annunciata: deposito di garanzia per ${facts.property}`,
      recorded: `Pretesa registrata: deposito di garanzia per ${facts.property}`,
      rejected: `Pretesa non riconosciuta: deposito di garanzia per ${facts.property}`,
    }[facts.step],
    paragraphs: [
      {
        filed: `${facts.organization} ha presentato un documento secondo cui il locatore fa valere giuridicamente una pretesa. Finché il gestore di Depono non lo avrà esaminato, nulla viene disposto automaticamente.`,
        recorded:
          'Il gestore di Depono ha esaminato il documento e registrato la pretesa. Il deposito non viene più liberato dopo un anno, ma con l’accordo delle due parti, una decisione o un precetto esecutivo passati in giudicato.',
        rejected:
          'Il gestore di Depono ha esaminato il documento. Esso non mostra alcuna pretesa fatta valere giuridicamente; l’anno previsto dall’art. 257e CO continua a decorrere.',
      }[facts.step],
      ...reasonLine(REASON, facts.reason),
    ],
    facts: aboutIt(facts, amount),
    button: facts.forOperator === true ? 'Esamina il documento' : 'Vedi il deposito',
  }),
  closing_agreed: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Fine della copertura annotata: deposito di garanzia per ${facts.property}`
        : `Pagamento annotato: deposito di garanzia per ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'La fine della copertura è annotata, ma sospesa per motivi giuridici. La chiederemo all’assicurazione non appena nulla vi si opporrà più, e le scriveremo di nuovo.'
        : 'Il pagamento è annotato, ma sospeso per motivi giuridici. Lo disporremo non appena nulla vi si opporrà più, e le scriveremo di nuovo.',
      ...insurerPays(facts, 'it'),
    ],
    facts: [...splitIt(facts), ...aboutIt(facts, amount)],
    button: 'Vedi il deposito',
  }),
  payout_ordered: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Fine della copertura richiesta: deposito di garanzia per ${facts.property}`
        : `Pagamento disposto: deposito di garanzia per ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'Abbiamo chiesto all’assicurazione di porre fine alla copertura.'
        : facts.account === null && facts.amountTenant > 0
          ? 'Il pagamento è disposto. Manca ancora il conto per la quota degli inquilini; sarà versata non appena è confermato.'
          : 'Il pagamento è disposto. Di regola richiede alcuni giorni lavorativi bancari.',
      ...insurerPays(facts, 'it'),
      'Le scriveremo di nuovo quando tutto sarà concluso.',
    ],
    facts: [
      ...splitIt(facts).slice(0, facts.ground === 'change' ? 1 : 2),
      ...accountFact(ACCOUNT, facts.account),
      ...aboutIt(facts, amount),
    ],
    button: 'Vedi il deposito',
  }),
  payout_account_code: (facts, { amount }) => ({
    subject: 'Il suo codice per il conto di pagamento',
    paragraphs: [
      `Inserisca questo codice nella pagina del suo deposito di garanzia per confermare il conto. È valido ${facts.minutes} minuti.`,
    ],
    facts: [['Codice', facts.code], ...accountFact('Conto', facts.account), ...aboutIt(facts, amount)],
    button: 'Apri il deposito',
    afterword:
      'Non ha indicato alcun conto? Non comunichi il codice a nessuno e contatti la sua amministrazione. Nessuno di noi glielo chiederà mai.',
  }),
  payout_account_changed: (facts, { amount }) => ({
    subject: `Conto per il pagamento: deposito di garanzia per ${facts.property}`,
    paragraphs: [
      'Per la quota degli inquilini del deposito di garanzia è ora indicato questo conto. È stato confermato con un codice.',
    ],
    facts: [...accountFact('Conto', facts.account), ...aboutIt(facts, amount)],
    button: 'Vedi il deposito',
    afterword: 'Non ne sapeva nulla? Contatti subito la sua amministrazione.',
  }),
};
