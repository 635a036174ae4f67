import type { ApplicationKind } from '../../domain/application.ts';
import type { SlipFacts } from '../../domain/effect.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { insurerPaid, offerFacts } from '../offer-facts.ts';
import { frClosing } from './closing/fr.ts';
import { aboutFr, splitFr } from './facts/fr.ts';
import { changesFr } from './changes/fr.ts';
import { changeMails } from './changes.ts';
import { partnerMails } from './partner.ts';
import { reachMails } from './reach.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { returnReasonIn } from '../../domain/messages/return-reasons.ts';
import { SIGNED_MAILS } from './signed.ts';

const slip = ({ iban, reference, missing, dueOn = null }: SlipFacts): NonNullable<MailText['facts']> => [
  ['À verser', `CHF ${formatChf(missing)}`],
  ...(dueOn === null ? [] : [['À verser jusqu’au', formatDay(dueOn)] as const]),
  ['Compte (IBAN)', groupedIban(iban)],
  ['Référence', groupedReference(reference)],
];

/** What a provider refuses to do. Openings and cover have a mail of their own. */
const REFUSED: Record<ApplicationKind, string> = {
  account_opening: 'La modification demandée est refusée.',
  cover: 'La modification demandée est refusée.',
  change: 'La modification demandée est refusée.',
  claim: 'L’assurance ne paie pas la part du bailleur.',
  cover_end: 'L’assurance ne met pas fin à la couverture.',
  account_closing: 'La banque ne clôture pas le compte.',
};

export const fr: MailTexts = {
  greeting: (name) => `Bonjour ${name}`,
  footer: (organization) => `Ce message concerne une garantie de loyer de ${organization}.`,
  mails: {
    import_error: (facts, { problems }) => ({
      subject: `Garantie de loyer non importée\u00a0: contrat ${facts.externalContractId}`,
      paragraphs: [
        `Votre logiciel de gérance a voulu ouvrir une garantie de loyer pour le contrat ${facts.externalContractId}. Les données sont incomplètes ou non valables\u00a0; rien n’a été créé.`,
        'Veuillez corriger les données suivantes dans votre système, puis renvoyer le contrat, ou ouvrir la garantie à la main dans Depono\u00a0:',
      ],
      list: problems,
      button: 'Voir l’erreur d’importation',
      afterword: 'Nous n’écrivons au sujet du même contrat qu’une fois par 24 heures au plus.',
    }),
    approval_requested: (facts) => ({
      subject: `Approbation nécessaire\u00a0: ${facts.what}`,
      paragraphs: [
        `${facts.by} a demandé ce qui suit. Cela n’est fait que si une deuxième personne est d’accord\u00a0:`,
      ],
      facts: [
        ['Quoi', facts.what],
        ['Demandé par', facts.by],
      ],
      button: 'Voir et décider',
      afterword: `La demande expire après ${facts.hours} heures. Peuvent décider toutes les personnes ayant le rôle clerk ou admin, sauf celle qui l’a faite.`,
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Nouvelle garantie de loyer à vérifier\u00a0: contrat ${facts.externalContractId}`,
      paragraphs: [
        'Une nouvelle garantie de loyer est prête pour le contrat suivant. Veuillez la vérifier et la signer. Elle est envoyée aux locataires dès que vous avez signé.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Vérifier la garantie de loyer',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Garantie de loyer envoyée\u00a0: contrat ${facts.externalContractId}`,
      paragraphs: [
        'La garantie de loyer suivante a été signée en votre nom et envoyée aux locataires. Vous n’avez rien d’autre à faire.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    invitation: (facts) => ({
      subject: `Invitation à rejoindre ${facts.organization} sur Depono`,
      paragraphs: [
        facts.invitedBy === null
          ? `Votre logiciel de gérance vous désigne comme personne responsable d’une garantie de loyer de ${facts.organization}. Vous faites désormais partie de l’organisation et pouvez vérifier et signer des garanties de loyer.`
          : `${facts.invitedBy} vous invite à rejoindre l’organisation ${facts.organization} sur Depono. Votre première connexion vaut acceptation\u00a0; vous pourrez ensuite vérifier et signer des garanties de loyer.`,
      ],
      button: 'Ouvrir l’invitation',
    }),
    sign_in: ({ minutes }) => ({
      subject: 'Votre lien de connexion',
      paragraphs: [
        `Ce lien vous connecte à Depono. Il est valable ${minutes} minutes, une seule fois et uniquement dans le navigateur où vous l’avez demandé.`,
      ],
      button: 'Se connecter',
      afterword:
        'Vous n’avez pas demandé à vous connecter\u00a0? Supprimez simplement cet e-mail\u00a0: sans votre navigateur, le lien ne sert à personne.',
      footer: 'Vous recevez cet e-mail parce qu’une connexion a été demandée avec votre adresse.',
    }),
    tenant_link: (facts, { amount }) => ({
      subject: `Votre nouveau lien\u00a0: garantie de loyer pour ${facts.property}`,
      paragraphs: ['Vous avez demandé un nouveau lien vers votre garantie de loyer. Le voici.'],
      facts: aboutFr(facts, amount),
      button: 'Ouvrir la garantie de loyer',
      afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: facts.isChanged
        ? `Modifiée\u00a0: votre garantie de loyer pour ${facts.property}`
        : `Votre garantie de loyer pour ${facts.property}`,
      paragraphs: [
        facts.isChanged
          ? `${facts.organization} a modifié votre garantie de loyer. Veuillez la lire et la signer à nouveau\u00a0; les signatures et liens antérieurs ne sont plus valables.`
          : `${facts.organization} a préparé une garantie de loyer pour votre bail. Veuillez la lire et la signer en ligne\u00a0; quelques minutes suffisent.`,
      ],
      facts: [...aboutFr(facts, amount), ...offerFacts(facts, 'fr')],
      button: 'Lire et signer la garantie de loyer',
      afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
    }),
    tenant_sign_reminder: (facts, { amount }) => ({
      subject: `À signer\u00a0: votre garantie de loyer pour ${facts.property}`,
      paragraphs: [
        `Votre signature manque encore sur la garantie de loyer préparée pour vous par ${facts.organization}. Quelques minutes suffisent.`,
      ],
      facts: aboutFr(facts, amount),
      button: 'Lire et signer la garantie de loyer',
      afterword: 'Ce lien est personnel. Veuillez ne pas le transmettre.',
    }),
    manager_sign_reminder: (facts, { amount }) => ({
      subject: `À signer\u00a0: garantie de loyer pour le contrat ${facts.externalContractId}`,
      paragraphs: [
        'Cette garantie de loyer attend encore votre signature. Elle est envoyée aux locataires dès que vous avez signé.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Vérifier la garantie de loyer',
    }),
    deposit_refused: (facts, { amount }) => ({
      subject: `Garantie de loyer refusée\u00a0: contrat ${facts.externalContractId}`,
      paragraphs: [
        ...(facts.isChange === true
          ? [
              facts.by === 'bank'
                ? 'La banque n’accepte pas la modification de la garantie de loyer.'
                : 'L’assurance n’accepte pas la modification de la garantie de loyer.',
            ]
          : [
              facts.by === 'bank'
                ? 'La banque n’ouvre pas le compte pour cette garantie de loyer.'
                : 'L’assurance ne couvre pas cette garantie de loyer.',
            ]),
        `Motif indiqué\u00a0: ${facts.reason}`,
        facts.isChange === true
          ? 'La garantie de loyer reste comme elle est.'
          : 'Vous pouvez modifier la garantie de loyer et l’envoyer à nouveau, ou l’annuler.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    tenant_payment: (facts, { amount }) => ({
      subject: `À verser\u00a0: votre garantie de loyer pour ${facts.property}`,
      paragraphs: [
        'Toutes les signatures sont réunies et le compte pour votre garantie de loyer est ouvert. Veuillez verser le montant en indiquant exactement cette référence.',
      ],
      facts: [...slip(facts), ...aboutFr(facts, amount)],
      button: 'Voir les indications de versement',
      afterword:
        'Cet argent continue de vous appartenir\u00a0: il se trouve sur un compte à votre nom et n’est libéré qu’avec votre accord ou dans les cas prévus par la loi.',
    }),
    tenant_payment_reminder: (facts, { amount }) => ({
      subject: `Versement en attente\u00a0: votre garantie de loyer pour ${facts.property}`,
      paragraphs: [
        'Votre garantie de loyer n’est pas encore entièrement versée. Si vous avez payé ces derniers jours, vous n’avez rien d’autre à faire.',
      ],
      facts: [...slip(facts), ...aboutFr(facts, amount)],
      button: 'Voir les indications de versement',
    }),
    deposit_open: (facts, { amount }) => ({
      subject: `Garantie de loyer en vigueur\u00a0: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'L’assurance a confirmé la couverture. La garantie de loyer est en vigueur.'
          : 'La garantie de loyer est entièrement versée. Elle est en vigueur.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    deposit_withdrawn: (facts, { amount }) => ({
      subject: `Garantie de loyer annulée\u00a0: ${facts.property}`,
      paragraphs: [
        'Cette garantie de loyer a été annulée. Il n’y a plus rien à signer ni à payer.',
        ...(facts.paidBack > 0
          ? [`Le montant déjà versé, CHF ${formatChf(facts.paidBack)}, sera remboursé sur le compte dont il provient.`]
          : []),
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    ...SIGNED_MAILS.fr,
    ...partnerMails('fr'),
    ...frClosing,
    payout_returned: (facts, { amount }) => ({
      subject: `Virement retourné\u00a0: ${facts.property}`,
      paragraphs: [
        facts.isCopy === true
          ? `La banque a retourné le virement de la garantie de loyer. ${facts.tenants[0] ?? ''} indiquera un autre compte\u00a0; vous n’avez rien à faire. Entre-temps, l’argent reste sur le compte de la garantie.`
          : 'La banque a retourné le virement de la garantie de loyer. Veuillez indiquer un autre compte. Entre-temps, l’argent reste sur le compte de la garantie.',
      ],
      facts: [
        ['Montant', `CHF ${formatChf(facts.amount)}`],
        ['Motif de la banque', returnReasonIn('fr', facts.reason)],
        ...aboutFr(facts, amount),
      ],
      button: facts.isCopy === true ? 'Voir la garantie de loyer' : 'Indiquer un autre compte',
    }),
    payback_returned: (facts) => ({
      subject: facts.isTransfer === true ? 'Transfert retourné par la banque' : 'Remboursement retourné par la banque',
      paragraphs: [
        facts.isTransfer === true
          ? 'La banque a retourné un transfert vers le compte d’une garantie de loyer. Envoyez-le à nouveau, corrigez le compte de la garantie ou attribuez l’argent autrement.'
          : 'La banque a retourné un remboursement. L’argent n’appartient à aucune garantie de loyer. Indiquez un autre compte pour qu’il puisse être payé à nouveau.',
      ],
      facts: [
        ['Montant', `CHF ${formatChf(facts.amount)}`],
        ['À', facts.payee ?? 'inconnu'],
        ['Motif indiqué par la banque', facts.reason],
      ],
      button: 'Voir l’ordre',
    }),
    payment_reversed: (facts, { amount }) =>
      'orderId' in facts
        ? {
            subject: 'Versement annulé',
            paragraphs: [
              'La banque a annulé un versement qui n’appartient à aucune garantie de loyer. Il n’est plus remboursé.',
            ],
            facts: [
              ['Montant annulé', `CHF ${formatChf(facts.amount)}`],
              ['Payé par', facts.payer ?? 'inconnu'],
            ],
            button: 'Voir l’ordre',
          }
        : {
            subject: `Versement annulé\u00a0: ${facts.property}`,
            paragraphs: [
              'La banque a annulé un versement sur la garantie de loyer.',
              ...(facts.missing > 0 ? ['La garantie de loyer n’est plus entièrement versée.'] : []),
            ],
            facts: [
              ['Montant annulé', `CHF ${formatChf(facts.amount)}`],
              ...(facts.missing > 0 ? [['Il manque', `CHF ${formatChf(facts.missing)}`] as const] : []),
              ...aboutFr(facts, amount),
            ],
            button: 'Voir la garantie de loyer',
          },
    provider_refused: (facts, { amount }) => ({
      subject: `Refus de ${facts.provider}\u00a0: ${facts.property}`,
      paragraphs: [
        REFUSED[facts.application],
        `Motif\u00a0: ${facts.reason}`,
        `L’exploitant règle la question avec ${facts.provider}.`,
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    mandate_asked: ({ asksReader, deposits, from, to }) => ({
      subject: `Transfert de mandat de ${from} à ${to}`,
      paragraphs: [
        `${from} souhaite remettre des garanties de loyer à ${to}.`,
        asksReader
          ? 'Veuillez examiner la demande. Les garanties ne sont transférées qu’une fois que les deux parties ont accepté.'
          : 'Votre organisation a déjà accepté. Dès que l’autre partie aura accepté elle aussi, les garanties seront transférées.',
      ],
      facts: [
        ['Ancienne gérance', from],
        ['Nouvelle gérance', to],
        ['Garanties de loyer', String(deposits)],
      ],
      button: 'Voir le mandat',
      footer: 'Vous recevez ce message parce que vous êtes responsable dans l’une des deux organisations.',
    }),
    mandate_rejected: ({ by, from, to }) => ({
      subject: `Transfert de mandat refusé\u00a0: ${from} à ${to}`,
      paragraphs: [`${by} a refusé le transfert. Toutes les garanties de loyer restent chez ${from}.`],
      button: 'Voir le mandat',
      footer: 'Vous recevez ce message parce que vous êtes responsable dans l’une des deux organisations.',
    }),
    mandate_done: ({ moved, conflicts, from, to }) => ({
      subject: `Mandat transféré\u00a0: ${from} à ${to}`,
      paragraphs: [
        `Les garanties de loyer sont désormais gérées par ${to}. Les liens existants restent valables et les paiements en cours sont comptabilisés comme prévu.`,
        ...(conflicts === 0
          ? []
          : ['Certaines garanties n’ont pas été transférées. Le rapport indique la raison pour chacune d’elles.']),
      ],
      facts: [
        ['Transférées', String(moved)],
        ['Non transférées', String(conflicts)],
      ],
      button: 'Voir le rapport',
      footer: 'Vous recevez ce message parce que vous êtes responsable dans l’une des deux organisations.',
    }),
    mandate_moved: (facts, { amount }) => ({
      subject: `Nouvelle gérance de votre garantie de loyer\u00a0: ${facts.property}`,
      paragraphs: [
        `Votre garantie de loyer est désormais gérée par ${facts.organization}, auparavant par ${facts.formerOrganization}.`,
        'Vous n’avez rien à faire\u00a0: le compte ou l’assurance, le montant et les documents restent les mêmes, et les liens reçus jusqu’ici restent valables.',
      ],
      facts: aboutFr(facts, amount),
      button: 'Voir la garantie de loyer',
    }),
    ...changeMails('fr'),
    ...reachMails('fr'),
    deposit_closed: (facts, { amount }) => ({
      subject: `Garantie de loyer clôturée\u00a0: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'La couverture a pris fin. La garantie de loyer est clôturée.'
          : 'Le montant de la garantie de loyer a été libéré et viré\u00a0; le compte est clôturé.',
        ...insurerPaid(facts, 'fr'),
      ],
      facts: [...(facts.product === 'insurance' ? [] : splitFr(facts)), ...aboutFr(facts, amount)],
      button: 'Voir la garantie de loyer',
    }),
    ...changesFr(aboutFr),
  },
};
