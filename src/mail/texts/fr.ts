import type { DepositFacts } from '../../domain/effect.ts';
import type { Letter, Letters } from './letter.ts';

const about = (facts: DepositFacts, amount: string): NonNullable<Letter['facts']> => [
  ['Contrat', facts.externalContractId],
  ['Objet loué', facts.property],
  [facts.tenants.length > 1 ? 'Locataires' : 'Locataire', facts.tenants.join(', ')],
  ['Garantie de loyer', `CHF ${amount}`],
];

export const fr: Letters = {
  greeting: (name) => `Bonjour ${name}`,
  footer: (organization) => `Ce message concerne une garantie de loyer de ${organization}.`,
  letters: {
    import_error: (facts, { problems }) => ({
      subject: `Garantie de loyer non importée : contrat ${facts.externalContractId}`,
      paragraphs: [
        `Votre système de gérance a voulu ouvrir une garantie de loyer pour le contrat ${facts.externalContractId}. Les données sont incomplètes ou non valables ; rien n’a été créé.`,
        'Veuillez corriger les indications suivantes dans votre système, puis renvoyer le contrat :',
      ],
      list: problems,
      button: 'Voir l’erreur d’importation',
      afterword: 'Nous n’écrivons au sujet du même contrat qu’une fois par 24 heures au plus.',
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Nouvelle garantie de loyer à vérifier : contrat ${facts.externalContractId}`,
      paragraphs: [
        'Une garantie de loyer a été importée depuis votre système de gérance. Veuillez la vérifier et la signer. Ce n’est qu’ensuite qu’elle est envoyée aux locataires.',
      ],
      facts: about(facts, amount),
      button: 'Vérifier la garantie de loyer',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Garantie de loyer envoyée : contrat ${facts.externalContractId}`,
      paragraphs: [
        'La garantie de loyer suivante a été signée en votre nom et envoyée aux locataires. Vous n’avez rien d’autre à faire.',
      ],
      facts: about(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    invitation: (facts) => ({
      subject: `Invitation à rejoindre ${facts.organization} sur Depono`,
      paragraphs: [
        `Votre système de gérance vous a désigné comme personne responsable d’une garantie de loyer de ${facts.organization}. Vous faites désormais partie de l’organisation et pouvez vérifier et signer des garanties de loyer.`,
      ],
      button: 'Ouvrir l’invitation',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: `Votre garantie de loyer pour ${facts.property}`,
      paragraphs: [
        `${facts.organization} a préparé une garantie de loyer pour votre nouveau logement. Veuillez la lire et la signer en ligne ; quelques minutes suffisent.`,
      ],
      facts: about(facts, amount),
      button: 'Lire et signer la garantie de loyer',
      afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
    }),
  },
};
