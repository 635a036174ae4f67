import { formatDay } from '../../../domain/values/calendar.ts';
import type { EndFacts, MailFacts } from '../../../domain/effect.ts';
import { insurerPays } from '../../offer-facts.ts';
import { aboutEn, splitEn } from '../facts/en.ts';
import { accountFact, reasonLine, type ClosingTexts } from './closing-texts.ts';

const END = 'End of the tenancy';
const ACCOUNT = 'Tenants’ account';

/** What follows from the end of the tenancy, if nobody agrees. */
const year = ({
  product = 'bank_deposit',
  freesOn = null,
  claimFrom,
}: Pick<EndFacts, 'product' | 'claimFrom'> & { freesOn?: EndFacts['freesOn'] }): string => {
  if (freesOn === null) {
    return product === 'insurance'
      ? `If the landlord asserts no claim in court or by debt enforcement within a year of the end of the tenancy, the tenants may demand the end of the cover without consent from ${formatDay(claimFrom)} on (Art. 257e CO).`
      : `If the landlord asserts no claim in court or by debt enforcement within a year of the end of the tenancy, the tenants may claim the deposit without consent from ${formatDay(claimFrom)} on (Art. 257e CO).`;
  }
  return product === 'insurance'
    ? `Without an agreement, we will automatically ask the insurer on ${formatDay(freesOn)} to end the cover, unless the landlord has asserted a claim in court or by debt enforcement by then (Art. 257e CO).`
    : `Without an agreement, the payout is ordered automatically on ${formatDay(freesOn)}, unless the landlord has asserted a claim in court or by debt enforcement by then (Art. 257e CO).`;
};

const consentLead = (facts: Extract<MailFacts, { kind: 'closing_consent' }>): string => {
  const [main = ''] = facts.tenants;
  if (facts.isCopy === true) {
    return facts.by === 'tenant'
      ? `The following closing of the rental deposit was proposed to ${facts.organization} on behalf of the tenants. You do not need to do anything.`
      : `${facts.organization} proposes to close the rental deposit as follows. ${main} answers for all tenants; you do not need to do anything.`;
  }
  return facts.by === 'tenant'
    ? 'The tenants ask that the rental deposit be closed as follows. Please consent, or make a counter-proposal.'
    : `${facts.organization} asks that the rental deposit be closed as follows. Please consent, or make a counter-proposal.`;
};

const GROUNDS = {
  tenant: 'The tenants have agreed to the proposal.',
  manager: 'The property management has agreed to the proposal.',
  judgment: 'There is a final court decision.',
  payment_order: 'There is a final payment order.',
  year: 'The year of Art. 257e CO has passed without a claim in court or by debt enforcement.',
  change: 'Everyone has signed the change of the rental deposit. It releases this amount.',
} as const;

const groundOf = ({ ground, agreedBy }: Extract<MailFacts, { kind: 'closing_agreed' | 'payout_ordered' }>): string =>
  GROUNDS[agreedBy ?? (ground === 'consent' ? 'tenant' : ground)];

export const enClosing: ClosingTexts = {
  closing_consent: (facts, { amount }) => ({
    subject:
      facts.isCopy === true
        ? `For your information: closing of the rental deposit for ${facts.property}`
        : `Your consent is needed: closing of the rental deposit for ${facts.property}`,
    paragraphs: [
      consentLead(facts),
      ...insurerPays(facts, 'en'),
      ...reasonLine('The reason given', facts.reason),
      ...(!facts.endAnswerUntil || facts.isCopy === true
        ? []
        : [
            `The tenants give ${formatDay(facts.tenancyEnd)} as the end of the tenancy. Please confirm that day, or name another one. Without your answer it counts as undisputed from ${formatDay(facts.endAnswerUntil)} on.`,
          ]),
    ],
    facts: [
      ...splitEn(facts),
      [END, formatDay(facts.tenancyEnd)],
      ...accountFact(ACCOUNT, facts.account),
      ...aboutEn(facts, amount),
    ],
    button: facts.isCopy === true ? 'View the deposit' : 'Answer the proposal',
    afterword: year(facts),
  }),
  closing_cosign: (facts, { amount }) => ({
    subject: `Your signature is missing: closing of the rental deposit for ${facts.property}`,
    paragraphs: [
      facts.word === 'consent'
        ? `${facts.signatory} has agreed to the following proposal. You sign jointly, so the consent counts once you have given it, too.`
        : `${facts.signatory} wants to close the rental deposit as follows. You sign jointly, so the proposal counts once you have made it, too.`,
      ...reasonLine('The reason given', facts.reason),
    ],
    facts: [...splitEn(facts), [END, formatDay(facts.tenancyEnd)], ...aboutEn(facts, amount)],
    button: 'View and decide',
    afterword: 'If you do not agree, please talk to each other: nothing happens until you say the same.',
  }),
  closing_end_disputed: (facts, { amount }) => ({
    subject: `End of the tenancy disputed: ${facts.property}`,
    paragraphs: [
      facts.by === 'manager'
        ? `${facts.organization} names another day as the end of the tenancy. It counts until the operator of Depono has settled the day with evidence.`
        : 'The tenants dispute the day that the property management has named as the end of the tenancy. It counts until the operator of Depono has settled the day with evidence.',
      ...reasonLine('The reason given', facts.reason),
      ...(facts.forOperator === true
        ? []
        : ['Do you have evidence, such as the notice of termination or the handover record? Please have it ready.']),
    ],
    facts: [
      ...(facts.tenantDay === null ? [] : [['Tenants’ day', formatDay(facts.tenantDay)] as const]),
      ['Property management’s day', formatDay(facts.tenancyEnd)],
      ...aboutEn(facts, amount),
    ],
    button: 'View the rental deposit',
    afterword: year(facts),
  }),
  closing_end_settled: (facts, { amount }) => ({
    subject: `End of the tenancy settled: ${facts.property}`,
    paragraphs: ['The operator of Depono has settled the end of the tenancy with evidence.'],
    facts: [[END, formatDay(facts.tenancyEnd)], ...aboutEn(facts, amount)],
    button: 'View the rental deposit',
    afterword: year(facts),
  }),
  closing_year_warning: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? facts.daysLeft === 1
          ? `Tomorrow we ask for the end of the cover: rental deposit for ${facts.property}`
          : `End of the cover on ${formatDay(facts.freesOn)}: rental deposit for ${facts.property}`
        : facts.daysLeft === 1
          ? `Payout tomorrow: rental deposit for ${facts.property}`
          : `Payout on ${formatDay(facts.freesOn)}: rental deposit for ${facts.property}`,
    paragraphs: [
      facts.product === 'insurance'
        ? `On ${formatDay(facts.freesOn)} we will automatically ask the insurer to end the cover: by then the year after the end of the tenancy has passed (Art. 257e CO).`
        : `On ${formatDay(facts.freesOn)} the payout will be ordered automatically: by then the year after the end of the tenancy has passed (Art. 257e CO).`,
      'Has the landlord asserted a claim in court or by debt enforcement, for example with a conciliation request? Then upload the proof. Nothing happens until the operator has checked it. Otherwise you do not need to do anything.',
    ],
    facts: [...splitEn(facts), [END, formatDay(facts.tenancyEnd)], ...aboutEn(facts, amount)],
    button: 'Upload proof',
  }),
  closing_claim: (facts, { amount }) => ({
    subject: {
      filed: `Claim filed: rental deposit for ${facts.property}`,
      recorded: `Claim recorded: rental deposit for ${facts.property}`,
      rejected: `Claim not accepted: rental deposit for ${facts.property}`,
    }[facts.step],
    paragraphs: [
      {
        filed: `${facts.organization} has uploaded proof that the landlord asserts a claim in court or by debt enforcement. Nothing is ordered automatically until the operator of Depono has checked it.`,
        recorded:
          'The operator of Depono has checked the proof and recorded the claim. The deposit is no longer released after a year, but when both sides agree, or with a final court decision or payment order.',
        rejected:
          'The operator of Depono has checked the proof. It shows no claim in court or by debt enforcement; the year of Art. 257e CO continues.',
      }[facts.step],
      ...reasonLine('The reason given', facts.reason),
    ],
    facts: aboutEn(facts, amount),
    button: facts.forOperator === true ? 'Check the proof' : 'View the deposit',
  }),
  closing_agreed: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `End of the cover noted: rental deposit for ${facts.property}`
        : `Payout noted: rental deposit for ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'The end of the cover is noted, but on hold for legal reasons. We will ask the insurer for it as soon as nothing stands in the way any more, and then write to you again.'
        : 'The payout is noted, but on hold for legal reasons. We will order it as soon as nothing stands in the way any more, and then write to you again.',
      ...insurerPays(facts, 'en'),
    ],
    facts: [...splitEn(facts), ...aboutEn(facts, amount)],
    button: 'View the rental deposit',
  }),
  payout_ordered: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `The cover is being ended: rental deposit for ${facts.property}`
        : `Payout ordered: rental deposit for ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'We have asked the insurer to end the cover.'
        : facts.account === null && facts.amountTenant > 0
          ? 'The payout is ordered. The account for the tenants’ share is still missing; the share is paid once it is confirmed.'
          : 'The payout is ordered. It usually takes a few bank working days.',
      ...insurerPays(facts, 'en'),
      'We will write to you again when everything is done.',
    ],
    facts: [
      ...splitEn(facts).slice(0, facts.ground === 'change' ? 1 : 2),
      ...accountFact(ACCOUNT, facts.account),
      ...aboutEn(facts, amount),
    ],
    button: 'View the rental deposit',
  }),
  payout_account_code: (facts, { amount }) => ({
    subject: 'Your code for the payout account',
    paragraphs: [
      `Enter this code on the page of your rental deposit to confirm the account. It is valid for ${facts.minutes} minutes.`,
    ],
    facts: [['Code', facts.code], ...accountFact('Account', facts.account), ...aboutEn(facts, amount)],
    button: 'Open the deposit',
    afterword:
      'You have not named an account? Then give the code to nobody, and contact your property management. None of us will ever ask you for it.',
  }),
  payout_account_changed: (facts, { amount }) => ({
    subject: `Payout account: rental deposit for ${facts.property}`,
    paragraphs: [
      'From now on, this account is set for the tenants’ share of the rental deposit. It was confirmed with a code.',
    ],
    facts: [...accountFact('Account', facts.account), ...aboutEn(facts, amount)],
    button: 'View the rental deposit',
    afterword: 'Did you not know about this? Then contact your property management at once.',
  }),
};
