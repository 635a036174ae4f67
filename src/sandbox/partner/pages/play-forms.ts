import { phaseOf, type Phase } from '../../../domain/lifecycle/phase.ts';
import { PRODUCTS } from '../../../domain/product.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { CHANGE_FORMS, CONTACT_FORMS } from './change-forms.ts';
import { CLOSING_FORMS } from './closing-forms.ts';
import { MONEY_FORMS } from './money-forms.ts';
import { SHARED_FIELDS, whenMove, type PlayField, type PlayForm } from './play-form.ts';
import { FILE_NAME, SAMPLE_FILE } from './sample-file.ts';

const { tenant } = SHARED_FIELDS;
const shared: PlayField = { name: 'shared', kind: 'yes' };

const OPENING: readonly PlayForm[] = [
  {
    id: 'correct',
    player: 'manager',
    play: 'correct',
    isPossible: whenMove('correct'),
    fields: [{ name: 'fields', kind: 'fields', isRequired: true, suggested: '{ "rentalDeposit": "2400" }' }],
  },
  {
    id: 'manager-signs',
    player: 'manager',
    play: 'manager-signs',
    isPossible: whenMove('sign_as_manager'),
    fields: [],
  },
  { id: 'send-now', player: 'manager', play: 'send-now', isPossible: whenMove('send_now'), fields: [] },
  {
    id: 'tenant-signs',
    player: 'tenant',
    play: 'tenant-signs',
    isPossible: whenMove('sign_as_tenant'),
    fields: [tenant, { name: 'product', kind: PRODUCTS }],
  },
  {
    id: 'account-opened',
    player: 'provider',
    play: 'account-opened',
    isPossible: whenMove('open_account'),
    fields: [],
  },
  {
    id: 'cover-confirmed',
    player: 'provider',
    play: 'cover-confirmed',
    isPossible: whenMove('confirm_cover'),
    fields: [],
  },
  {
    id: 'edit',
    player: 'manager',
    play: 'edit',
    isPossible: whenMove('edit'),
    fields: [
      { name: 'rentalDeposit', kind: 'amount' },
      { name: 'rentalStart', kind: 'day' },
    ],
  },
  { id: 'resend', player: 'manager', play: 'resend', isPossible: whenMove('send_again'), fields: [] },
  { id: 'withdraw', player: 'manager', play: 'withdraw', isPossible: whenMove('withdraw'), fields: [] },
];

const NOTES: readonly PlayForm[] = [
  {
    id: 'notes',
    player: 'manager',
    play: 'notes',
    isPossible: whenMove('add_note'),
    fields: [{ name: 'text', kind: 'long', isRequired: true }, shared],
  },
  {
    id: 'files',
    player: 'manager',
    play: 'files',
    isPossible: whenMove('add_file'),
    fields: [FILE_NAME, shared],
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
export const PLAY_FORMS: readonly PlayForm[] = [
  ...OPENING,
  ...CHANGE_FORMS,
  ...CLOSING_FORMS,
  ...MONEY_FORMS,
  ...CONTACT_FORMS,
  ...NOTES,
];

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
