import { canMove } from '../../../domain/lifecycle/moves.ts';
import { isOpenOrder } from '../../../domain/lifecycle/orders.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';
import { RETURN_STYLES } from '../../simulated-bank/bank.ts';
import { SHARED_FIELDS, type PlayForm } from './play-form.ts';

const { amount } = SHARED_FIELDS;
const hasAccount = ({ iban }: StoredDeposit): boolean => iban !== null;
const hasOpenOrder = ({ orders }: StoredDeposit, kind: 'payback' | 'payout'): boolean =>
  orders.some((order) => order.kind === kind && isOpenOrder(order));

/** What the bank books. */
export const MONEY_FORMS: readonly PlayForm[] = [
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
