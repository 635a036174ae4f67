import type { FrontWords } from './words.ts';

export const it: FrontWords = {
  languages: 'Lingua',
  title: 'Depositi di garanzia per la Svizzera',
  lead: 'Aperti con una sola chiamata, firmati da amministrazione e inquilini, versati con QR-fattura, restituiti quando entrambe le parti sono d’accordo.',
  manager: {
    title: 'Amministrazioni',
    text: 'Verificare, firmare, seguire e liquidare i depositi di garanzia.',
    link: 'Accedi',
  },
  tenant: {
    title: 'Inquilini',
    text: 'Trova il suo deposito tramite il link nell’ultima e-mail. Se non l’ha più, gliene inviamo uno nuovo.',
    link: 'Richiedere un nuovo link',
  },
  partner: {
    title: 'Partner software',
    text: 'Una guida con esempi eseguibili, ogni regola e ogni codice di errore, e il riferimento di tutte le chiamate (in inglese).',
    link: 'Guida per i partner',
  },
  provider: {
    title: 'Banche e assicurazioni',
    text: 'Rispondere alle richieste: sulle pagine, come CSV o tramite l’interfaccia.',
    link: 'Accedi',
  },
  operator: {
    title: 'Gestore',
    text: 'Configurare, sorvegliare e approvare (in inglese).',
    link: 'Alla console',
  },
  demo: {
    title: 'Ambiente di prova',
    text: 'Qui è tutto fittizio: denaro, e-mail e firme. Le e-mail arrivano nella casella dell’ambiente di prova.',
    mailbox: 'Casella di posta',
    guide: 'Guida alla sandbox (in inglese)',
  },
  help: {
    title: 'Aiuto',
    lead: 'Risposte alle domande frequenti.',
    sections: [
      {
        title: 'Non trovo più il mio link',
        paragraphs: [
          'Nella pagina iniziale, sotto «Inquilini», richieda un nuovo link. È inviato all’indirizzo e-mail che la sua amministrazione ha registrato per lei.',
        ],
      },
      {
        title: 'Di chi è il denaro?',
        paragraphs: [
          'Con un deposito bancario, il denaro è su un conto intestato all’inquilino principale. La banca lo libera solo con il consenso di entrambe le parti, in base a una decisione o a un precetto esecutivo passati in giudicato, oppure se entro un anno dalla fine della locazione nessuna pretesa è stata fatta valere giuridicamente (art. 257e CO).',
        ],
      },
      {
        title: 'Come riottengo il deposito?',
        paragraphs: [
          'Dopo il trasloco una parte propone chi riceve quanto. Se l’altra acconsente, il deposito è versato. Entrambe vedono ogni passo sulla propria pagina e ricevono un’e-mail.',
        ],
      },
      {
        title: 'Lavoro in un’amministrazione e non riesco ad accedere',
        paragraphs: [
          'L’accesso avviene con un link inviato al suo indirizzo e-mail. Se non arriva nulla, chieda alla persona che amministra la sua organizzazione se il suo indirizzo è registrato.',
        ],
      },
    ],
    contact: 'Contatto',
    nobody:
      'Alle domande sul suo deposito risponde la sua amministrazione. Nome e indirizzo figurano sulla sua pagina personale.',
  },
  privacy: {
    title: 'Protezione dei dati',
    lead: 'Quali dati personali sono trattati qui, a che scopo e per quanto tempo. Fa stato la legge federale sulla protezione dei dati (LPD).',
    controller: 'Titolare del trattamento',
    sections: [
      {
        title: 'Quali dati, e a che scopo',
        paragraphs: [
          'Degli inquilini: nome, indirizzo, data di nascita, indirizzo e-mail, numero di telefono, stato civile e nazionalità, oggetto locato e deposito, firme con ora, indirizzo IP e browser, pagamenti e conti. Provengono dall’amministrazione o dalle persone stesse. Servono unicamente ad aprire, gestire e liquidare il deposito di garanzia.',
          'Dei collaboratori di amministrazioni, banche e assicurazioni: nome, indirizzo e-mail e ciò che hanno fatto qui.',
        ],
      },
      {
        title: 'Chi li riceve',
        paragraphs: [
          'L’amministrazione, la banca o l’assicurazione del deposito, gli altri inquilini per quanto riguarda il loro contratto e il software dell’amministrazione. Nessun altro. Non vi sono né pubblicità né analisi per altri scopi.',
        ],
      },
      {
        title: 'Per quanto tempo',
        paragraphs: [
          'Stato civile e nazionalità sono cancellati non appena il deposito è in vigore. Tutto il resto è rimosso dieci anni dopo il versamento, perché i libri contabili vanno conservati per tale periodo (art. 958f CO). I link di accesso e le sessioni sono cancellati poco dopo la scadenza.',
        ],
      },
      {
        title: 'Cookie e cifratura',
        paragraphs: [
          'Un cookie mantiene l’accesso; non ve ne sono altri. Le pagine non caricano nulla da altri fornitori. Le connessioni sono cifrate, e così i dati e le e-mail conservati.',
        ],
      },
      {
        title: 'I suoi diritti',
        paragraphs: [
          'Può chiedere informazioni sui suoi dati, far rettificare quelli inesatti e chiederne la consegna. Si rivolga alla sua amministrazione o al servizio indicato sopra. L’Incaricato federale della protezione dei dati e della trasparenza (IFPDT) riceve i reclami.',
        ],
      },
    ],
  },
  imprint: {
    title: 'Impressum',
    unset: 'Il gestore non ha ancora fornito indicazioni.',
    fields: { name: 'Gestore', address: 'Indirizzo', phone: 'Telefono', email: 'E-mail', register: 'Registro' },
  },
};
