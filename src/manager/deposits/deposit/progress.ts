import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import type { Deposit } from '../../../domain/deposit.ts';
import { phaseOf, type Phase } from '../../../domain/lifecycle/phase.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { ProgressStep } from '../../../web/parts.ts';
import type { DepositWords } from '../words/words.ts';

type Station = keyof DepositWords['one']['steps'];

/** The current station in each phase; those before it are done. Null: the deposit was withdrawn. */
const STATION: Record<Phase, Station | null> = {
  awaiting_manager_signature: 'manager',
  awaiting_send: 'send',
  awaiting_tenant_signatures: 'tenants',
  awaiting_account: 'account',
  awaiting_cover: 'cover',
  awaiting_payment: 'payment',
  draft_editing: 'manager',
  open: 'open',
  closing_proposed: 'closing',
  closing_noted: 'closing',
  closing_ordered: 'closing',
  closed: 'closed',
  withdrawn: null,
};

/** The stations of a deposit: which are done, which is current, which are ahead. */
export function progressOf(deposit: Deposit, { one: words }: DepositWords): ProgressStep[] {
  const phase = phaseOf(deposit);
  const since = words.since(formatDay(swissDay(deposit.stepSince)));
  const now = STATION[phase];
  if (now === null) return [{ name: words.withdrawn, is: 'bad', note: since }];
  const stations = stationsOf(deposit);
  const at = stations.indexOf(now);
  return stations.map((station, index) => {
    const name = words.steps[station];
    if (index < at || phase === 'closed' || (phase === 'open' && index === at)) return { name, is: 'done' };
    if (index > at) return { name, is: 'ahead' };
    return { name, is: deposit.refusal === null ? 'now' : 'bad', note: noteAt(station, deposit, words) ?? since };
  });
}

function stationsOf({ product, step }: Deposit): Station[] {
  const provided: Station[] = product === 'insurance' ? ['cover'] : ['account', 'payment'];
  const send: Station[] = step === 'awaiting_send' ? ['send'] : [];
  return ['manager', ...send, 'tenants', ...provided, 'open', 'closing', 'closed'];
}

function noteAt(station: Station, { signatures, paidIn, terms }: Deposit, words: DepositWords['one']): string | null {
  if (station === 'tenants' && signatures.length > 1) {
    return words.signedOf(signatures.filter((one) => one !== null).length, signatures.length);
  }
  if (station === 'payment' && paidIn > 0) return words.paidOf(formatChf(paidIn), formatChf(terms.rentalDeposit));
  return null;
}
