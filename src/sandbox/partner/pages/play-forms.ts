import { probeDocument } from '../../../domain/conformance/probe-document.ts';
import { PARTIES } from '../../../domain/closing/closing.ts';
import { isWaitingEmail } from '../../../domain/changes/email-facts.ts';
import { canMove, type MoveName } from '../../../domain/lifecycle/moves.ts';
import { isOpenOrder } from '../../../domain/lifecycle/orders.ts';
import { phaseOf, type Phase } from '../../../domain/lifecycle/phase.ts';
import { PRODUCTS } from '../../../domain/product.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { RETURN_STYLES } from '../../simulated-bank/bank.ts';

/** Whose part is played. */
export const PLAYERS = ['manager', 'tenant', 'either', 'provider', 'bank'] as const;
export type Player = (typeof PLAYERS)[number];

/** `fields`: those of an open call, as JSON. `tenant`: a position. */
type FieldKind = 'text' | 'long' | 'amount' | 'day' | 'yes' | 'tenant' | 'file' | 'fields' | readonly string[];

export type PlayField = {
  /** In the body; a dot leads into a member. */
  name: string;
  kind: FieldKind;
  isRequired?: boolean;
  /** What is in the form at first. */
  suggested?: string;
};

/** A form that plays a part. */
export type PlayForm = {
  id: string;
  player: Player;
  /** The name of the part; two forms can play the same one. */
  play: string;
  isPossible: (deposit: StoredDeposit) => boolean;
  fields: readonly PlayField[];
  /** Members that the form always sends. */
  fixed?: Record<string, unknown>;
};

const when =
  (move: MoveName) =>
  (deposit: StoredDeposit): boolean =>
    canMove(move, deposit);
const hasAccount = ({ iban }: StoredDeposit): boolean => iban !== null;
const hasOpenOrder = ({ orders }: StoredDeposit, kind: 'payback' | 'payout'): boolean =>
  orders.some((order) => order.kind === kind && isOpenOrder(order));

const by: PlayField = { name: 'by', kind: PARTIES, isRequired: true };
const tenant: PlayField = { name: 'tenant', kind: 'tenant' };
const oneTenant: PlayField = { ...tenant, isRequired: true };
const amount: PlayField = { name: 'amount', kind: 'amount' };
const reason: PlayField = { name: 'reason', kind: 'long' };
const shared: PlayField = { name: 'shared', kind: 'yes' };
const landlords: PlayField = { name: 'amountLandlord', kind: 'amount' };
const SAMPLE_FILE = { contentBase64: Buffer.from(probeDocument(), 'latin1').toString('base64') };
const fileName: PlayField = { name: 'name', kind: 'text', isRequired: true, suggested: 'sample.pdf' };

const OPENING: readonly PlayForm[] = [
  {
    id: 'correct',
    player: 'manager',
    play: 'correct',
    isPossible: when('correct'),
    fields: [{ name: 'fields', kind: 'fields', isRequired: true, suggested: '{ "rentalDeposit": "2400" }' }],
  },
  { id: 'manager-signs', player: 'manager', play: 'manager-signs', isPossible: when('sign_as_manager'), fields: [] },
  { id: 'send-now', player: 'manager', play: 'send-now', isPossible: when('send_now'), fields: [] },
  {
    id: 'tenant-signs',
    player: 'tenant',
    play: 'tenant-signs',
    isPossible: when('sign_as_tenant'),
    fields: [tenant, { name: 'product', kind: PRODUCTS }],
  },
  { id: 'account-opened', player: 'provider', play: 'account-opened', isPossible: when('open_account'), fields: [] },
  { id: 'cover-confirmed', player: 'provider', play: 'cover-confirmed', isPossible: when('confirm_cover'), fields: [] },
  {
    id: 'edit',
    player: 'manager',
    play: 'edit',
    isPossible: when('edit'),
    fields: [
      { name: 'rentalDeposit', kind: 'amount' },
      { name: 'rentalStart', kind: 'day' },
    ],
  },
  { id: 'resend', player: 'manager', play: 'resend', isPossible: when('send_again'), fields: [] },
  { id: 'withdraw', player: 'manager', play: 'withdraw', isPossible: when('withdraw'), fields: [] },
];

const CONTACTS: readonly PlayForm[] = [
  {
    id: 'change-contact',
    player: 'either',
    play: 'change-contact',
    isPossible: when('change_contact'),
    fields: [
      by,
      oneTenant,
      { name: 'email', kind: 'text' },
      { name: 'phoneNumber', kind: 'text' },
      { name: 'address.street', kind: 'text' },
      { name: 'address.zip', kind: 'text' },
      { name: 'address.city', kind: 'text' },
    ],
  },
  {
    id: 'confirm-contact',
    player: 'tenant',
    play: 'confirm-contact',
    isPossible: (deposit) => canMove('confirm_email', deposit) && deposit.emailChanges.some(isWaitingEmail),
    fields: [oneTenant],
  },
  {
    id: 'change-person',
    player: 'manager',
    play: 'change-person',
    isPossible: when('change_person'),
    fields: [
      oneTenant,
      { name: 'firstName', kind: 'text' },
      { name: 'lastName', kind: 'text' },
      { name: 'birthDate', kind: 'day' },
      { ...reason, isRequired: true },
    ],
  },
];

const JOINING = `{
  "tenantTitle": "mr", "tenantFirstName": "Noé", "tenantLastName": "Favre",
  "tenantBirthDate": "1991-03-08", "tenantNationality": "CH", "tenantCivilStatus": "single",
  "tenantEmail": "noe.favre@mail.example", "tenantPhoneNumber": "+41791234568",
  "tenantAddressCountryCode": "CH", "tenantAddressStreet": "Limmatquai", "tenantAddressStNumber": "4",
  "tenantAddressPostalCode": "8001", "tenantAddressCity": "Zürich"
}`;
const OWNER = '{ "ownerName": "Immobilien Nord AG" }';

const startsChange = (kind: string, fields: readonly PlayField[]): PlayForm => ({
  id: `change-${kind}`,
  player: 'manager',
  play: 'changes',
  isPossible: when('start_change'),
  fields,
  fixed: { kind },
});

const CHANGES: readonly PlayForm[] = [
  startsChange('tenant_joins', [{ name: 'fields', kind: 'fields', isRequired: true, suggested: JOINING }]),
  startsChange('tenant_leaves', [oneTenant]),
  startsChange('main_tenant', [oneTenant]),
  startsChange('owner', [{ name: 'fields', kind: 'fields', isRequired: true, suggested: OWNER }]),
  startsChange('amount', [{ name: 'rentalDeposit', kind: 'amount', isRequired: true }]),
  startsChange('product', [{ name: 'product', kind: PRODUCTS, isRequired: true }]),
  {
    id: 'change-signs',
    player: 'either',
    play: 'change-signs',
    isPossible: when('sign_change'),
    fields: [by, tenant],
  },
  {
    id: 'change-answered',
    player: 'provider',
    play: 'change-answered',
    isPossible: when('confirm_change'),
    fields: [{ name: 'accepted', kind: 'yes', suggested: 'yes' }, reason, { name: 'iban', kind: 'text' }],
  },
  { id: 'change-cancel', player: 'either', play: 'change-cancel', isPossible: when('cancel_change'), fields: [by] },
];

const OWN_ACCOUNT: readonly PlayField[] = [
  { name: 'iban', kind: 'text', isRequired: true, suggested: 'CH5604835012345678009' },
  { name: 'holderName', kind: 'text', isRequired: true },
];
const TENANTS_ACCOUNT: readonly PlayField[] = [
  { name: 'tenantIban', kind: 'text' },
  { name: 'tenantHolderName', kind: 'text' },
];

const CLOSING: readonly PlayForm[] = [
  {
    id: 'start-closing',
    player: 'either',
    play: 'start-closing',
    isPossible: when('start_closing'),
    fields: [by, landlords, { name: 'tenancyEnd', kind: 'day' }, reason, tenant, ...TENANTS_ACCOUNT],
  },
  {
    id: 'consent',
    player: 'either',
    play: 'consent',
    isPossible: when('consent'),
    fields: [by, landlords, tenant, ...TENANTS_ACCOUNT],
  },
  {
    id: 'counter',
    player: 'either',
    play: 'counter',
    isPossible: when('counter_propose'),
    fields: [by, { ...landlords, isRequired: true }, reason, tenant],
  },
  { id: 'confirm-end', player: 'manager', play: 'confirm-end', isPossible: when('confirm_end'), fields: [] },
  {
    id: 'dispute-end',
    player: 'manager',
    play: 'dispute-end',
    isPossible: when('dispute_end'),
    fields: [{ name: 'day', kind: 'day', isRequired: true }, reason],
  },
  { id: 'contest-end', player: 'tenant', play: 'contest-end', isPossible: when('contest_end'), fields: [reason] },
  {
    id: 'payout-account',
    player: 'tenant',
    play: 'payout-account',
    isPossible: when('ask_account_code'),
    fields: OWN_ACCOUNT,
  },
  {
    id: 'payout-account-code',
    player: 'tenant',
    play: 'payout-account-code',
    isPossible: (deposit) => canMove('confirm_account_code', deposit) && deposit.payoutAccountRequest !== null,
    fields: [{ name: 'code', kind: 'text', isRequired: true }],
  },
  {
    id: 'file-claim',
    player: 'manager',
    play: 'file-claim',
    isPossible: when('file_claim'),
    fields: [fileName],
    fixed: SAMPLE_FILE,
  },
];

const BANK: readonly PlayForm[] = [
  {
    id: 'payment',
    player: 'bank',
    play: 'payment',
    isPossible: ({ paymentReference }) => paymentReference !== null,
    fields: [amount],
  },
  {
    id: 'payback-completed',
    player: 'bank',
    play: 'payback-completed',
    isPossible: (deposit) => hasOpenOrder(deposit, 'payback'),
    fields: [],
  },
  {
    id: 'payout-completed',
    player: 'bank',
    play: 'payout-completed',
    isPossible: (deposit) =>
      canMove('complete_payout', deposit) || canMove('end_cover', deposit) || hasOpenOrder(deposit, 'payout'),
    fields: [],
  },
  {
    id: 'interest',
    player: 'bank',
    play: 'interest',
    isPossible: hasAccount,
    fields: [
      { ...amount, isRequired: true },
      { name: 'withholdingTax', kind: 'yes', suggested: 'yes' },
    ],
  },
  { id: 'charge', player: 'bank', play: 'charge', isPossible: hasAccount, fields: [{ ...amount, isRequired: true }] },
  {
    id: 'payout-returned',
    player: 'bank',
    play: 'payout-returned',
    isPossible: ({ orders }) => orders.some(({ completedAt }) => completedAt !== null),
    fields: [
      { name: 'to', kind: ['tenant', 'landlord', 'payer'] },
      { name: 'style', kind: RETURN_STYLES },
    ],
  },
  {
    id: 'payment-reversed',
    player: 'bank',
    play: 'payment-reversed',
    isPossible: ({ payments }) => payments.some(({ reversedAt }) => reversedAt === null),
    fields: [],
  },
  {
    id: 'statement',
    player: 'bank',
    play: 'statement',
    isPossible: hasAccount,
    fields: [{ name: 'wrongBy', kind: 'amount' }],
  },
];

const NOTES: readonly PlayForm[] = [
  {
    id: 'notes',
    player: 'manager',
    play: 'notes',
    isPossible: when('add_note'),
    fields: [{ name: 'text', kind: 'long', isRequired: true }, shared],
  },
  {
    id: 'files',
    player: 'manager',
    play: 'files',
    isPossible: when('add_file'),
    fields: [fileName, shared],
    fixed: SAMPLE_FILE,
  },
  {
    id: 'share-file',
    player: 'manager',
    play: 'share-file',
    isPossible: ({ files }) => files.length > 0,
    fields: [{ name: 'fileId', kind: 'file', isRequired: true }, shared],
  },
];

/** THE TABLE: one form at least for each part of the sandbox. A test compares it with the calls. */
export const PLAY_FORMS: readonly PlayForm[] = [...OPENING, ...CHANGES, ...CLOSING, ...BANK, ...CONTACTS, ...NOTES];

/** The form that leads a deposit on, the shortest way from the opening to its end. */
const NEXT: Partial<Record<Phase, string>> = {
  awaiting_manager_signature: 'manager-signs',
  awaiting_send: 'send-now',
  awaiting_tenant_signatures: 'tenant-signs',
  awaiting_account: 'account-opened',
  awaiting_cover: 'cover-confirmed',
  awaiting_payment: 'payment',
  draft_editing: 'resend',
  open: 'start-closing',
  closing_proposed: 'consent',
  closing_noted: 'payout-completed',
  closing_ordered: 'payout-completed',
};

/** What can be played with a deposit now: what leads on, and everything else. */
export function formsFor(deposit: StoredDeposit): { next: PlayForm | null; others: readonly PlayForm[] } {
  const possible = PLAY_FORMS.filter(({ isPossible }) => isPossible(deposit));
  const next = possible.find(({ id }) => id === NEXT[phaseOf(deposit)]) ?? null;
  return { next, others: possible.filter((form) => form !== next) };
}
