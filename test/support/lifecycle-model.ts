/** A simple model of the lifecycle, written from the contract alone: possible moves and their results. */
export type Model = {
  organization: { preSigned: boolean; hasDelay: boolean; choosesProduct: boolean; product: Product };
  /** A company whose two signatories sign jointly. */
  isJoint: boolean;
  /** The present day in Switzerland. */
  today: string;
  tenants: number;
  deposit: Deposit | null;
  withdrawn: number;
};

/** In Rappen. */
const SURPLUS_LIMIT = 100;

/** As `test/support/payload.ts` has it. */
export const RENTAL_START = '2027-01-01';

type Product = 'bank_deposit' | 'insurance';
type Party = 'tenant' | 'manager';

/** `people`: the second tenant leaves, or becomes the main tenant. */
type Wish = { amount: number } | { product: Product } | { people: 'tenant_joins' | 'tenant_leaves' | 'main_tenant' };

/** Years 2 and 6: the running change. */
type Change = {
  to: Wish;
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
    startedOn: string;
    /** The day that counts. */
    day: string;
    end: 'asked' | 'confirmed' | 'undisputed' | 'disputed' | 'settled';
    claimWaits: boolean;
    by: Party;
    landlord: number;
    tenantsOwn: number | null;
    /** What is ordered when the hold is lifted. */
    noted: number | null;
    notedByYear: boolean;
    ordered: number | null;
  } | null;
  hasClaim: boolean;
  isHeld: boolean;
  /** What the first of two signatories has said. */
  word: Word | null;
  /** The account that was confirmed last. */
  account: string | null;
  /** The account that waits for its code, and how many wrong codes came. */
  waiting: { iban: string; wrong: number } | null;
  codesToday: number;
  /** By the position of the tenant: when a new e-mail address was asked for that waits. */
  asked: (string | null)[];
  /** Who the house was sold to. */
  owner: string | null;
};

type Word = { tenant: number; kind: 'proposal' | 'consent'; landlord: number; day: string | null };

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
    isHeld: false,
    word: null,
    account: null,
    waiting: null,
    codesToday: 0,
    asked: Array.from({ length: model.tenants }, () => null),
    owner: null,
  };
  return 200;
}

/** `tenant`: the position of one signatory; absent: all of them. */
type Speaking = { by: Party; tenant?: number };

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
  'start-closing': Speaking & { landlord: number; yearsAgo: number };
  counter: Speaking & { landlord: number };
  consent: Speaking;
  'payout-account': { iban: string };
  'payout-account-code': { isRight: boolean };
  correct: { amount: number };
  'operator-withdraw': { hasReason: boolean };
  'release-ground': { landlord: number };
  'legal-claim': undefined;
  'legal-claim/reject': undefined;
  'file-claim': undefined;
  'confirm-end': undefined;
  /** Days from today. */
  'dispute-end': { day: string };
  'contest-end': undefined;
  'tenancy-end': { day: string };
  hold: undefined;
  'lift-hold': undefined;
  'send-now': undefined;
  'change-contact': { isEmail: boolean };
  'confirm-contact': undefined;
  'change-person': undefined;
  'payout-completed': undefined;
  changes: Wish | { owner: string };
  'change-answered': { accepted: boolean };
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
  if (deposit !== null) {
    deposit.waiting = null;
    deposit.codesToday = 0;
    endTimeToAnswer(deposit, today);
    orderWhenYearIsOver(deposit, model);
  }
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
  changes: (deposit, to, { isJoint }) => {
    if (deposit.state !== 'open' || deposit.change !== null) return 409;
    if ('owner' in to) {
      if (to.owner === deposit.owner) return 422;
      deposit.owner = to.owner;
      return 200;
    }
    if ('people' in to) {
      const count = deposit.signed.length;
      if (isJoint || (to.people === 'tenant_joins' ? count === 4 : count === 1)) return 422;
    }
    if ('amount' in to && to.amount === deposit.amount) return 422;
    if ('product' in to && to.product === deposit.product) return 422;
    deposit.change = { to, state: 'to_sign', signed: { tenant: false, manager: false }, paid: 0, paysOut: 0 };
    return 200;
  },
  'change-answered': (deposit, { accepted }) => {
    const { change } = deposit;
    if (change?.state !== 'at_provider') return 409;
    // A new product is confirmed by its account or its cover.
    if (accepted && 'product' in change.to) return 409;
    if (accepted && 'amount' in change.to) deposit.amount = change.to.amount;
    if (accepted && 'people' in change.to) {
      deposit.asked = [deposit.asked[1] ?? null, deposit.asked[0] ?? null, ...deposit.asked.slice(2)];
      // It was the former main tenant's.
      Object.assign(deposit, { account: null, waiting: null, codesToday: 0 });
    }
    deposit.change = null;
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
    // Once the whole sum has arrived, the manager cannot.
    if (deposit.paidIn >= deposit.amount) return 409;
    payBack(deposit);
    return enter(deposit, 'withdrawn');
  },
  'start-closing': (deposit, { landlord, yearsAgo, ...speaking }, model) => {
    const { by } = speaking;
    if (isManagerWithPosition(speaking)) return 422;
    if (deposit.state !== 'open' || deposit.change?.state === 'to_pay_out') return 409;
    if (landlord > deposit.amount) return 422;
    const day = Temporal.PlainDate.from(model.today).subtract({ years: yearsAgo }).toString();
    const spoken = speak(model, speaking, { kind: 'proposal', landlord, day });
    if (spoken !== 'counts') return spoken;
    deposit.surplus += deposit.change?.paid ?? 0;
    deposit.change = null;
    const tenantsOwn = by === 'tenant' ? landlord : null;
    deposit.closing = {
      startedBy: by,
      startedOn: model.today,
      day,
      end: by === 'tenant' ? 'asked' : 'confirmed',
      claimWaits: false,
      by,
      landlord,
      tenantsOwn,
      noted: null,
      notedByYear: false,
      ordered: null,
    };
    enter(deposit, 'closing');
    orderWhenYearIsOver(deposit, model);
    return 200;
  },
  counter: (deposit, { landlord, ...speaking }, model) => {
    const { closing } = deposit;
    const { by } = speaking;
    if (isManagerWithPosition(speaking)) return 422;
    if (deposit.state !== 'closing' || closing === null || isAgreed(closing)) return 409;
    if (landlord > deposit.amount) return 422;
    const spoken = speak(model, speaking, { kind: 'proposal', landlord, day: null });
    if (spoken !== 'counts') return spoken;
    closing.by = by;
    closing.landlord = landlord;
    if (by === 'tenant') closing.tenantsOwn = landlord;
    if (by === 'tenant' && landlord === 0 && isFree(deposit, model.today)) order(deposit, 0, true);
    return 200;
  },
  consent: (deposit, speaking, model) => {
    const { state, closing } = deposit;
    if (isManagerWithPosition(speaking)) return 422;
    if (state !== 'closing' || closing === null || isAgreed(closing)) return 409;
    if (isNoSignatory(model, speaking)) return 422;
    if (closing.by === speaking.by) return 409;
    const spoken = speak(model, speaking, { kind: 'consent', landlord: closing.landlord, day: null });
    return spoken === 'counts' ? order(deposit, closing.landlord) : spoken;
  },
  'payout-account': (deposit, { iban }) => {
    if (!takesAccount(deposit) || deposit.codesToday === CODES_A_DAY) return 409;
    deposit.waiting = { iban, wrong: 0 };
    deposit.codesToday++;
    return 200;
  },
  'payout-account-code': (deposit, { isRight }) => {
    const { waiting } = deposit;
    if (!takesAccount(deposit) || waiting === null || waiting.wrong === WRONG_CODES) return 409;
    if (!isRight) {
      waiting.wrong++;
      return 422;
    }
    deposit.account = waiting.iban;
    deposit.waiting = null;
    return 200;
  },
  correct: (deposit, { amount }) => {
    const isUnsent = ['awaiting_manager_signature', 'awaiting_send'].includes(deposit.step ?? '');
    if (!isUnsent) return 409;
    if (amount < deposit.paidIn) return 422;
    deposit.amount = amount;
    deposit.signed = deposit.signed.map(() => false);
    return 200;
  },
  'operator-withdraw': (deposit, { hasReason }) => {
    if (!['opening', 'draft_editing'].includes(deposit.state)) return 409;
    if (!hasReason && deposit.paidIn >= deposit.amount) return 422;
    payBack(deposit);
    return enter(deposit, 'withdrawn');
  },
  'release-ground': (deposit, { landlord }) => {
    const { state, closing, amount } = deposit;
    if (state !== 'closing' || closing === null || isAgreed(closing)) return 409;
    if (landlord > amount) return 422;
    return order(deposit, landlord);
  },
  'legal-claim': (deposit) => {
    const { state, closing } = deposit;
    const isOpen = state === 'open' || (state === 'closing' && closing !== null && !isAgreed(closing));
    if (!isOpen || deposit.hasClaim) return 409;
    deposit.hasClaim = true;
    if (closing !== null) closing.claimWaits = false;
    return 200;
  },
  'file-claim': (deposit) => {
    const closing = proposed(deposit);
    if (closing === null || deposit.hasClaim || closing.claimWaits) return 409;
    closing.claimWaits = true;
    return 200;
  },
  'legal-claim/reject': (deposit, _input, model) => {
    const closing = proposed(deposit);
    if (closing === null || !closing.claimWaits) return 409;
    closing.claimWaits = false;
    orderWhenYearIsOver(deposit, model);
    return 200;
  },
  'confirm-end': ({ state, closing }) => {
    if (state !== 'closing' || closing?.end !== 'asked') return 409;
    closing.end = 'confirmed';
    return 200;
  },
  'dispute-end': (deposit, { day }, model) => {
    const closing = proposed(deposit);
    if (closing?.end !== 'asked') return 409;
    const latest = Temporal.PlainDate.from(model.today).add({ months: 12 }).toString();
    if (day === closing.day || day > latest || day < RENTAL_START) return 422;
    Object.assign(closing, { end: 'disputed', day });
    orderWhenYearIsOver(deposit, model);
    return 200;
  },
  'contest-end': (deposit) => {
    const closing = proposed(deposit);
    if (closing === null || closing.startedBy !== 'manager' || closing.end !== 'confirmed') return 409;
    closing.end = 'disputed';
    return 200;
  },
  'tenancy-end': (deposit, { day }, model) => {
    const { state, closing } = deposit;
    if (state !== 'closing' || closing === null) return 409;
    Object.assign(closing, { end: 'settled', day });
    // The year that was noted by another day is not over yet.
    if (closing.notedByYear && !isFree(deposit, model.today))
      Object.assign(closing, { noted: null, notedByYear: false });
    orderWhenYearIsOver(deposit, model);
    return 200;
  },
  hold: (deposit) => {
    if ((deposit.state !== 'open' && deposit.state !== 'closing') || deposit.isHeld) return 409;
    deposit.isHeld = true;
    return 200;
  },
  'lift-hold': (deposit) => {
    if (!deposit.isHeld) return 409;
    deposit.isHeld = false;
    const { closing } = deposit;
    if (closing !== null && closing.noted !== null) order(deposit, closing.noted);
    return 200;
  },
  'send-now': (deposit) => {
    if (deposit.step !== 'awaiting_send') return 409;
    deposit.step = 'awaiting_tenant_signatures';
    return 200;
  },
  'change-contact': (deposit, { isEmail }, { today }) => {
    if (deposit.state === 'closed' || deposit.state === 'withdrawn') return 409;
    if (isEmail) deposit.asked[0] = today;
    return 200;
  },
  'confirm-contact': (deposit, _input, { today }) => {
    const [asked = null] = deposit.asked;
    if (deposit.state === 'closed' || deposit.state === 'withdrawn') return 409;
    if (asked === null || today >= Temporal.PlainDate.from(asked).add({ days: 30 }).toString()) return 409;
    deposit.asked[0] = null;
    return 200;
  },
  'change-person': ({ state, step }) => {
    const isUnsent = ['awaiting_manager_signature', 'awaiting_send'].includes(step ?? '');
    return isUnsent || ['draft_editing', 'closed', 'withdrawn'].includes(state) ? 409 : 200;
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
    if (deposit.toPayBack === 0 || deposit.isHeld) return 409;
    deposit.paidBack += deposit.toPayBack;
    deposit.toPayBack = 0;
    return 200;
  },
};

const WRONG_CODES = 5;
const CODES_A_DAY = 10;

/** Until the payout is ordered; an insurance pays nothing out. */
function takesAccount({ state, product, closing }: Deposit): boolean {
  const isUnder = state === 'open' || (state === 'closing' && closing?.ordered === null);
  return isUnder && product !== 'insurance';
}

const isManagerWithPosition = ({ by, tenant }: Speaking): boolean => by === 'manager' && tenant !== undefined;

/** Of natural tenants the main tenant acts; of a company each of its signatories. */
function isNoSignatory({ isJoint, tenants }: Model, { tenant = 1 }: Speaking): boolean {
  return tenant > (isJoint ? tenants : 1);
}

/** The first word is kept; the second must say the same, and then it counts. */
function speak(model: Model, speaking: Speaking, said: Omit<Word, 'tenant'>): 'counts' | 200 | 409 | 422 {
  const deposit = model.deposit as Deposit;
  const { word: first } = deposit;
  const { tenant } = speaking;
  if (isNoSignatory(model, speaking)) return 422;
  if (!model.isJoint || tenant === undefined) {
    deposit.word = null;
    return 'counts';
  }
  if (first === null || first.tenant === tenant) {
    deposit.word = { tenant, ...said };
    return 200;
  }
  const isSame = first.kind === said.kind && first.landlord === said.landlord && first.day === said.day;
  if (!isSame) return 409;
  deposit.word = null;
  return 'counts';
}

type Closing = NonNullable<Deposit['closing']>;

function isAgreed({ noted, ordered }: Closing): boolean {
  return noted !== null || ordered !== null;
}

/** While it is on hold, nothing is ordered. */
function order(deposit: Deposit, landlord: number, isByYear = false): 200 {
  const { closing, isHeld } = deposit;
  if (closing === null) throw new Error('it is closing');
  deposit.word = null;
  closing.notedByYear = isByYear;
  closing.noted = isHeld ? landlord : null;
  closing.ordered = isHeld ? null : landlord;
  return 200;
}

/** All have signed. */
function goOnWithChange(deposit: Deposit, change: Change): void {
  const { to } = change;
  if ('people' in to) changePeople(deposit, change, to.people);
  else if ('product' in to || deposit.product === 'insurance') change.state = 'at_provider';
  else if (to.amount > deposit.amount) change.state = 'to_pay';
  else {
    change.state = 'to_pay_out';
    change.paysOut = deposit.amount - to.amount;
  }
}

function changePeople(deposit: Deposit, change: Change, what: 'tenant_joins' | 'tenant_leaves' | 'main_tenant'): void {
  if (what === 'main_tenant') {
    change.state = 'at_provider';
    return;
  }
  const [at, removed, joining] = what === 'tenant_joins' ? [deposit.signed.length, 0, 1] : [1, 1, 0];
  deposit.signed.splice(at, removed, ...[true].slice(0, joining));
  deposit.asked.splice(at, removed, ...[null].slice(0, joining));
  deposit.change = null;
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
  if ('product' in change.to) deposit.product = change.to.product;
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

function proposed({ state, closing }: Deposit): Deposit['closing'] {
  return state === 'closing' && closing !== null && !isAgreed(closing) ? closing : null;
}

function orderWhenYearIsOver(deposit: Deposit, { today }: Model): void {
  const closing = proposed(deposit);
  if (closing?.startedBy === 'tenant' && isFree(deposit, today)) {
    order(deposit, Math.min(closing.tenantsOwn ?? 0, closing.landlord), true);
  }
}

/** OR 257e, 77, 78: the year is over, the manager had 30 days, and no claim is known or waits. */
function isFree({ closing, hasClaim }: Deposit, today: string): boolean {
  if (closing === null || hasClaim || closing.claimWaits) return false;
  const told = Temporal.PlainDate.from(closing.startedOn).add({ days: 30 }).toString();
  const year = dayAfterYear(closing.day);
  return today >= (closing.startedBy === 'tenant' && told > year ? told : year);
}

export function freesOn(closing: NonNullable<Deposit['closing']>): string | null {
  if (closing.startedBy === 'manager') return null;
  const told = Temporal.PlainDate.from(closing.startedOn).add({ days: 30 }).toString();
  const year = dayAfterYear(closing.day);
  return told > year ? told : year;
}

/** Silence of 30 days. */
function endTimeToAnswer({ state, closing }: Deposit, today: string): void {
  if (state !== 'closing' || closing?.end !== 'asked') return;
  if (today >= Temporal.PlainDate.from(closing.startedOn).add({ days: 30 }).toString()) closing.end = 'undisputed';
}

/** Read from a calendar, not computed. */
const ASCENSION_DAYS = new Set(
  '2024-05-09 2025-05-29 2026-05-14 2027-05-06 2028-05-25 2029-05-10 2030-05-30 2031-05-22 2032-05-06'.split(' '),
);

function dayAfterYear(day: string): string {
  let end = Temporal.PlainDate.from(day).add({ years: 1 });
  const isHoliday = (): boolean =>
    ['01-01', '08-01', '12-25'].includes(end.toString().slice(5)) || ASCENSION_DAYS.has(end.toString());
  while (end.dayOfWeek > 5 || isHoliday()) end = end.add({ days: 1 });
  return end.add({ days: 1 }).toString();
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
