import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Words } from './words.ts';

export const it: Words = {
  titles: {
    payment_slip: 'Versamento del suo deposito di garanzia',
    pay_in: 'Conferma del versamento',
    pay_out: 'Conferma della liberazione',
    withdrawal: 'Conferma dell’annullamento',
    certificate: 'Certificato di assicurazione',
    agreement: 'Convenzione sul deposito di garanzia',
    year_statement: 'Panoramica del conto',
  },
  footer: ({ externalContractId, at }) => `Contratto ${externalContractId}  ·  ${formatDay(swissDay(new Date(at)))}`,
  contract: 'Contratto',
  property: 'Oggetto locato',
  tenants: (count) => (count > 1 ? 'Inquilini' : 'Inquilino'),
  deposit: 'Deposito di garanzia',
  owner: 'Locatore',
  iban: 'Conto (IBAN)',
  slip: {
    please:
      'Il conto per il suo deposito di garanzia è aperto. La preghiamo di versare l’importo con la polizza di versamento qui sotto.',
    toPay: 'Importo da versare',
    reference: 'Riferimento',
    yours: 'Il conto è intestato a lei. È liberato solo con il consenso di entrambe le parti o secondo l’art. 257e CO.',
    message: 'Deposito di garanzia, contratto',
    alt: ({ amount, iban, reference }) =>
      `Polizza di versamento con Swiss QR Code: CHF ${amount} sul conto ${iban}, riferimento ${reference}`,
  },
  payIn: {
    confirmed: (day) => `Il seguente deposito di garanzia è interamente versato e in vigore dal ${day}.`,
    payments: 'Versamenti',
    law: 'La banca può restituire la garanzia solo con il consenso di entrambe le parti o in base a un precetto esecutivo o a una sentenza passati in giudicato. Se entro un anno dalla fine della locazione il locatore non fa valere giuridicamente alcuna pretesa, gli inquilini possono chiedere la restituzione (art. 257e cpv. 3 CO).',
  },
  payOut: {
    confirmed: (day) => `Il seguente deposito di garanzia è stato liberato e pagato il ${day}. Il conto è chiuso.`,
    ground: 'Base legale',
    grounds: {
      consent: 'Consenso di entrambe le parti',
      judgment: 'Sentenza passata in giudicato',
      payment_order: 'Precetto esecutivo passato in giudicato',
      year: 'Nessuna pretesa entro un anno dalla fine della locazione (art. 257e cpv. 3 CO)',
    },
    held: 'Avere',
    items: {
      deposit: 'Deposito di garanzia',
      interest: 'Interessi',
      charges: 'Spese bancarie',
      withholdingTax: 'Imposta preventiva',
      surplus: 'Versato in eccesso',
      total: 'Avere alla liberazione',
    },
    payouts: 'Pagamenti',
    to: { tenant: (count) => (count === 1 ? 'All’inquilino' : 'Agli inquilini'), landlord: 'Al locatore' },
    tenancyEnd: 'Fine della locazione',
  },
  yearStatement: {
    lead: (day) =>
      `Ecco la situazione del conto del suo deposito di garanzia al ${day}. Fa stato la data di registrazione della banca.`,
    summary: 'Riepilogo',
    balance: (day) => `Saldo al ${day}`,
    paidIn: 'Versamenti',
    interest: 'Interessi',
    charges: 'Spese bancarie',
    withholdingTax: 'Imposta preventiva',
    paidOut: 'Pagamenti e rimborsi',
    movements: (year) => `Registrazioni ${year}`,
    kinds: {
      payment: 'Versamento',
      payment_reversed: 'Versamento stornato dalla banca',
      interest: 'Interessi',
      charge: 'Spese bancarie',
      withholding_tax: 'Imposta preventiva',
      payback: 'Rimborso',
      payout_tenant: 'Pagamento agli inquilini',
      payout_landlord: 'Pagamento al locatore',
      returned: 'Pagamento restituito dalla banca del beneficiario',
    },
    taxes:
      'Per le imposte fa stato l’attestazione degli interessi e del capitale della banca, non questa panoramica. Il conto è intestato all’inquilino principale.',
  },
  holdings: {
    title: 'Conferma dei saldi',
    lead: (day, service) => `${service} conferma gli averi sui conti dei depositi di garanzia alla fine del ${day}.`,
    organization: 'Organizzazione',
    day: 'Giorno di riferimento',
    count: 'Depositi di garanzia con avere',
    total: 'Totale',
    each: 'Avere per deposito di garanzia',
    columns: {
      contract: 'Contratto',
      tenants: 'Inquilini',
      property: 'Oggetto locato',
      account: 'Conto (IBAN)',
      amount: 'Importo (CHF)',
    },
    computing: 'Calcolo',
    computed:
      'Somma di tutte le registrazioni della banca fino al giorno di riferimento compreso, secondo la data di registrazione. Un importo il cui pagamento è stato disposto ma non ancora eseguito dalla banca conta come avere. I depositi senza avere e le assicurazioni di garanzia non sono elencati. Ogni conto è intestato all’inquilino principale (art. 257e CO).',
    making: 'Allestita',
    made: (moment, service) => `${moment}, dalla contabilità di ${service}`,
    footer: (organization, day) => `Conferma dei saldi ${organization}  ·  ${day}`,
  },
  certificate: {
    confirmed: (day) => `Il deposito di garanzia seguente è coperto da un’assicurazione di garanzia dal ${day}.`,
    insurer: 'Assicurazione',
    policy: 'Polizza',
    from: 'Copertura dal',
    sum: 'Somma assicurata',
    premium: 'Premio',
    perYear: (amount) => `CHF ${amount} all’anno, tassa di bollo inclusa`,
    tenancy: 'Locazione',
    cover:
      'L’assicurazione risponde verso il locatore, fino alla somma assicurata, dei crediti derivanti dalla locazione. Chiede agli inquilini il rimborso di quanto ha versato. La copertura termina quando l’assicurazione ne conferma la fine.',
  },
  withdrawal: {
    confirmed: (day) =>
      `Il seguente deposito di garanzia è stato annullato il ${day}, prima di entrare in vigore. Non sono più dovuti pagamenti.`,
    paidBack: (amount) => `L’importo già versato, CHF ${amount}, sarà rimborsato sul conto da cui proviene.`,
  },
  agreement: {
    between: (organization) =>
      `${organization}, in nome del locatore, e gli inquilini convengono una garanzia per la seguente locazione.`,
    product: 'Forma della garanzia',
    products: { bank_deposit: 'Deposito bancario', insurance: 'Assicurazione di garanzia' },
    openProduct: 'Deposito bancario o assicurazione di garanzia, a scelta degli inquilini',
    withProduct: { bank_deposit: 'In caso di deposito bancario', insurance: 'In caso di assicurazione di garanzia' },
    rentalStart: 'Inizio della locazione',
    terms: ({ product, investmentAllowed }) =>
      product === 'insurance'
        ? [
            'La garanzia è prestata mediante un’assicurazione. Entra in vigore non appena l’assicuratore conferma la copertura.',
          ]
        : [
            'La garanzia è versata su un conto intestato all’inquilino principale. Entra in vigore non appena è stato ricevuto l’intero importo.',
            'La restituzione è retta dall’art. 257e CO. Gli interessi spettano agli inquilini.',
            investmentAllowed ? 'L’avere può essere investito.' : 'L’avere non può essere investito.',
          ],
    actsForAll: (main) =>
      `L’inquilino principale è ${main}, che agisce per tutti gli inquilini alla liberazione del deposito.`,
    signatures: 'Firme',
    forManagement: 'Per l’amministrazione',
    byService: (moment, service) => `Firma data in anticipo, apposta da ${service}\n${moment}`,
    tenant: 'Inquilino',
    draft: 'Bozza da leggere. Questo documento non reca ancora firme degli inquilini.',
    hash: 'Impronta (SHA-256)',
  },
};
