import { formatDay } from '../../../domain/values/calendar.ts';
import type { EndFacts, MailFacts } from '../../../domain/effect.ts';
import { insurerPays } from '../../offer-facts.ts';
import { aboutFr, splitFr } from '../facts/fr.ts';
import { accountFact, reasonLine, type ClosingTexts } from './closing-texts.ts';

const END = 'Fin du bail';
const ACCOUNT = 'Compte des locataires';
const REASON = 'Motif indiqué\u00a0';

/** What follows from the end of the tenancy, if nobody agrees. */
const year = ({
  product = 'bank_deposit',
  freesOn = null,
  claimFrom,
}: Pick<EndFacts, 'product' | 'claimFrom'> & { freesOn?: EndFacts['freesOn'] }): string => {
  if (freesOn === null) {
    return product === 'insurance'
      ? `Si le bailleur ne fait valoir aucune prétention en justice ou par voie de poursuite dans l’année qui suit la fin du bail, les locataires peuvent demander la fin de la couverture sans son accord à partir du ${formatDay(claimFrom)} (art. 257e CO).`
      : `Si le bailleur ne fait valoir aucune prétention en justice ou par voie de poursuite dans l’année qui suit la fin du bail, les locataires peuvent exiger la restitution de la garantie sans son accord à partir du ${formatDay(claimFrom)} (art. 257e CO).`;
  }
  return product === 'insurance'
    ? `Sans accord, nous demanderons automatiquement à l’assurance le ${formatDay(freesOn)} de mettre fin à la couverture, sauf si le bailleur a fait valoir d’ici là une prétention en justice ou par voie de poursuite (art. 257e CO).`
    : `Sans accord, le virement sera ordonné automatiquement le ${formatDay(freesOn)}, sauf si le bailleur a fait valoir d’ici là une prétention en justice ou par voie de poursuite (art. 257e CO).`;
};

const consentLead = (facts: Extract<MailFacts, { kind: 'closing_consent' }>): string => {
  const [main = ''] = facts.tenants;
  if (facts.isCopy === true) {
    return facts.by === 'tenant'
      ? `La libération suivante de la garantie de loyer a été proposée à ${facts.organization} au nom des locataires. Vous n’avez rien à faire.`
      : `${facts.organization} propose de libérer la garantie de loyer comme suit. ${main} répond pour tous les locataires\u00a0; vous n’avez rien à faire.`;
  }
  return facts.by === 'tenant'
    ? 'Les locataires demandent que la garantie de loyer soit libérée comme suit. Veuillez donner votre accord ou faire une contre-proposition.'
    : `${facts.organization} demande que la garantie de loyer soit libérée comme suit. Veuillez donner votre accord ou faire une contre-proposition.`;
};

const GROUNDS = {
  tenant: 'Les locataires ont accepté la proposition.',
  manager: 'La gérance a accepté la proposition.',
  judgment: 'Il existe un jugement exécutoire.',
  payment_order: 'Il existe un commandement de payer non frappé d’opposition.',
  year: 'L’année prévue à l’art. 257e CO s’est écoulée sans qu’une prétention ait été invoquée en justice ou par voie de poursuite.',
  change: 'Tout le monde a signé la modification de la garantie de loyer. Ce montant est ainsi libéré.',
} as const;

const groundOf = ({ ground, agreedBy }: Extract<MailFacts, { kind: 'closing_agreed' | 'payout_ordered' }>): string =>
  GROUNDS[agreedBy ?? (ground === 'consent' ? 'tenant' : ground)];

export const frClosing: ClosingTexts = {
  closing_consent: (facts, { amount }) => ({
    subject:
      facts.isCopy === true
        ? `Pour information\u00a0: libération de la garantie de loyer pour ${facts.property}`
        : `Votre accord est nécessaire\u00a0: libération de la garantie de loyer pour ${facts.property}`,
    paragraphs: [
      consentLead(facts),
      ...insurerPays(facts, 'fr'),
      ...reasonLine(REASON, facts.reason),
      ...(!facts.endAnswerUntil || facts.isCopy === true
        ? []
        : [
            `Les locataires indiquent le ${formatDay(facts.tenancyEnd)} comme fin du bail. Veuillez confirmer cette date ou en indiquer une autre. Sans réponse de votre part, elle sera réputée incontestée dès le ${formatDay(facts.endAnswerUntil)}.`,
          ]),
    ],
    facts: [
      ...splitFr(facts),
      [END, formatDay(facts.tenancyEnd)],
      ...accountFact(ACCOUNT, facts.account),
      ...aboutFr(facts, amount),
    ],
    button: facts.isCopy === true ? 'Voir la garantie' : 'Répondre à la proposition',
    afterword: year(facts),
  }),
  closing_cosign: (facts, { amount }) => ({
    subject: `Votre signature manque encore\u00a0: libération de la garantie de loyer pour ${facts.property}`,
    paragraphs: [
      facts.word === 'consent'
        ? `${facts.signatory} a accepté la proposition suivante. Vous signez collectivement à deux\u00a0: l’accord ne vaut que lorsque vous l’aurez donné vous aussi.`
        : `${facts.signatory} souhaite libérer la garantie de loyer comme suit. Vous signez collectivement à deux\u00a0: la proposition ne vaut que lorsque vous l’aurez faite vous aussi.`,
      ...reasonLine(REASON, facts.reason),
    ],
    facts: [...splitFr(facts), [END, formatDay(facts.tenancyEnd)], ...aboutFr(facts, amount)],
    button: 'Voir et décider',
    afterword:
      'Si vous n’êtes pas d’accord, concertez-vous\u00a0: rien ne se passe tant que vous ne déclarez pas la même chose.',
  }),
  closing_end_disputed: (facts, { amount }) => ({
    subject: `Fin du bail contestée\u00a0: ${facts.property}`,
    paragraphs: [
      facts.by === 'manager'
        ? `${facts.organization} indique une autre date de fin du bail. Elle fait foi jusqu’à ce que l’exploitant de Depono ait fixé la date sur la base de justificatifs.`
        : 'Les locataires contestent la date de fin du bail indiquée par la gérance. Elle fait foi jusqu’à ce que l’exploitant de Depono ait fixé la date sur la base de justificatifs.',
      ...reasonLine(REASON, facts.reason),
      ...(facts.forOperator === true
        ? []
        : [
            'Avez-vous des justificatifs, par exemple la résiliation ou l’état des lieux de sortie\u00a0? Gardez-les à disposition.',
          ]),
    ],
    facts: [
      ...(facts.tenantDay === null ? [] : [['Date des locataires', formatDay(facts.tenantDay)] as const]),
      ['Date de la gérance', formatDay(facts.tenancyEnd)],
      ...aboutFr(facts, amount),
    ],
    button: 'Voir la garantie',
    afterword: year(facts),
  }),
  closing_end_settled: (facts, { amount }) => ({
    subject: `Fin du bail fixée\u00a0: ${facts.property}`,
    paragraphs: ['L’exploitant de Depono a fixé la fin du bail sur la base de justificatifs.'],
    facts: [[END, formatDay(facts.tenancyEnd)], ...aboutFr(facts, amount)],
    button: 'Voir la garantie',
    afterword: year(facts),
  }),
  closing_year_warning: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? facts.daysLeft === 1
          ? `Fin de la couverture demandée demain\u00a0: garantie de loyer pour ${facts.property}`
          : `Fin de la couverture le ${formatDay(facts.freesOn)}\u00a0: garantie de loyer pour ${facts.property}`
        : facts.daysLeft === 1
          ? `Virement demain\u00a0: garantie de loyer pour ${facts.property}`
          : `Virement le ${formatDay(facts.freesOn)}\u00a0: garantie de loyer pour ${facts.property}`,
    paragraphs: [
      facts.product === 'insurance'
        ? `Le ${formatDay(facts.freesOn)}, nous demanderons automatiquement à l’assurance de mettre fin à la couverture\u00a0: l’année qui suit la fin du bail sera alors écoulée (art. 257e CO).`
        : `Le ${formatDay(facts.freesOn)}, le virement sera ordonné automatiquement\u00a0: l’année qui suit la fin du bail sera alors écoulée (art. 257e CO).`,
      'Le bailleur a-t-il fait valoir une prétention en justice ou par voie de poursuite, par exemple par une requête en conciliation\u00a0? Envoyez-nous alors le justificatif. Rien ne se passera avant que l’exploitant l’ait examiné. Sinon, vous n’avez rien à faire.',
    ],
    facts: [...splitFr(facts), [END, formatDay(facts.tenancyEnd)], ...aboutFr(facts, amount)],
    button: 'Envoyer un justificatif',
  }),
  closing_claim: (facts, { amount }) => ({
    subject: {
      filed: `Prétention annoncée\u00a0: garantie de loyer pour ${facts.property}`,
      recorded: `Prétention enregistrée\u00a0: garantie de loyer pour ${facts.property}`,
      rejected: `Prétention non reconnue\u00a0: garantie de loyer pour ${facts.property}`,
    }[facts.step],
    paragraphs: [
      {
        filed: `${facts.organization} a remis un justificatif selon lequel le bailleur fait valoir une prétention en justice ou par voie de poursuite. Rien n’est déclenché automatiquement avant que l’exploitant de Depono l’ait examiné.`,
        recorded:
          'L’exploitant de Depono a examiné le justificatif et enregistré la prétention. La garantie n’est plus libérée après une année, mais par un accord des deux parties, un jugement exécutoire ou un commandement de payer non frappé d’opposition.',
        rejected:
          'L’exploitant de Depono a examiné le justificatif. Celui-ci ne montre aucune prétention invoquée en justice ou par voie de poursuite\u00a0; l’année prévue à l’art. 257e CO continue de courir.',
      }[facts.step],
      ...reasonLine(REASON, facts.reason),
    ],
    facts: aboutFr(facts, amount),
    button: facts.forOperator === true ? 'Examiner le justificatif' : 'Voir la garantie',
  }),
  closing_agreed: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Fin de la couverture enregistrée\u00a0: garantie de loyer pour ${facts.property}`
        : `Virement enregistré\u00a0: garantie de loyer pour ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'La fin de la couverture est enregistrée, mais suspendue pour des raisons juridiques. Nous la demanderons à l’assurance dès que plus rien ne s’y opposera, et vous écrirons alors encore une fois.'
        : 'Le virement est enregistré, mais suspendu pour des raisons juridiques. Nous l’ordonnerons dès que plus rien ne s’y opposera, et vous écrirons alors encore une fois.',
      ...insurerPays(facts, 'fr'),
    ],
    facts: [...splitFr(facts), ...aboutFr(facts, amount)],
    button: 'Voir la garantie',
  }),
  payout_ordered: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Fin de la couverture demandée\u00a0: garantie de loyer pour ${facts.property}`
        : `Virement ordonné\u00a0: garantie de loyer pour ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'Nous avons demandé à l’assurance de mettre fin à la couverture.'
        : facts.account === null && facts.amountTenant > 0
          ? 'Le virement est ordonné. Le compte pour la part des locataires manque encore\u00a0; elle sera virée dès qu’il sera confirmé.'
          : 'Le virement est ordonné. Il prend en général quelques jours ouvrables bancaires.',
      ...insurerPays(facts, 'fr'),
      'Nous vous écrirons encore une fois lorsque tout sera terminé.',
    ],
    facts: [
      ...splitFr(facts).slice(0, facts.ground === 'change' ? 1 : 2),
      ...accountFact(ACCOUNT, facts.account),
      ...aboutFr(facts, amount),
    ],
    button: 'Voir la garantie',
  }),
  payout_account_code: (facts, { amount }) => ({
    subject: 'Votre code pour le compte du virement',
    paragraphs: [
      `Saisissez ce code sur la page de votre garantie de loyer pour confirmer le compte. Il est valable ${facts.minutes} minutes.`,
    ],
    facts: [['Code', facts.code], ...accountFact('Compte', facts.account), ...aboutFr(facts, amount)],
    button: 'Ouvrir la garantie',
    afterword:
      'Vous n’avez pas indiqué de compte\u00a0? Ne communiquez le code à personne et contactez votre gérance. Aucun de nos collaborateurs ne vous le demandera jamais.',
  }),
  payout_account_changed: (facts, { amount }) => ({
    subject: `Compte pour le virement\u00a0: garantie de loyer pour ${facts.property}`,
    paragraphs: [
      'Ce compte est désormais indiqué pour la part des locataires à la garantie de loyer. Il a été confirmé par un code.',
    ],
    facts: [...accountFact('Compte', facts.account), ...aboutFr(facts, amount)],
    button: 'Voir la garantie',
    afterword: 'Vous n’en saviez rien\u00a0? Contactez immédiatement votre gérance.',
  }),
};
