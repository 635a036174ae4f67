import type { DepositFacts } from '../../domain/effect.ts';
import type { Letter, Letters } from './letter.ts';

const about = (facts: DepositFacts, amount: string): NonNullable<Letter['facts']> => [
  ['Contract', facts.externalContractId],
  ['Property', facts.property],
  [facts.tenants.length > 1 ? 'Tenants' : 'Tenant', facts.tenants.join(', ')],
  ['Rental deposit', `CHF ${amount}`],
];

export const en: Letters = {
  greeting: (name) => `Dear ${name}`,
  footer: (organization) => `This message concerns a rental deposit of ${organization}.`,
  letters: {
    import_error: (facts, { problems }) => ({
      subject: `Rental deposit not imported: contract ${facts.externalContractId}`,
      paragraphs: [
        `Your property-management system tried to open a rental deposit for contract ${facts.externalContractId}. The data is incomplete or invalid, so nothing was created.`,
        'Please correct the following in your system and send the contract again:',
      ],
      list: problems,
      button: 'See the import error',
      afterword: 'We write about the same contract at most once in 24 hours.',
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `New rental deposit to check: contract ${facts.externalContractId}`,
      paragraphs: [
        'A rental deposit was imported from your property-management system. Please check and sign it. Only then is it sent to the tenants.',
      ],
      facts: about(facts, amount),
      button: 'Check the rental deposit',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Rental deposit sent: contract ${facts.externalContractId}`,
      paragraphs: [
        'The following rental deposit was signed on your behalf and sent to the tenants. There is nothing more for you to do.',
      ],
      facts: about(facts, amount),
      button: 'See the rental deposit',
    }),
    invitation: (facts) => ({
      subject: `Invitation to ${facts.organization} on Depono`,
      paragraphs: [
        `Your property-management system named you as the person responsible for a rental deposit of ${facts.organization}. You are now a member of the organization and can check and sign rental deposits.`,
      ],
      button: 'Open the invitation',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: `Your rental deposit for ${facts.property}`,
      paragraphs: [
        `${facts.organization} has prepared a rental deposit for your new home. Please read and sign it online; it takes only a few minutes.`,
      ],
      facts: about(facts, amount),
      button: 'Read and sign the rental deposit',
      afterword: 'This link is personal. Please do not pass it on.',
    }),
  },
};
