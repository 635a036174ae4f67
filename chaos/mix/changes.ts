import { DEMO_PAYLOAD } from '../../src/sandbox/demo/demo.ts';
import type { Call } from '../bank-moves.ts';
import type { Random } from '../random.ts';

/** The part of a deposit's record that changes in force depend on. */
export type ChangeableRecord = {
  product: string | null;
  rentalDeposit: number;
  tenants: { type: string }[];
  changes: { kind: string; state: string }[];
};

/** The share of open deposits that a change is started of, before they are closed. */
const STARTS = 0.5;
const CANCELS = 0.08;
/** How often a closing overtakes a change that runs. */
const OVERTAKES = 0.08;
const REFUSED = 0.2;
/** How often the same call is made twice at the same time. */
const TWICE = 0.2;
const MOST_TENANTS = 4;
const RUNNING = new Set(['to_sign', 'at_provider', 'to_pay', 'to_pay_out']);

/** What the parties do about a change of a deposit in force. Null: nothing, and the deposit may be closed. */
export function changeStep(deposit: ChangeableRecord, random: Random): Call | null {
  const running = deposit.changes.find(({ state }) => RUNNING.has(state));
  const twice = random.isSo(TWICE);
  if (running === undefined)
    return random.isSo(STARTS) ? { move: 'changes', body: newChange(deposit, random), twice } : null;
  if (running.state === 'to_pay_out') return { move: 'payout-completed' };
  if (random.isSo(OVERTAKES)) return null;
  if (random.isSo(CANCELS)) {
    return { move: 'change-cancel', body: { by: random.pick(['tenant', 'manager']) }, twice };
  }
  switch (running.state) {
    case 'to_sign': {
      const signs = [{ by: 'manager' }, { by: 'tenant' }, { by: 'tenant', tenant: random.whole(1, 2) }];
      return { move: 'change-signs', body: random.pick(signs), twice };
    }
    case 'at_provider':
      return answer(running.kind, deposit, random);
    default:
      return { move: 'payment' };
  }
}

function answer(kind: string, { product }: ChangeableRecord, random: Random): Call {
  if (random.isSo(REFUSED)) return { move: 'change-answered', body: { accepted: false, reason: 'not with us' } };
  if (kind !== 'product') return { move: 'change-answered', body: { accepted: true } };
  return { move: product === 'insurance' ? 'account-opened' : 'cover-confirmed' };
}

function newChange({ product, rentalDeposit, tenants }: ChangeableRecord, random: Random): object {
  const isNatural = tenants[0]?.type === 'natural';
  const other = { kind: 'product', product: product === 'insurance' ? 'bank_deposit' : 'insurance' };
  const changes: object[] = [
    { kind: 'amount', rentalDeposit: rentalDeposit + random.whole(1, 40) * 10 },
    { kind: 'amount', rentalDeposit: Math.max(100, rentalDeposit - random.whole(1, 40) * 10 - 0.05) },
    { kind: 'owner', fields: newOwner(random) },
    other,
    other,
  ];
  if (isNatural && tenants.length < MOST_TENANTS) changes.push({ kind: 'tenant_joins', fields: newTenant(random) });
  if (isNatural && tenants.length > 1) {
    const tenant = random.whole(2, tenants.length);
    changes.push({ kind: 'tenant_leaves', tenant }, { kind: 'main_tenant', tenant });
  }
  return random.pick(changes);
}

function newOwner(random: Random): object {
  return {
    ownerName: `Besitz ${random.whole(1, 99_999)} AG`,
    ownerStreet: 'Bahnhofstrasse 1',
    ownerZip: '8001',
    ownerCity: 'Zürich',
    ownerCountryCode: 'CH',
  };
}

function newTenant(random: Random): object {
  const fields = Object.entries(DEMO_PAYLOAD).filter(
    ([field]) => /^tenant[A-Z]/.test(field) && field !== 'tenantLanguage',
  );
  const own = { tenantFirstName: 'Nora', tenantEmail: `nora-${random.whole(1, 999_999_999)}@mail.example` };
  return { ...Object.fromEntries(fields), ...own };
}
