import type { DepositFacts } from '../../domain/effect.ts';
import type { Letter, Letters } from './letter.ts';

const about = (facts: DepositFacts, amount: string): NonNullable<Letter['facts']> => [
  ['Contratto', facts.externalContractId],
  ['Oggetto locato', facts.property],
  [facts.tenants.length > 1 ? 'Inquilini' : 'Inquilino', facts.tenants.join(', ')],
  ['Deposito di garanzia', `CHF ${amount}`],
];

export const it: Letters = {
  greeting: (name) => `Buongiorno ${name}`,
  footer: (organization) => `Questo messaggio riguarda un deposito di garanzia di ${organization}.`,
  letters: {
    import_error: (facts, { problems }) => ({
      subject: `Deposito di garanzia non importato: contratto ${facts.externalContractId}`,
      paragraphs: [
        `Il suo sistema di amministrazione ha tentato di aprire un deposito di garanzia per il contratto ${facts.externalContractId}. I dati sono incompleti o non validi, perciò non è stato creato nulla.`,
        'La preghiamo di correggere le seguenti indicazioni nel suo sistema e di inviare di nuovo il contratto:',
      ],
      list: problems,
      button: 'Vedere l’errore di importazione',
      afterword: 'Sullo stesso contratto scriviamo al massimo una volta in 24 ore.',
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Nuovo deposito di garanzia da verificare: contratto ${facts.externalContractId}`,
      paragraphs: [
        'Dal suo sistema di amministrazione è stato importato un deposito di garanzia. La preghiamo di verificarlo e firmarlo. Solo dopo viene inviato agli inquilini.',
      ],
      facts: about(facts, amount),
      button: 'Verificare il deposito',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Deposito di garanzia inviato: contratto ${facts.externalContractId}`,
      paragraphs: [
        'Il seguente deposito di garanzia è stato firmato a suo nome e inviato agli inquilini. Non deve fare altro.',
      ],
      facts: about(facts, amount),
      button: 'Vedere il deposito',
    }),
    invitation: (facts) => ({
      subject: `Invito a ${facts.organization} su Depono`,
      paragraphs: [
        `Il suo sistema di amministrazione l’ha indicata come persona responsabile di un deposito di garanzia di ${facts.organization}. Ora fa parte dell’organizzazione e può verificare e firmare depositi di garanzia.`,
      ],
      button: 'Aprire l’invito',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: `Il suo deposito di garanzia per ${facts.property}`,
      paragraphs: [
        `${facts.organization} ha preparato un deposito di garanzia per la sua nuova abitazione. La preghiamo di leggerlo e firmarlo online; bastano pochi minuti.`,
      ],
      facts: about(facts, amount),
      button: 'Leggere e firmare il deposito',
      afterword: 'Questo link è personale. La preghiamo di non inoltrarlo.',
    }),
  },
};
