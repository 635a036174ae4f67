import { CHOICE_WORDS } from '../../domain/messages/choices.ts';
import type { TenantWords } from './words.ts';

export const it: TenantWords = {
  title: 'Il suo deposito di garanzia',
  languages: 'Lingua',
  languageName: 'Italiano',
  home: 'Oggetto locato',
  management: 'Amministrazione',
  landlord: 'Locatore',
  amount: 'Deposito di garanzia',
  form: 'Forma della garanzia',
  rentalStart: 'Inizio della locazione',
  contract: 'Contratto',
  account: 'Conto (IBAN)',
  products: { bank_deposit: 'Deposito bancario', insurance: 'Assicurazione di garanzia' },
  questions: 'Ha domande?',
  questionsMeans: 'La sua persona di contatto presso l’amministrazione è a disposizione:',
  mailSubject: (contract) => `Deposito di garanzia, contratto ${contract}`,
  documents: 'I suoi documenti',
  documentNames: {
    agreement: 'Convenzione sul deposito di garanzia',
    pay_in: 'Conferma del versamento',
    pay_out: 'Conferma della liberazione',
    certificate: 'Certificato di assicurazione',
    year_statement: 'Panoramica del conto',
    withdrawal: 'Conferma dell’annullamento',
  },
  problems: 'Verifichi i seguenti punti:',
  problem: {
    product_missing: 'Scelga il deposito bancario o l’assicurazione di garanzia.',
    product_of_main_tenant: 'La forma della garanzia è scelta dall’inquilino principale.',
    product_not_free: 'La forma è già stabilita e non può essere modificata qui.',
    name_missing: 'Digiti il suo nome e cognome.',
    name_differs: 'Il nome non corrisponde ai suoi dati. Lo digiti come è scritto sopra.',
    consent_missing: 'Confermi il suo accordo.',
    day_invalid: 'Indichi una data.',
    day_before_start: 'La locazione non può finire prima di essere iniziata.',
    day_long_ago:
      'Questa data è troppo lontana nel passato per iniziare qui la liberazione. Si rivolga all’amministrazione.',
    day_too_far: 'Questa data è troppo lontana nel futuro.',
    amount_invalid: 'Indichi un importo in franchi, per esempio 250.00.',
    amount_too_much: 'L’importo non può superare il deposito.',
    reason_too_long: 'La preghiamo di essere più breve: al massimo 1000 caratteri.',
    iban_missing: 'Indichi il conto sul quale versare la sua parte.',
    iban_invalid: 'Questo IBAN non è valido. Controlli ogni carattere.',
    iban_qr: 'Questo è un QR-IBAN. Indichi l’IBAN normale del conto.',
    bic_missing: 'Per un conto fuori dalla Svizzera e dal Liechtenstein serve il BIC della banca.',
    bic_invalid: 'Questo BIC non è valido. Ha 8 o 11 caratteri.',
    country_refused: 'Non si eseguono pagamenti verso questo Paese.',
    line_too_long: 'Più breve, per favore: al massimo 70 caratteri.',
    street_missing: 'Indichi la via.',
    zip_missing: 'Indichi il numero postale.',
    zip_invalid: 'Un numero postale svizzero ha quattro cifre.',
    city_missing: 'Indichi la località.',
    email_invalid: 'Indichi un indirizzo e-mail valido.',
  },
  onlyMain: (main) =>
    `Il deposito è intestato a ${main}. Solo questa persona può quindi iniziare la liberazione, rispondere e indicare il conto. Qui può seguire tutto.`,
  progress: 'A che punto è il suo deposito',
  steps: {
    sign: 'Firma',
    account: 'Apertura del conto',
    pay: 'Versamento',
    cover: 'Conferma dell’assicurazione',
    payOrCover: 'Versamento o assicurazione',
    inForce: 'In vigore',
    agree: 'Accordo',
    payout: 'Pagamento',
    coverEnds: 'Fine della copertura',
    done: 'Chiuso',
  },
  signing: {
    heading: 'La preghiamo di firmare il suo deposito di garanzia',
    lead: (organization) =>
      `${organization} ha preparato un deposito di garanzia per la sua locazione. Legga tutto con calma e firmi in fondo a questa pagina. Bastano circa cinque minuti.`,
    what: 'Di che cosa si tratta?',
    whatIsIt:
      'Il deposito di garanzia è una sicurezza per il locatore, per esempio per pigioni non pagate o danni alla fine della locazione. Non è una tassa.',
    whatNext:
      'Quando tutti avranno firmato, la banca aprirà il conto o l’assicurazione confermerà la copertura. Le scriveremo non appena dovrà fare qualcosa.',
    choose: 'Scelga tra deposito bancario e assicurazione',
    chooseMeans: 'La scelta è sua. Entrambe le forme garantiscono lo stesso importo.',
    fixed: (product) => `La forma di questo deposito è stabilita: ${product}.`,
    conditionsOf: (provider) => `Condizioni di ${provider} (si apre in una nuova finestra)`,
    mainChooses: (main) => `${main} sceglie tra queste due forme. La sua firma vale per entrambe.`,
    differences: ({ product, amount, shown: { holder, isShared } }) =>
      product === 'bank_deposit'
        ? [
            `Versa CHF\u00a0${amount} una sola volta.`,
            `Il denaro è su un conto intestato a ${holder === null ? 'lei' : holder}.`,
            isShared
              ? 'Appartiene agli inquilini, interessi compresi.'
              : 'Continua ad appartenerle, interessi compresi.',
            'Nessun premio annuo.',
            'Alla fine della locazione le viene restituito, salvo pretese del locatore.',
          ]
        : [
            'Non versa alcun deposito.',
            'Paga ogni anno un premio all’assicurazione. Non le sarà rimborsato.',
            `L’assicurazione risponde verso il locatore fino a CHF\u00a0${amount}.`,
            'Se deve pagare, ne chiede il rimborso a lei.',
          ],
    mainActs: ({ main, title }) => {
      const role = title === 'ms' ? 'l’inquilina principale' : 'l’inquilino principale';
      return main === null
        ? `Lei è ${role}. Il conto o l’assicurazione è intestato a lei. Alla fine della locazione agisce per tutti: propone la ripartizione, dà il consenso e indica il conto per il pagamento. Gli altri sono informati per e-mail.`
        : `${main} è ${role}. Il conto o l’assicurazione è intestato a questa persona. Alla fine della locazione ${main} agisce per tutti: propone la ripartizione, dà il consenso e indica il conto per il pagamento. La informiamo per e-mail.`;
    },
    bothAct:
      'Avete diritto di firma collettiva a due. Anche alla fine della locazione una dichiarazione vale solo quando entrambe le persone hanno dichiarato la stessa cosa.',
    check: 'Controlli i suoi dati',
    checkMeans: 'Così l’amministrazione ci ha comunicato i suoi dati. Qui li vede soltanto lei.',
    wrong: 'Qualcosa non è corretto? Scriva all’amministrazione prima di firmare',
    others: 'Firmano con lei',
    read: 'Legga la convenzione',
    readMeans: 'Questo è il testo completo.',
    issuedIn: {
      de: 'La convenzione firmata è rilasciata in tedesco.',
      fr: 'La convenzione firmata è rilasciata in francese.',
      it: 'La convenzione firmata è rilasciata in italiano.',
      en: 'La convenzione firmata è rilasciata in inglese.',
    },
    draft: 'Bozza in PDF',
    sign: 'Firma',
    signFor: (company) => `Lei firma per ${company}.`,
    name: 'Il suo nome e cognome',
    nameHint: (name) => `Digiti il suo nome come è scritto sopra: ${name}`,
    consent: 'Ho controllato i miei dati e letto la convenzione. Sono d’accordo.',
    button: 'Firma ora',
    evidence:
      'Come prova conserviamo: il nome da lei digitato, data e ora, il suo indirizzo IP, il suo browser e un’impronta della convenzione.',
  },
  data: {
    name: 'Nome',
    birthDate: 'Data di nascita',
    nationality: 'Nazionalità',
    civilStatus: 'Stato civile',
    civilStatuses: CHOICE_WORDS.it.civilStatuses,
    address: 'Indirizzo attuale',
    email: 'E-mail',
    phone: 'Telefono',
    company: 'Ragione sociale',
    legalForm: 'Forma giuridica',
    legalForms: CHOICE_WORDS.it.legalForms,
    domicile: 'Sede',
    uid: 'IDI',
    signatory: 'Persona firmataria',
  },
  waiting: {
    thanks: 'Grazie, abbiamo registrato la sua firma',
    othersMissing: 'Mancano ancora altre firme. Non deve fare altro; le scriveremo.',
    who: 'Chi ha firmato?',
    signed: 'Firmato',
    notSigned: 'In attesa',
    you: 'lei',
    account: 'La banca sta aprendo il conto',
    accountMeans: (main) =>
      `Tutti hanno firmato. L’apertura del conto può richiedere alcuni giorni lavorativi; non deve fare nulla. In seguito ${main} riceverà per e-mail le indicazioni per il versamento.`,
    cover: 'L’assicurazione sta verificando la copertura',
    coverMeans:
      'Tutti hanno firmato. Appena l’assicurazione conferma la copertura, il deposito è in vigore. Le scriveremo; non deve fare nulla.',
    prepared: 'Il suo deposito di garanzia è in preparazione',
    preparedMeans: 'L’amministrazione sta preparando il suo deposito. Appena sarà pronto, riceverà un’e-mail.',
  },
  payment: {
    heading: (amount) => `La preghiamo di versare CHF\u00a0${amount}`,
    lead: 'Il conto per il deposito è aperto. Appena sarà stato ricevuto l’intero importo, il deposito entra in vigore.',
    arrived: ({ arrived, whole }) => `Ricevuto: CHF\u00a0${arrived} di CHF\u00a0${whole}`,
    nothingYet: 'Finora nessun versamento ricevuto. I versamenti appaiono qui dopo uno o due giorni lavorativi.',
    details: 'Indicazioni per il suo e-banking',
    detailsMeans: 'Usi esattamente questo riferimento. Serve alla banca per identificare il suo versamento.',
    amount: 'Importo',
    iban: 'IBAN',
    holder: 'A favore di',
    reference: 'Riferimento',
    copy: 'Copia',
    copied: 'Copiato',
    slip: 'Polizza di versamento',
    slipMeans: 'Scansioni il codice QR con la sua app bancaria, oppure apra il PDF nell’app.',
    slipPicture: 'Polizza di versamento con codice QR. Le sue indicazioni figurano anche nel testo di questa pagina.',
    slipPdf: 'Polizza di versamento in PDF',
    anyone: (main) =>
      `La polizza è intestata a ${main}. Possono versare anche terzi. I versamenti parziali vengono sommati.`,
    yours: (holder) =>
      `Il conto è intestato a ${holder === null ? 'lei' : holder}. È liberato solo con il consenso di entrambe le parti o secondo l’art. 257e CO.`,
  },
  open: {
    heading: 'Il suo deposito di garanzia è in vigore',
    lead: {
      bank_deposit: 'L’intero importo è stato ricevuto. Non deve fare altro fino al trasloco.',
      insurance: 'L’assicurazione ha confermato la copertura. Non deve fare altro fino al trasloco.',
    },
    law: 'Che cosa dice la legge',
    lawOfInsurance:
      'La copertura dura finché entrambe le parti non convengono di porvi fine o non vi è una decisione o un precetto esecutivo passati in giudicato. Alla fine l’assicurazione conferma la fine della copertura.',
    close: 'Liberazione del deposito',
    closeMeans: {
      bank_deposit:
        'Sta traslocando o ha già traslocato? Proponga come ripartire il deposito. L’amministrazione accetta o fa una controproposta.',
      insurance:
        'Sta traslocando o ha già traslocato? Proponga di porre fine all’assicurazione. L’amministrazione accetta o fa una controproposta.',
    },
    closeButton: 'Invia la proposta',
  },
  closing: {
    answer: 'La preghiamo di rispondere alla proposta',
    wait: 'L’amministrazione sta esaminando la sua proposta',
    readOnly: 'Il deposito è in corso di liberazione',
    proposedByYou: (day) => `Proposta degli inquilini del ${day}`,
    proposedByManagement: ({ organization, day }) => `Proposta di ${organization} del ${day}`,
    toTenants: (to) =>
      ({ several: 'Agli inquilini', one: 'All’inquilino', mr: 'All’inquilino', ms: 'All’inquilina' })[to],
    toLandlord: 'Al locatore',
    claim: 'Pretesa del locatore',
    reason: 'Motivazione',
    tenancyEnd: 'Fine della locazione',
    tenancyEndHint: 'L’ultimo giorno della locazione',
    amountLandlord: 'Importo per il locatore in CHF',
    amountHint: {
      bank_deposit: '0.00 se l’intero deposito deve tornare a lei.',
      insurance: '0.00 se non vi è alcuna pretesa.',
    },
    reasonLabel: 'Motivazione (facoltativa)',
    reasonHint: 'L’amministrazione la leggerà.',
    accept: 'Accetta',
    acceptMeans: {
      bank_deposit: 'Con il suo consenso il pagamento è disposto come sopra. È definitivo.',
      insurance: 'Con il suo consenso l’assicurazione termina come sopra. È definitivo.',
    },
    acceptButton: 'Accetto',
    counter: 'Altra proposta',
    counterMeans: 'L’amministrazione sarà invitata ad acconsentire.',
    counterButton: 'Invia la controproposta',
    change: 'Modifica della proposta',
    demand: 'Esigi l’intero deposito',
    demandMeans:
      'La locazione è finita da più di un anno e non è nota alcuna pretesa fatta valere giuridicamente. Può quindi esigere l’intero deposito senza il consenso dell’amministrazione (art. 257e cpv. 3 CO).',
    demandButton: 'Esigi l’intero deposito',
    year: (day) =>
      `Se entro un anno dalla fine della locazione il locatore non fa valere giuridicamente alcuna pretesa, gli inquilini possono esigere il deposito senza il suo consenso dal ${day} (art. 257e cpv. 3 CO).`,
    yearAutomatic: (day) =>
      `Se non si trova un accordo e il locatore non fa valere giuridicamente alcuna pretesa entro un anno dalla fine della locazione, l’ultima proposta degli inquilini sarà eseguita automaticamente dal ${day} (art. 257e cpv. 3 CO).`,
    claimRecorded:
      'Il locatore ha fatto valere giuridicamente una pretesa. Il deposito resta vincolato finché le parti non si accordano o non vi è una decisione o un precetto esecutivo passati in giudicato.',
    earlier: 'Tutte le proposte',
    by: { tenant: 'Inquilini', manager: 'Amministrazione' },
    ordered: { bank_deposit: 'Il pagamento è stato disposto', insurance: 'L’assicurazione sta per terminare' },
    orderedMeans: {
      bank_deposit: 'La banca trasferirà gli importi nei prossimi giorni. Poi le scriveremo.',
      insurance: 'L’assicurazione conferma la fine della copertura nei prossimi giorni. Poi le scriveremo.',
    },
    ground: 'Base legale',
    grounds: {
      consent: 'Consenso di entrambe le parti',
      judgment: 'Sentenza passata in giudicato',
      payment_order: 'Precetto esecutivo passato in giudicato',
      year: 'Un anno dopo la fine della locazione (art. 257e cpv. 3 CO)',
    },
    toAccount: 'Sul conto',
  },
  ended: {
    closed: 'Il suo deposito di garanzia è chiuso',
    closedMeans: {
      bank_deposit: 'Il deposito è stato pagato e il conto è chiuso.',
      insurance: 'La copertura è terminata. Il deposito è chiuso.',
    },
    paidOutOn: 'Chiuso il',
    withdrawn: 'Questo deposito di garanzia è stato annullato',
    withdrawnMeans:
      'L’amministrazione ha annullato il deposito prima che entrasse in vigore. Non c’è più nulla da firmare o da pagare.',
    paidBack: (amount) => `L’importo già versato, CHF\u00a0${amount}, è rimborsato sul conto da cui proviene.`,
  },
  links: {
    edited: 'Il suo deposito di garanzia è in corso di modifica',
    beingEdited:
      'L’amministrazione sta modificando il suo deposito di garanzia. Appena avrà finito, riceverà una nuova e-mail e firmerà di nuovo.',
    outdated: 'Questo link è superato',
    outdatedLink:
      'L’amministrazione ha modificato il suo deposito di garanzia. Questo link e le firme precedenti non sono più validi. Apra il link nell’ultima e-mail ricevuta.',
    expired: 'Questo link è scaduto',
    expiredLink: 'Per la sua sicurezza ogni link vale solo per un certo tempo. Al suo deposito non è successo nulla.',
    renewMeans: (email) => `Le inviamo volentieri un nuovo link a ${email}.`,
    askManager: 'Non conosciamo un suo indirizzo e-mail. Chieda una nuova lettera alla sua amministrazione.',
    renewButton: 'Invia un nuovo link',
    renewed: (email) =>
      `Un nuovo link è in arrivo a ${email}. Se non arriva entro qualche minuto, guardi anche nella posta indesiderata.`,
    unknown: 'Questo link non è valido',
    unknownLink: 'Forse non è stato copiato per intero. Lo apra direttamente dall’ultima e-mail ricevuta.',
    newLink: 'Ricevi un nuovo link',
    email: 'Il suo indirizzo e-mail',
    emailHint: 'L’indirizzo al quale riceve le nostre e-mail',
    newLinkButton: 'Chiedi un nuovo link',
    onItsWay: 'Grazie',
    onItsWayMeans:
      'Se conosciamo questo indirizzo, un’e-mail con un nuovo link è in arrivo. Se non arriva entro qualche minuto, guardi anche nella posta indesiderata.',
    changed: 'Nel frattempo la situazione è cambiata',
    changedMeans:
      'Il deposito non è più come lo ha appena visto. Non abbiamo quindi eseguito nulla. Consulti la situazione attuale.',
    seeNow: 'Vedi la situazione attuale',
    notYours: 'Può farlo solo l’inquilino principale',
    forged: 'Questa richiesta non proviene dal nostro sito',
    forgedMeans: 'Non è stato modificato nulla. Apra il link dall’e-mail e riprovi.',
  },
};
