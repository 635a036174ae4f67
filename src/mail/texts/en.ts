import type { ApplicationKind } from '../../domain/application.ts';
import type { SlipFacts } from '../../domain/effect.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { insurerPaid, offerFacts } from '../offer-facts.ts';
import { enClosing } from './closing/en.ts';
import { aboutEn, splitEn } from './facts/en.ts';
import { changesEn } from './changes/en.ts';
import { changeMails } from './changes.ts';
import { partnerMails } from './partner.ts';
import { reachMails } from './reach.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { returnReasonIn } from '../../domain/messages/return-reasons.ts';
import { SIGNED_MAILS } from './signed.ts';

const slip = ({ iban, reference, missing, dueOn = null }: SlipFacts): NonNullable<MailText['facts']> => [
  ['Amount to pay', `CHF ${formatChf(missing)}`],
  ...(dueOn === null ? [] : [['Payable by', formatDay(dueOn)] as const]),
  ['Account (IBAN)', groupedIban(iban)],
  ['Reference', groupedReference(reference)],
];

/** What a provider refuses to do. Openings and cover have a mail of their own. */
const REFUSED: Record<ApplicationKind, string> = {
  account_opening: 'The change that was asked for is refused.',
  cover: 'The change that was asked for is refused.',
  change: 'The change that was asked for is refused.',
  claim: 'The insurer does not pay the landlord’s share.',
  cover_end: 'The insurer does not end the cover.',
  account_closing: 'The bank does not close the account.',
};

export const en: MailTexts = {
  greeting: (name) => `Dear ${name}`,
  footer: (organization) => `This message concerns a rental deposit of ${organization}.`,
  mails: {
    import_error: (facts, { problems }) => ({
      subject: `Rental deposit not imported: contract ${facts.externalContractId}`,
      paragraphs: [
        `Your property-management system tried to open a rental deposit for contract ${facts.externalContractId}. The data is incomplete or invalid, so nothing was created.`,
        'Please correct the following in your system and send the contract again, or open the rental deposit by hand in Depono:',
      ],
      list: problems,
      button: 'See the import error',
      afterword: 'We write about the same contract at most once in 24 hours.',
    }),
    approval_requested: (facts) => ({
      subject: `Approval needed: ${facts.what}`,
      paragraphs: [`${facts.by} has asked for the following. It is only done if a second person agrees:`],
      facts: [
        ['What', facts.what],
        ['Asked for by', facts.by],
      ],
      button: 'View and decide',
      afterword: `The request expires after ${facts.hours} hours. Anyone with the role clerk or admin can decide, except the person who asked.`,
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `New rental deposit to check: contract ${facts.externalContractId}`,
      paragraphs: [
        'A new rental deposit is ready for the following contract. Please check and sign it. It is sent to the tenants once you have signed.',
      ],
      facts: aboutEn(facts, amount),
      button: 'Check the rental deposit',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Rental deposit sent: contract ${facts.externalContractId}`,
      paragraphs: [
        'The following rental deposit was signed on your behalf and sent to the tenants. There is nothing more for you to do.',
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    invitation: (facts) => ({
      subject: `Invitation to ${facts.organization} on Depono`,
      paragraphs: [
        facts.invitedBy === null
          ? `Your property-management system named you as the person responsible for a rental deposit of ${facts.organization}. You are now a member of the organization and can check and sign rental deposits.`
          : `${facts.invitedBy} invites you to join ${facts.organization} on Depono. Signing in for the first time accepts the invitation; you can then check and sign rental deposits.`,
      ],
      button: 'Open the invitation',
    }),
    sign_in: ({ minutes }) => ({
      subject: 'Your link to sign in',
      paragraphs: [
        `This link signs you in to Depono. It works once, within ${minutes} minutes, and only in the browser in which you asked for it.`,
      ],
      button: 'Sign in',
      afterword:
        'Did you not ask to sign in? Then simply delete this e-mail: without your browser, the link is of no use to anyone.',
      footer: 'You get this e-mail because someone asked to sign in with your address.',
    }),
    tenant_link: (facts, { amount }) => ({
      subject: `Your new link: rental deposit for ${facts.property}`,
      paragraphs: ['You asked for a new link to your rental deposit. Here it is.'],
      facts: aboutEn(facts, amount),
      button: 'Open the rental deposit',
      afterword: 'This link is personal. Please do not pass it on.',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: facts.isChanged
        ? `Changed: your rental deposit for ${facts.property}`
        : `Your rental deposit for ${facts.property}`,
      paragraphs: [
        facts.isChanged
          ? `${facts.organization} has changed your rental deposit. Please read and sign it once more; earlier links and signatures are no longer valid.`
          : `${facts.organization} has prepared a rental deposit for your tenancy. Please read and sign it online; it takes only a few minutes.`,
      ],
      facts: [...aboutEn(facts, amount), ...offerFacts(facts, 'en')],
      button: 'Read and sign the rental deposit',
      afterword: 'This link is personal. Please do not pass it on.',
    }),
    tenant_sign_reminder: (facts, { amount }) => ({
      subject: `Please sign: your rental deposit for ${facts.property}`,
      paragraphs: [
        `Your signature is still missing on the rental deposit that ${facts.organization} has prepared for you. It takes only a few minutes.`,
      ],
      facts: aboutEn(facts, amount),
      button: 'Read and sign the rental deposit',
      afterword: 'This link is personal. Please do not pass it on.',
    }),
    manager_sign_reminder: (facts, { amount }) => ({
      subject: `Please sign: rental deposit for contract ${facts.externalContractId}`,
      paragraphs: [
        'This rental deposit still waits for your signature. It is sent to the tenants once you have signed.',
      ],
      facts: aboutEn(facts, amount),
      button: 'Check the rental deposit',
    }),
    deposit_refused: (facts, { amount }) => ({
      subject: `Rental deposit refused: contract ${facts.externalContractId}`,
      paragraphs: [
        ...(facts.isChange === true
          ? [
              facts.by === 'bank'
                ? 'The bank does not agree to the change of the rental deposit.'
                : 'The insurer does not agree to the change of the rental deposit.',
            ]
          : [
              facts.by === 'bank'
                ? 'The bank does not open the account for this rental deposit.'
                : 'The insurer does not cover this rental deposit.',
            ]),
        `The reason given: ${facts.reason}`,
        facts.isChange === true
          ? 'The rental deposit stays as it is.'
          : 'You can edit the rental deposit and send it again, or cancel it.',
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    tenant_payment: (facts, { amount }) => ({
      subject: `Please pay in your rental deposit for ${facts.property}`,
      paragraphs: [
        'All signatures are there, and the account for your rental deposit is open. Please pay in the amount with exactly this reference.',
      ],
      facts: [...slip(facts), ...aboutEn(facts, amount)],
      button: 'See the payment details',
      afterword:
        'The money still belongs to you: it is in an account in your name and is paid out only with your consent, or as the law provides.',
    }),
    tenant_payment_reminder: (facts, { amount }) => ({
      subject: `Not yet paid in: your rental deposit for ${facts.property}`,
      paragraphs: [
        'Your rental deposit has not been paid in full yet. If you have paid in the last few days, there is nothing more for you to do.',
      ],
      facts: [...slip(facts), ...aboutEn(facts, amount)],
      button: 'See the payment details',
    }),
    deposit_open: (facts, { amount }) => ({
      subject: `Rental deposit in force: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'The insurer has confirmed the cover. The rental deposit is in force.'
          : 'The rental deposit is paid in full. It is in force.',
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    deposit_withdrawn: (facts, { amount }) => ({
      subject: `Rental deposit cancelled: ${facts.property}`,
      paragraphs: [
        'This rental deposit was cancelled. There is nothing more to sign or to pay.',
        ...(facts.paidBack > 0
          ? [`What was already paid in, CHF ${formatChf(facts.paidBack)}, is paid back to the account it came from.`]
          : []),
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    ...SIGNED_MAILS.en,
    ...partnerMails('en'),
    ...enClosing,
    payout_returned: (facts, { amount }) => ({
      subject: `Payment returned: ${facts.property}`,
      paragraphs: [
        facts.forOperator === true
          ? 'The bank has returned a payback. Give another account, so that it can be paid again.'
          : facts.isCopy === true
            ? `The bank has returned the payout of the rental deposit. ${facts.tenants[0] ?? ''} will give another account; you do not need to do anything. Until then the money stays on the account of the deposit.`
            : 'The bank has returned the payout of the rental deposit. Please give another account. Until then the money stays on the account of the deposit.',
      ],
      facts: [
        ['Amount', `CHF ${formatChf(facts.amount)}`],
        ['Reason given by the bank', facts.forOperator === true ? facts.reason : returnReasonIn('en', facts.reason)],
        ...aboutEn(facts, amount),
      ],
      button:
        facts.forOperator === true
          ? 'Open the order'
          : facts.isCopy === true
            ? 'See the rental deposit'
            : 'Give another account',
    }),
    payback_returned: (facts) => ({
      subject: facts.isTransfer === true ? 'Transfer returned by the bank' : 'Payback returned by the bank',
      paragraphs: [
        facts.isTransfer === true
          ? 'The bank has returned a transfer to the account of a deposit. Send it again, correct the account of the deposit, or assign the money again.'
          : 'The bank has returned a payback of money that belongs to no deposit. Give another account, so that it can be paid again.',
      ],
      facts: [
        ['Amount', `CHF ${formatChf(facts.amount)}`],
        ['To', facts.payee ?? 'not known'],
        ['Reason given by the bank', facts.reason],
      ],
      button: 'Open the order',
    }),
    payment_reversed: (facts, { amount }) =>
      'orderId' in facts
        ? {
            subject: 'Payment taken back',
            paragraphs: ['The bank has taken back a payment that belongs to no deposit. It is not paid back any more.'],
            facts: [
              ['Amount taken back', `CHF ${formatChf(facts.amount)}`],
              ['Payer', facts.payer ?? 'not known'],
            ],
            button: 'Open the order',
          }
        : {
            subject: `Payment taken back: ${facts.property}`,
            paragraphs: [
              'The bank has taken back a payment to the rental deposit.',
              ...(facts.missing > 0 ? ['The rental deposit is no longer fully funded.'] : []),
            ],
            facts: [
              ['Amount taken back', `CHF ${formatChf(facts.amount)}`],
              ...(facts.missing > 0 ? [['Missing', `CHF ${formatChf(facts.missing)}`] as const] : []),
              ...aboutEn(facts, amount),
            ],
            button: 'View the rental deposit',
          },
    provider_refused: (facts, { amount }) => ({
      subject: `Refused by ${facts.provider}: ${facts.property}`,
      paragraphs: [
        REFUSED[facts.application],
        `Reason: ${facts.reason}`,
        `The operator settles it with ${facts.provider}.`,
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    mandate_asked: ({ asksReader, deposits, from, to }) => ({
      subject: `Mandate to go from ${from} to ${to}`,
      paragraphs: [
        `${from} wants to hand rental deposits over to ${to}.`,
        asksReader
          ? 'Please check the request. The deposits move once both organizations have agreed.'
          : 'Your organization has agreed already. The deposits move once the other organization agrees as well.',
      ],
      facts: [
        ['From', from],
        ['To', to],
        ['Rental deposits', String(deposits)],
      ],
      button: 'View the mandate',
      footer: 'You get this message because you are responsible in one of the two organizations.',
    }),
    mandate_rejected: ({ by, from, to }) => ({
      subject: `Mandate rejected: ${from} to ${to}`,
      paragraphs: [`${by} has rejected the mandate. All rental deposits stay with ${from}.`],
      button: 'View the mandate',
      footer: 'You get this message because you are responsible in one of the two organizations.',
    }),
    mandate_done: ({ moved, conflicts, from, to }) => ({
      subject: `Mandate handed over: ${from} to ${to}`,
      paragraphs: [
        `The rental deposits are now managed by ${to}. Links sent before still work, and payments under way are booked as planned.`,
        ...(conflicts === 0
          ? []
          : ['Some rental deposits stayed behind. The report gives the reason for each of them.']),
      ],
      facts: [
        ['Moved', String(moved)],
        ['Stayed behind', String(conflicts)],
      ],
      button: 'View the report',
      footer: 'You get this message because you are responsible in one of the two organizations.',
    }),
    mandate_moved: (facts, { amount }) => ({
      subject: `Your rental deposit for ${facts.property} has a new property management`,
      paragraphs: [
        `Your rental deposit is now managed by ${facts.organization}; until now it was ${facts.formerOrganization}.`,
        'There is nothing you need to do: account or insurance, amount and documents stay the same, and earlier links still work.',
      ],
      facts: aboutEn(facts, amount),
      button: 'View the rental deposit',
    }),
    ...changeMails('en'),
    ...reachMails('en'),
    deposit_closed: (facts, { amount }) => ({
      subject: `Rental deposit closed: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'The cover has ended. The rental deposit is closed.'
          : 'The rental deposit is paid out, and the account is closed.',
        ...insurerPaid(facts, 'en'),
      ],
      facts: [...(facts.product === 'insurance' ? [] : splitEn(facts)), ...aboutEn(facts, amount)],
      button: 'View the rental deposit',
    }),
    ...changesEn(aboutEn),
  },
};
