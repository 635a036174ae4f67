import type { DepositFacts } from '../../domain/effect.ts';
import type { Letter, Letters } from './letter.ts';

const about = (facts: DepositFacts, amount: string): NonNullable<Letter['facts']> => [
  ['Vertrag', facts.externalContractId],
  ['Mietobjekt', facts.property],
  [facts.tenants.length > 1 ? 'Mieterschaft' : 'Mieter', facts.tenants.join(', ')],
  ['Mietkaution', `CHF ${amount}`],
];

export const de: Letters = {
  greeting: (name) => `Guten Tag ${name}`,
  footer: (organization) => `Diese Nachricht betrifft eine Mietkaution von ${organization}.`,
  letters: {
    import_error: (facts, { problems }) => ({
      subject: `Mietkaution nicht importiert: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        `Ihr Verwaltungssystem wollte für den Vertrag ${facts.externalContractId} eine Mietkaution eröffnen. Die Daten sind unvollständig oder ungültig, deshalb wurde nichts angelegt.`,
        'Bitte berichtigen Sie die folgenden Angaben in Ihrem System und senden Sie den Vertrag erneut:',
      ],
      list: problems,
      button: 'Importfehler ansehen',
      afterword: 'Zum selben Vertrag melden wir uns höchstens einmal in 24 Stunden.',
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Neue Mietkaution zur Prüfung: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        'Aus Ihrem Verwaltungssystem wurde eine Mietkaution importiert. Bitte prüfen und unterzeichnen Sie sie. Erst danach geht sie an die Mieterschaft.',
      ],
      facts: about(facts, amount),
      button: 'Mietkaution prüfen',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Mietkaution versandt: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        'Die folgende Mietkaution wurde in Ihrem Namen unterzeichnet und an die Mieterschaft gesandt. Sie müssen nichts weiter tun.',
      ],
      facts: about(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    invitation: (facts) => ({
      subject: `Einladung zu ${facts.organization} auf Depono`,
      paragraphs: [
        `Ihr Verwaltungssystem hat Sie als verantwortliche Person für eine Mietkaution von ${facts.organization} genannt. Sie gehören nun zur Organisation und können Mietkautionen prüfen und unterzeichnen.`,
      ],
      button: 'Einladung öffnen',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: `Ihre Mietkaution für ${facts.property}`,
      paragraphs: [
        `${facts.organization} hat für Ihre neue Wohnung eine Mietkaution vorbereitet. Bitte lesen und unterzeichnen Sie sie online; das dauert nur wenige Minuten.`,
      ],
      facts: about(facts, amount),
      button: 'Mietkaution ansehen und unterzeichnen',
      afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    }),
  },
};
