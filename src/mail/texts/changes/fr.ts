import type { DepositFacts, MailFacts } from '../../../domain/effect.ts';
import type { ChangeTexts } from './change-texts.ts';
import type { MailText } from '../mail-texts.ts';

type Author = Extract<MailFacts, { kind: 'contact_confirm' }>['by'];

const ASKED_BY: Record<Author, string> = {
  tenant: 'Sur la page de votre garantie de loyer, il a été demandé que nous vous écrivions désormais à cette adresse',
  manager: 'Votre gérance souhaite que nous vous écrivions désormais à cette adresse',
  operator: 'À votre demande ou à celle de votre gérance, nous devons désormais vous écrire à cette adresse',
};

const CHANGED_BY: Record<Author, string> = {
  tenant: 'Sur la page de votre garantie de loyer, il a été demandé',
  manager: 'Votre gérance a demandé',
  operator: 'L’exploitant de Depono a demandé',
};

const AUTHOR: Record<Author, string> = {
  tenant: 'par le locataire',
  manager: 'par la gérance',
  operator: 'par l’exploitant',
};

type About = (facts: DepositFacts, amount: string) => MailText['facts'] & object;
type ContactKind = 'contact_confirm' | 'contact_changed' | 'contact_confirmed' | 'contact_objected';

/** Mails about changed contact data and names, and about holds. */
export const changesFr = (about: About): ChangeTexts => ({ ...contacts(about), ...others(about) });

const contacts = (about: About): Pick<ChangeTexts, ContactKind> => ({
  contact_confirm: ({ organization, by, days }) => ({
    subject: 'Veuillez confirmer votre nouvelle adresse e-mail',
    paragraphs: [
      `${ASKED_BY[by]}. Il s’agit d’une garantie de loyer de ${organization}.`,
      'L’adresse n’est valable qu’une fois confirmée. Ouvrez le lien et cliquez sur le bouton de la page.',
    ],
    button: 'Vérifier et confirmer l’adresse',
    afterword: `Le lien est valable ${days} jours. Si vous n’êtes au courant de rien, supprimez ce message\u00a0: rien ne change.`,
  }),
  contact_changed: (facts, { amount }) => ({
    subject: `Votre adresse e-mail doit être modifiée\u00a0: ${facts.property}`,
    paragraphs: [
      `${CHANGED_BY[facts.by]} que nous vous écrivions désormais à ${facts.newEmail}. Tant que la nouvelle adresse n’est pas confirmée, nous continuons à vous écrire ici.`,
      facts.isDecided
        ? 'Il y a déjà eu une opposition. L’exploitant a vérifié la modification et l’a demandée à nouveau\u00a0; une opposition ne l’arrête plus, mais lui est signalée.'
        : 'Si vous êtes d’accord, vous n’avez rien à faire. Sinon, veuillez vous y opposer\u00a0: la modification est arrêtée, même si elle est déjà confirmée, et l’exploitant en est informé.',
    ],
    facts: about(facts, amount),
    button: 'Voir et s’opposer',
    afterword: `Vous pouvez vous opposer jusqu’à ${facts.days} jours après la confirmation.`,
  }),
  contact_confirmed: (facts, { amount }) => ({
    subject: facts.isRestored
      ? `Votre adresse reste la même\u00a0: ${facts.property}`
      : `Votre nouvelle adresse est valable\u00a0: ${facts.property}`,
    paragraphs: [
      facts.isRestored
        ? 'La modification de votre adresse e-mail est annulée. Nous vous écrivons de nouveau ici. Les liens envoyés à l’autre adresse ne sont plus valables\u00a0; voici le nouveau.'
        : 'Votre nouvelle adresse e-mail est confirmée. Désormais, nous vous écrivons ici. Les liens précédents ne sont plus valables\u00a0; voici le nouveau.',
    ],
    facts: about(facts, amount),
    button: 'Ouvrir la garantie de loyer',
    afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
  }),
  contact_objected: (facts, { amount }) => ({
    subject: `Opposition à une nouvelle adresse e-mail\u00a0: contrat ${facts.externalContractId}`,
    paragraphs: [
      `Depuis l’ancienne adresse, quelqu’un s’est opposé à la modification de l’adresse e-mail demandée ${AUTHOR[facts.by]}.`,
      facts.isKept
        ? 'La modification est maintenue, car l’exploitant l’a demandée après une opposition précédente.'
        : 'La modification est arrêtée\u00a0; l’ancienne adresse est valable. Veuillez clarifier la situation. Si vous demandez ensuite vous-même la modification, aucune opposition ne l’arrête plus.',
    ],
    facts: about(facts, amount),
    button: 'Voir la garantie de loyer',
  }),
});

const others = (about: About): Omit<ChangeTexts, ContactKind> => ({
  person_changed: (facts, { amount }) => ({
    subject: `Données corrigées\u00a0: votre garantie de loyer pour ${facts.property}`,
    paragraphs: [
      ...(facts.before === facts.after
        ? []
        : [`${facts.organization} a modifié le nom de ${facts.before}. Nouveau nom\u00a0: ${facts.after}.`]),
      ...(facts.isBirthDate ? [`${facts.organization} a corrigé la date de naissance de ${facts.after}.`] : []),
      'La banque ou l’assurance en est informée. Rien d’autre ne change. Si quelque chose n’est pas exact, veuillez vous adresser à la gérance.',
    ],
    facts: about(facts, amount),
    button: 'Ouvrir la garantie de loyer',
    afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
  }),
  deposit_held: (facts, { amount }) => ({
    subject: `Virement suspendu\u00a0: contrat ${facts.externalContractId}`,
    paragraphs: [
      'Cette garantie de loyer est bloquée pour des raisons juridiques. Aucun virement n’est effectué jusqu’à nouvel avis.',
      'Les propositions et les accords restent possibles et sont enregistrés. Nous vous écrirons dès que la procédure reprendra. Nous ne pouvons pas vous renseigner sur les motifs.',
    ],
    facts: about(facts, amount),
    button: 'Voir la garantie de loyer',
  }),
  hold_lifted: (facts, { amount }) => ({
    subject: `Virement de nouveau possible\u00a0: contrat ${facts.externalContractId}`,
    paragraphs: [
      'Cette garantie de loyer n’est plus bloquée.',
      facts.isOrdered
        ? 'Le virement convenu entre-temps est ordonné maintenant.'
        : 'Vous n’avez rien à faire. Les virements sont de nouveau possibles.',
    ],
    facts: about(facts, amount),
    button: 'Voir la garantie de loyer',
  }),
});
