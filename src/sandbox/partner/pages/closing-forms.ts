import { canMove } from '../../../domain/lifecycle/moves.ts';
import { SHARED_FIELDS, whenMove, type PlayField, type PlayForm } from './play-form.ts';
import { FILE_NAME, SAMPLE_FILE } from './sample-file.ts';

const { by, tenant, reason } = SHARED_FIELDS;
const landlords: PlayField = { name: 'amountLandlord', kind: 'amount' };

const OWN_ACCOUNT: readonly PlayField[] = [
  { name: 'iban', kind: 'text', isRequired: true, suggested: 'CH5604835012345678009' },
  { name: 'holderName', kind: 'text', isRequired: true },
];
const TENANTS_ACCOUNT: readonly PlayField[] = [
  { name: 'tenantIban', kind: 'text' },
  { name: 'tenantHolderName', kind: 'text' },
];

/** Both parties at the closing. */
export const CLOSING_FORMS: readonly PlayForm[] = [
  {
    id: 'start-closing',
    player: 'either',
    play: 'start-closing',
    isPossible: whenMove('start_closing'),
    fields: [by, landlords, { name: 'tenancyEnd', kind: 'day' }, reason, tenant, ...TENANTS_ACCOUNT],
  },
  {
    id: 'consent',
    player: 'either',
    play: 'consent',
    isPossible: whenMove('consent'),
    fields: [by, landlords, tenant, ...TENANTS_ACCOUNT],
  },
  {
    id: 'counter',
    player: 'either',
    play: 'counter',
    isPossible: whenMove('counter_propose'),
    fields: [by, { ...landlords, isRequired: true }, reason, tenant],
  },
  { id: 'confirm-end', player: 'manager', play: 'confirm-end', isPossible: whenMove('confirm_end'), fields: [] },
  {
    id: 'dispute-end',
    player: 'manager',
    play: 'dispute-end',
    isPossible: whenMove('dispute_end'),
    fields: [{ name: 'day', kind: 'day', isRequired: true }, reason],
  },
  { id: 'contest-end', player: 'tenant', play: 'contest-end', isPossible: whenMove('contest_end'), fields: [reason] },
  {
    id: 'payout-account',
    player: 'tenant',
    play: 'payout-account',
    isPossible: whenMove('ask_account_code'),
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
    isPossible: whenMove('file_claim'),
    fields: [FILE_NAME],
    fixed: SAMPLE_FILE,
  },
];
