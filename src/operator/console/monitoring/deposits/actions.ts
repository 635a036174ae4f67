import { formatChf, fromChf, parseAmount, toChf, type Rappen } from '../../../../domain/values/money.ts';
import { field } from '../../../../web/forms.ts';
import {
  accountInput,
  legalClaimInput,
  refusedInput,
  releaseInput,
  remindInput,
  tenancyEndInput,
  withdrawInput,
} from '../../../inputs.ts';
import { CHANGE_ACTIONS } from './change-actions.ts';
import {
  action,
  askToCorrectAccount,
  askToRelease,
  askToWithdraw,
  openFreeAccount,
  type Action,
  type ActionField,
} from './action.ts';
import { noBody } from '../../../../web/typed.ts';

const none = (): null => null;
const optional = (text: string): string | undefined => (text === '' ? undefined : text);
const EVIDENCE: ActionField = {
  name: 'evidence',
  label: 'Evidence',
  hint: 'Court, number, date, and where the document is kept. It is stored in the history.',
  kind: 'long',
};

const ACCOUNT_FIELDS: readonly ActionField[] = [
  { name: 'iban', label: 'IBAN', hint: 'Of Switzerland or Liechtenstein, and no QR-IBAN.', kind: 'text' },
  { name: 'qrIban', label: 'QR-IBAN', hint: 'Payments then carry a QR reference.', kind: 'text', isOptional: true },
];

/** By the last part of their addresses, which are those of the API. */
export const ACTIONS = {
  account: action(
    {
      label: 'The bank has opened the account',
      means: 'The tenants get the payment slip with this account.',
      done: 'The account is recorded. The tenants have got the payment slip.',
      fields: ACCOUNT_FIELDS,
    },
    'open_account',
    accountInput,
    (form) => ({ iban: field(form, 'iban'), qrIban: optional(field(form, 'qrIban')) }),
    ({ iban, qrIban = null }) => ({ iban, qrIban }),
    openFreeAccount,
  ),
  'correct-account': action(
    {
      label: 'Correct the account',
      means:
        'For an account that was entered wrong. While the deposit waits for payment, the tenants get a new payment slip. Money that arrived or arrives on the former account stays this deposit’s. After money has arrived, a second person may have to agree.',
      done: 'The account is corrected.',
      isDanger: true,
      fields: [
        ...ACCOUNT_FIELDS,
        { name: 'reason', label: 'Reason', hint: 'It is stored in the history.', kind: 'long' },
      ],
    },
    'correct_account',
    accountInput.required({ reason: true }),
    (form) => ({
      iban: field(form, 'iban'),
      qrIban: optional(field(form, 'qrIban')),
      reason: field(form, 'reason'),
    }),
    ({ iban, qrIban = null, reason }) => ({ iban, qrIban, reason }),
    askToCorrectAccount,
  ),
  cover: action(
    {
      label: 'The insurer has confirmed cover',
      means: 'The deposit is in force from now on, and everyone involved gets a mail.',
      done: 'The cover is recorded: the deposit is in force.',
    },
    'confirm_cover',
    noBody,
    none,
    () => undefined,
  ),
  refused: action(
    {
      label: 'The bank or the insurer has refused',
      means: 'The property manager gets the reason by mail, and can correct the deposit or withdraw it.',
      done: 'The refusal is recorded. The property manager gets a mail.',
      isDanger: true,
      fields: [{ name: 'reason', label: 'Reason', hint: 'The property manager reads it.', kind: 'long' }],
    },
    'refuse',
    refusedInput,
    (form) => ({ reason: field(form, 'reason') }),
    (read) => read,
  ),
  remind: action(
    {
      label: 'Remind',
      means:
        'Everyone whose signature or payment is pending gets the mail again, with a new link. Earlier links stay valid.',
      done: 'The reminder is on its way.',
      fields: ({ terms }) => [
        {
          name: 'tenant',
          label: 'Whom',
          kind: [
            ['', 'Everyone who is pending'],
            ...terms.tenants.map(({ firstName, lastName }, index): [string, string] => [
              String(index + 1),
              `Tenant ${index + 1}: ${firstName} ${lastName}`,
            ]),
          ],
        },
      ],
    },
    'remind',
    remindInput,
    (form) => (field(form, 'tenant') === '' ? null : { tenant: Number(field(form, 'tenant')) }),
    (read) => ({ tenant: read?.tenant ?? null }),
  ),
  'release-ground': action(
    {
      label: 'Record a judgment or payment order',
      means: 'The payout is ordered at once, without the consent of the parties. This is final.',
      done: 'Recorded. The payout is ordered.',
      isDanger: true,
      fields: ({ terms }) => [
        {
          name: 'ground',
          label: 'Ground',
          kind: [
            ['judgment', 'Final court judgment'],
            ['payment_order', 'Final payment order'],
          ],
        },
        {
          name: 'amountLandlord',
          label: 'Amount for the landlord (CHF)',
          hint: `At most ${formatChf(terms.rentalDeposit)}. The rest goes to the tenants.`,
          kind: 'text',
        },
        { name: 'finalOn', label: 'Final on', hint: 'As in 2027-03-31.', kind: 'text', isOptional: true },
        EVIDENCE,
      ],
    },
    'release',
    releaseInput,
    (form) => ({
      ground: field(form, 'ground'),
      amountLandlord: chfOf(field(form, 'amountLandlord')),
      evidence: field(form, 'evidence'),
      finalOn: optional(field(form, 'finalOn')),
    }),
    ({ amountLandlord, finalOn = null, ...rest }) => ({
      ...rest,
      finalOn,
      amountLandlord: fromChf(amountLandlord) as Rappen,
    }),
    askToRelease,
  ),
  'legal-claim': action(
    {
      label: 'Record a legal claim',
      means: 'The year of OR 257e no longer frees the deposit: it waits for consent, a judgment or a payment order.',
      done: 'The legal claim is recorded.',
      fields: [EVIDENCE],
    },
    'record_legal_claim',
    legalClaimInput,
    (form) => ({ evidence: field(form, 'evidence') }),
    (read) => read,
  ),
  'reject-claim': action(
    {
      label: 'Reject the claim',
      means:
        'The proof that was uploaded shows no claim asserted in court or by debt enforcement. The year of OR 257e counts again; where it has passed, the payout is ordered at once. Both sides are told.',
      done: 'The claim is rejected.',
      fields: [{ name: 'reason', label: 'Reason', hint: 'Both sides read it.', kind: 'long' }],
    },
    'reject_claim',
    refusedInput,
    (form) => ({ reason: field(form, 'reason') }),
    (read) => read,
  ),
  'tenancy-end': action(
    {
      label: 'Settle the end of the tenancy',
      means:
        'This day counts for both sides, and the year of OR 257e runs from it. Once the payout is ordered, only the fact changes.',
      done: 'The end of the tenancy is settled.',
      fields: [{ name: 'day', label: 'End of the tenancy', hint: 'As in 2027-03-31.', kind: 'text' }, EVIDENCE],
    },
    'settle_end',
    tenancyEndInput,
    (form) => ({ day: field(form, 'day'), evidence: field(form, 'evidence') }),
    (read) => read,
  ),
  'ask-again': action(
    {
      label: 'Ask the provider again',
      means:
        'The provider is asked once more for what it refused: to pay a claim, to end the cover or to close the account.',
      done: 'The provider is asked again.',
    },
    'ask_again',
    noBody,
    none,
    () => undefined,
  ),
  'cover-ended': action(
    {
      label: 'The insurer’s cover has ended',
      means: 'The deposit is closed, and everyone involved gets a mail.',
      done: 'The end of the cover is recorded: the deposit is closed.',
    },
    'end_cover',
    noBody,
    none,
    () => undefined,
  ),
  withdraw: action(
    {
      label: 'Withdraw',
      means:
        'The deposit is withdrawn for good. What was paid in is paid back, and those who know of it are told. A new deposit can then be opened for the same contract.',
      done: 'The deposit is withdrawn.',
      isDanger: true,
      fields: [
        {
          name: 'reason',
          label: 'Reason',
          hint: 'It is stored in the history. Required once the whole sum has arrived.',
          kind: 'long',
          isOptional: true,
        },
      ],
    },
    'withdraw_as_operator',
    withdrawInput,
    (form) => ({ reason: optional(field(form, 'reason')) }),
    (read) => ({ by: 'operator' as const, reason: read?.reason ?? null }),
    askToWithdraw,
  ),
  ...CHANGE_ACTIONS,
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

/** Undefined if it is not an amount; the schema then reports it. */
function chfOf(text: string): number | undefined {
  const amount = parseAmount(text);
  return amount === null ? undefined : toChf(amount);
}
