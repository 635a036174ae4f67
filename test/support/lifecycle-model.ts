/** A simple model of the lifecycle, written from the contract alone: possible moves and their results. */
export type Model = {
  organization: { preSigned: boolean; hasDelay: boolean; choosesProduct: boolean; product: Product };
  /** The present day in Switzerland. */
  today: string;
  tenants: number;
  deposit: Deposit | null;
  withdrawn: number;
};

/** In Rappen. */
const SURPLUS_LIMIT = 100;

type Product = 'bank_deposit' | 'insurance';
type Party = 'tenant' | 'manager';

/** Years 2 and 6: the running change. */
type Change = {
  to: { amount: number } | { product: Product };
  state: 'to_sign' | 'at_provider' | 'to_pay' | 'to_pay_out';
  signed: { tenant: boolean; manager: boolean };
  paid: number;
  paysOut: number;
};

export type Deposit = {
  state: 'draft_editing' | 'opening' | 'open' | 'closing' | 'closed' | 'withdrawn';
  step: string | null;
  /** In Rappen. */
  amount: number;
  signed: boolean[];
  product: Product | null;
  hasAccount: boolean;
  paidIn: number;
  /** More than was owed, but too little to be paid back at once. */
  surplus: number;
  paidBack: number;
  toPayBack: number;
  /** What changes have paid out to the tenant. */
  released: number;
  change: Change | null;
  closing: {
    startedBy: Party;
    claimFrom: string;
    by: Party;
    landlord: number;
    tenantsOwn: number | null;
    ordered: number | null;
  } | null;
  hasClaim: boolean;
};

/** What the service must answer. */
export type Expected = 200 | 409 | 422 | 'skipped';

export function open(model: Model, amount: number): Expected {
  if (model.deposit !== null && model.deposit.state !== 'withdrawn') return 'skipped';
  if (model.deposit !== null) model.withdrawn++;
  const { preSigned, hasDelay, choosesProduct, product } = model.organization;
  model.deposit = {
    state: 'opening',
    step: !preSigned ? 'awaiting_manager_signature' : hasDelay ? 'awaiting_send' : 'awaiting_tenant_signatures',
    amount,
    signed: Array.from({ length: model.tenants }, () => false),
    product: choosesProduct ? null : product,
    hasAccount: false,
    paidIn: 0,
    surplus: 0,
    paidBack: 0,
    toPayBack: 0,
    released: 0,
    change: null,
    closing: null,
    hasClaim: false,
  };
  return 200;
}

export type Moves = {
  'manager-signs': undefined;
  'tenant-signs': { tenant?: number; product?: Product };
  'account-opened': undefined;
  'cover-confirmed': undefined;
  refused: undefined;
  /** In Rappen. */
  payment: { amount: number };
  edit: { amount: number | null };
  resend: undefined;
  withdraw: undefined;
  'start-closing': { by: Party; landlord: number; yearsAgo: number };
  counter: { by: Party; landlord: number };
  consent: { by: Party };
  'release-ground': { landlord: number };
  'legal-claim': undefined;
  'payout-completed': undefined;
  changes: { amount: number } | { product: Product };
  'change-signs': { by: Party };
  'change-cancel': { by: Party };
  'payback-completed': undefined;
};

export function move<M extends keyof Moves>(model: Model, name: M, input: Moves[M]): Expected {
  const { deposit } = model;
  if (deposit === null) throw new Error('there is a deposit');
  return RULES[name](deposit, input, model);
}

/** One or more days pass: what time alone causes. */
export function passTo(model: Model, today: string): void {
  model.today = today;
  const { deposit } = model;
  if (deposit?.step === 'awaiting_send') deposit.step = 'awaiting_tenant_signatures';
  if (deposit !== null) orderWhenYearIsOver(deposit, model);
}

const RULES: { [M in keyof Moves]: (deposit: Deposit, input: Moves[M], model: Model) => Expected } = {
  'manager-signs': (deposit) => {
    if (deposit.step !== 'awaiting_manager_signature') return 409;
    deposit.step = 'awaiting_tenant_signatures';
    return 200;
  },
  'tenant-signs': (deposit, { tenant, product: sent }, { organization }) => {
    if (deposit.step !== 'awaiting_tenant_signatures') return 409;
    if (tenant !== undefined && tenant > deposit.signed.length) return 422;
    if (tenant !== undefined && deposit.signed[tenant - 1]) return 409;
    const isMain = tenant === undefined ? !deposit.signed[0] : tenant === 1;
    const product = sent === deposit.product ? undefined : sent;
    if (!isMain && product !== undefined) return 422;
    if (deposit.product !== null && product !== undefined) return 409;
    deposit.signed = deposit.signed.map((signed, place) => signed || tenant === undefined || tenant === place + 1);
    if (isMain && deposit.product === null) deposit.product = product ?? organization.product;
    if (deposit.product === 'insurance') payBack(deposit);
    if (deposit.signed.includes(false)) return 200;
    if (deposit.product === 'insurance') deposit.step = 'awaiting_cover';
    else if (!deposit.hasAccount) deposit.step = 'awaiting_account';
    else if (deposit.paidIn === deposit.amount) enter(deposit, 'open');
    else deposit.step = 'awaiting_payment';
    return 200;
  },
  changes: (deposit, to) => {
    if (deposit.state !== 'open' || deposit.change !== null) return 409;
    if ('amount' in to ? to.amount === deposit.amount : to.product === deposit.product) return 422;
    deposit.change = { to, state: 'to_sign', signed: { tenant: false, manager: false }, paid: 0, paysOut: 0 };
    return 200;
  },
  'change-signs': (deposit, { by }) => {
    const { change } = deposit;
    if (deposit.state !== 'open' || change?.state !== 'to_sign' || change.signed[by]) return 409;
    change.signed[by] = true;
    if (change.signed.tenant && change.signed.manager) goOnWithChange(deposit, change);
    return 200;
  },
  'change-cancel': (deposit) => {
    const { change } = deposit;
    if (deposit.state !== 'open' || change === null || change.state === 'to_pay_out') return 409;
    deposit.toPayBack += change.paid;
    deposit.change = null;
    return 200;
  },
  'account-opened': (deposit) => {
    const { change } = deposit;
    if (change?.state === 'at_provider' && 'product' in change.to && change.to.product === 'bank_deposit') {
      deposit.hasAccount = true;
      change.state = 'to_pay';
      return 200;
    }
    if (deposit.step !== 'awaiting_account') return 409;
    deposit.hasAccount = true;
    deposit.step = 'awaiting_payment';
    return 200;
  },
  'cover-confirmed': (deposit) => {
    const { change } = deposit;
    if (change?.state === 'at_provider' && 'product' in change.to && change.to.product === 'insurance') {
      change.state = 'to_pay_out';
      change.paysOut = deposit.paidIn + deposit.surplus;
      deposit.paidIn = 0;
      deposit.surplus = 0;
      deposit.product = 'insurance';
      return 200;
    }
    return deposit.step === 'awaiting_cover' ? enter(deposit, 'open') : 409;
  },
  refused: (deposit) => {
    if (deposit.change?.state === 'at_provider') {
      deposit.change = null;
      return 200;
    }
    return ['awaiting_account', 'awaiting_cover'].includes(deposit.step ?? '') ? 200 : 409;
  },
  payment: (deposit, { amount }) => {
    if (!deposit.hasAccount) return 409;
    const takes = ['opening', 'draft_editing'].includes(deposit.state) && deposit.product !== 'insurance';
    const counts = takes ? Math.min(amount, deposit.amount - deposit.paidIn) : 0;
    deposit.paidIn += counts;
    const towards = payTowards(deposit, amount - counts);
    const rest = amount - counts - towards;
    if (rest < SURPLUS_LIMIT && isPaidOutLater(deposit)) deposit.surplus += rest;
    else deposit.toPayBack += rest;
    if (deposit.step === 'awaiting_payment' && deposit.paidIn === deposit.amount) enter(deposit, 'open');
    return 200;
  },
  edit: (deposit, { amount }) => {
    const isSent = deposit.state === 'opening' && !/manager|send/.test(deposit.step ?? '');
    if (!isSent || deposit.paidIn > 0) return 409;
    deposit.amount = amount ?? deposit.amount;
    return enter(deposit, 'draft_editing');
  },
  resend: (deposit, _input, { organization }) => {
    if (deposit.state !== 'draft_editing') return 409;
    enter(deposit, 'opening');
    deposit.step = 'awaiting_tenant_signatures';
    deposit.signed = deposit.signed.map(() => false);
    deposit.product = organization.choosesProduct ? null : organization.product;
    if (deposit.product === 'insurance') payBack(deposit);
    return 200;
  },
  withdraw: (deposit) => {
    if (!['opening', 'draft_editing'].includes(deposit.state)) return 409;
    payBack(deposit);
    return enter(deposit, 'withdrawn');
  },
  'start-closing': (deposit, { by, landlord, yearsAgo }, model) => {
    if (deposit.state !== 'open' || deposit.change?.state === 'to_pay_out') return 409;
    if (landlord > deposit.amount) return 422;
    deposit.surplus += deposit.change?.paid ?? 0;
    deposit.change = null;
    const end = Temporal.PlainDate.from(model.today).subtract({ years: yearsAgo });
    const claimFrom = end.add({ years: 1 }).toString();
    const tenantsOwn = by === 'tenant' ? landlord : null;
    deposit.closing = { startedBy: by, claimFrom, by, landlord, tenantsOwn, ordered: null };
    enter(deposit, 'closing');
    orderWhenYearIsOver(deposit, model);
    return 200;
  },
  counter: (deposit, { by, landlord }, { today }) => {
    const { closing } = deposit;
    if (deposit.state !== 'closing' || closing === null || closing.ordered !== null) return 409;
    if (landlord > deposit.amount) return 422;
    closing.by = by;
    closing.landlord = landlord;
    if (by === 'tenant') closing.tenantsOwn = landlord;
    if (by === 'tenant' && landlord === 0 && today >= closing.claimFrom && !deposit.hasClaim) closing.ordered = 0;
    return 200;
  },
  consent: ({ state, closing }, { by }) => {
    if (state !== 'closing' || closing === null || closing.ordered !== null || closing.by === by) return 409;
    closing.ordered = closing.landlord;
    return 200;
  },
  'release-ground': ({ state, closing, amount }, { landlord }) => {
    if (state !== 'closing' || closing === null || closing.ordered !== null) return 409;
    if (landlord > amount) return 422;
    closing.ordered = landlord;
    return 200;
  },
  'legal-claim': (deposit) => {
    const { state, closing } = deposit;
    const isOpen = state === 'open' || (state === 'closing' && closing?.ordered === null);
    if (!isOpen || deposit.hasClaim) return 409;
    deposit.hasClaim = true;
    return 200;
  },
  'payout-completed': (deposit) => {
    const { change } = deposit;
    if (deposit.state === 'open' && change?.state === 'to_pay_out') {
      deposit.released += change.paysOut;
      if ('amount' in change.to) {
        deposit.amount = change.to.amount;
        deposit.paidIn = change.to.amount;
      }
      deposit.change = null;
      return 200;
    }
    if (deposit.state !== 'closing' || deposit.closing?.ordered === null) return 409;
    return enter(deposit, 'closed');
  },
  'payback-completed': (deposit) => {
    if (deposit.toPayBack === 0) return 409;
    deposit.paidBack += deposit.toPayBack;
    deposit.toPayBack = 0;
    return 200;
  },
};

/** All have signed. */
function goOnWithChange(deposit: Deposit, change: Change): void {
  const { to } = change;
  if ('product' in to || deposit.product === 'insurance') change.state = 'at_provider';
  else if (to.amount > deposit.amount) change.state = 'to_pay';
  else {
    change.state = 'to_pay_out';
    change.paysOut = deposit.amount - to.amount;
  }
}

/** What of a payment counts towards the running change; the last Rappen makes it true. */
function payTowards(deposit: Deposit, amount: number): number {
  const { change } = deposit;
  if (change?.state !== 'to_pay') return 0;
  const cost = 'amount' in change.to ? change.to.amount - deposit.amount : deposit.amount;
  const towards = Math.min(amount, cost - change.paid);
  change.paid += towards;
  if (change.paid < cost) return towards;
  if ('amount' in change.to) deposit.amount = change.to.amount;
  else deposit.product = change.to.product;
  deposit.paidIn += cost;
  deposit.change = null;
  return towards;
}

function enter(deposit: Deposit, state: Deposit['state']): 200 {
  deposit.state = state;
  deposit.step = null;
  return 200;
}

/** A payout is still to come, which brings a small surplus to the tenant. */
function isPaidOutLater({ state, product, closing }: Deposit): boolean {
  return !['closed', 'withdrawn'].includes(state) && product !== 'insurance' && (closing?.ordered ?? null) === null;
}

function payBack(deposit: Deposit): void {
  deposit.toPayBack += deposit.paidIn + deposit.surplus;
  deposit.paidIn = 0;
  deposit.surplus = 0;
}

function orderWhenYearIsOver(deposit: Deposit, { today }: Model): void {
  const { closing } = deposit;
  if (deposit.state !== 'closing' || closing === null || closing.ordered !== null || deposit.hasClaim) return;
  if (closing.startedBy === 'tenant' && today >= closing.claimFrom) {
    closing.ordered = Math.min(closing.tenantsOwn ?? 0, closing.landlord);
  }
}

/** Section 3, values per state, and 2.8 for insurance; of the IBAN only whether there is one. */
export function statusOf({ state, product, hasAccount, amount, surplus, released, closing }: Deposit) {
  if (state === 'draft_editing') {
    return { state, iban: false, paidInAmount: null, paidOutAmountTenant: null, product: null };
  }
  const isBank = product !== 'insurance';
  const paidOut = (released + surplus + (isBank ? amount - (closing?.ordered ?? 0) : 0)) / 100;
  return {
    state,
    iban: isBank && hasAccount,
    paidInAmount: state === 'open' && isBank ? amount / 100 : null,
    paidOutAmountTenant: state === 'closed' ? paidOut : null,
    product,
  };
}
