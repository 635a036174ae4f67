import assert from 'node:assert/strict';
import type { Deposit } from '../../src/domain/deposit.ts';
import type { Effect, Mail } from '../../src/domain/effect.ts';
import { balances, faultsOf, type Order, type Posting } from '../../src/domain/ledger.ts';
import { isOpenOrder } from '../../src/domain/lifecycle/orders.ts';
import { releasedBy } from '../../src/domain/change.ts';
import { isRefused, type Decision, type Move, type MoveContext } from '../../src/domain/lifecycle/move.ts';
import { decideMove, type InputOf, type MoveName } from '../../src/domain/lifecycle/moves.ts';
import { context as base } from './sample-deposit.ts';

/** When the moves are made, some days after the deposit has reached its phase. */
export const LATER = new Date('2026-11-20T09:30:00Z');

/** A context whose ids and tokens start from 1, so that each test has the same. */
export function freshContext(changed: Partial<MoveContext> = {}): MoveContext {
  let count = 0;
  return {
    ...base,
    now: LATER,
    random: { id: () => `id-${++count}`, tenantToken: () => `token-${++count}`, digits: (n) => '7'.repeat(n) },
    ...changed,
  };
}

/** A deposit on its way. After each move its books must balance. */
export class Life {
  deposit: Deposit;
  context: MoveContext;
  private postings: readonly Posting[];

  constructor(
    deposit: Deposit,
    context: MoveContext = freshContext(),
    postings: readonly Posting[] = paidInBefore(deposit),
  ) {
    this.deposit = deposit;
    this.context = context;
    this.postings = postings;
  }

  /** Makes a move, and compares what it changes and tells. */
  makes<M extends MoveName>(name: M, input: InputOf<M>, expected: readonly string[]): this {
    const decision = decideMove(name, this.deposit, input, this.context);
    assert.deepEqual(told(this.deposit, decision), expected);
    return this.goOn(decision);
  }

  /** What the table and the rules say, without going on. */
  decides<M extends MoveName>(name: M, input: InputOf<M>): Decision {
    return decideMove(name, this.deposit, input, this.context);
  }

  /** Makes moves that other tests are about. */
  after<M extends MoveName>(name: M, input: InputOf<M>): this {
    const decision = decideMove(name, this.deposit, input, this.context);
    assert.ok(!isRefused(decision), `${name}: ${isRefused(decision) ? decision.refused : ''}`);
    return this.goOn(decision);
  }

  /** The time of the next moves. */
  at(time: string): this {
    this.context = { ...this.context, now: new Date(time) };
    return this;
  }

  with(changed: Partial<Deposit>): this {
    this.deposit = { ...this.deposit, ...changed };
    return this;
  }

  private goOn(decision: Decision): this {
    if (isRefused(decision)) return this;
    this.deposit = decision.deposit;
    this.postings = [...this.postings, ...decision.postings];
    assert.deepEqual(faultsOf(booksOf(this.deposit, this.postings)), []);
    return this;
  }
}

/** What was paid in before a test begins. */
function paidInBefore({ payments, orders }: Deposit): Posting[] {
  const none = { bookedOn: null, paymentId: null, orderId: null };
  return [
    ...payments
      .filter(({ counted, surplus }) => counted + surplus > 0)
      .map(({ at, counted, surplus }): Posting => ({
        ...none,
        at,
        amount: (counted + surplus) as never,
        from: 'payer',
        to: 'held',
      })),
    ...orders.map(({ orderedAt: at, amount, payee }): Posting => ({
      ...none,
      at,
      amount,
      from: 'held',
      to: payee === 'landlord' ? 'to_landlord' : 'to_tenant',
    })),
  ];
}

function booksOf(deposit: Deposit, postings: readonly Posting[]): Parameters<typeof faultsOf>[0] {
  const { payments, orders, state, terms, paidIn, interest, charges, withholdingTax, product } = deposit;
  const sum = (some: readonly Order[]): number => some.reduce((total, { amount }) => total + amount, 0);
  const of = (payee: Order['payee']) => {
    const all = orders.filter((one) => one.payee === payee);
    return {
      open: sum(all.filter(isOpenOrder)),
      completed: sum(all.filter(({ completedAt }) => completedAt !== null)),
    };
  };
  return {
    balances: balances(postings),
    payments: payments.filter(({ reversedAt }) => reversedAt === null).reduce((total, { amount }) => total + amount, 0),
    orders: { payer: of('payer'), tenant: of('tenant'), landlord: of('landlord'), deposit: of('deposit') },
    deposit: {
      state,
      rentalDeposit: terms.rentalDeposit,
      paidIn,
      surplus: payments.reduce((total, { surplus }) => total + surplus, 0),
      interest,
      charges,
      withholdingTax,
      released: releasedBy(deposit),
      isInsured: product === 'insurance',
      hasReversal: payments.some(({ reversedAt }) => reversedAt !== null),
    },
  };
}

/** A decision in lines: what is refused; or what changes, the history, what is sent and queued, and the postings. */
export function told(before: Deposit, decision: Decision): string[] {
  if (isRefused(decision)) {
    return [`refused ${decision.refused}${decision.field === undefined ? '' : ` (${decision.field})`}`];
  }
  const names = namesIn(decision.deposit);
  return [...changedIn(before, decision.deposit), ...saidBy(decision)].map((line) =>
    line.replaceAll(/\bid-\d+\b/g, (id) => names.get(id) ?? id),
  );
}

/** What an id stands for: `order 1` says more, and does not change with the number of mails. */
function namesIn({ applications, orders, changes }: Deposit): Map<string, string> {
  const named = (name: string, some: readonly { id: string }[]) =>
    some.map(({ id }, index) => [id, `${name} ${index + 1}`] as const);
  return new Map([...named('application', applications), ...named('order', orders), ...named('change', changes)]);
}

/** The same without what changes in the deposit. */
export function saidBy({ history, endedLinks, positions, links, effects, postings }: Move): string[] {
  const sent = links.filter(({ emailChange }) => emailChange === undefined);
  return [
    ...history.map(
      ({ actor, event, detail, personal }) =>
        `${actor}: ${event}${members(detail)}${personal === undefined ? '' : ` |${members(personal)}`}`,
    ),
    ...endedLinks.map((position) => `links of ${position} end`),
    ...positions.map(({ from, to }) => `links of ${from} go to ${to ?? 'nobody'}`),
    ...effects.flatMap(effectLines),
    ...(sent.length === 0 ? [] : [`links for ${sent.map(({ position }) => position).join(', ')}`]),
    ...links
      .filter(({ emailChange }) => emailChange !== undefined)
      .map(({ position, emailChange }) => `link of ${position} to ${emailChange?.what} ${emailChange?.id}`),
    ...postings.map(
      ({ from, to, amount, bookedOn, paymentId, orderId }) =>
        `${from} → ${to}${members({ amount, bookedOn, paymentId, orderId })}`,
    ),
  ];
}

function effectLines(effect: Effect): string[] {
  switch (effect.kind) {
    case 'mail':
      return [mailLine(effect.mail)];
    case 'document': {
      const { facts, mails = [], isSilent, content } = effect.document;
      const body = without(facts, HEAD);
      const marks = members({ isSilent, content });
      return [`document${members(body)}${marks}`, ...mails.map(({ name, mail }) => `  ${name} in ${mailLine(mail)}`)];
    }
    case 'provider_event':
      return [`${effect.event}: ${effect.applicationId}`];
    case 'sms':
      return [`sms${members(effect.sms)}`];
    case 'letter':
    case 'add_to_digest':
    case 'daily_digest':
      return [`${effect.kind}${members({ ...effect.note })}`];
    case 'state_event':
      return [`${effect.kind} ${effect.change.from} → ${effect.change.to}`];
    case 'check_register':
    case 'counterpart':
    case 'end_undisputed':
    case 'order_after_year':
    case 'remind':
    case 'send_deposit':
    case 'warn_of_year':
      return [`${effect.kind} ${text(effect.dueAt)}`];
  }
}

/** What all mails, or all documents, of a deposit share. */
const SHARED = 'depositId organization externalContractId property tenants rentalDeposit contact linkToken kind'.split(
  ' ',
);
const HEAD =
  'at language organization externalContractId property rentalStart rentalDeposit owner tenants bank brand'.split(' ');

function mailLine({ to, cc, language, facts }: Mail): string {
  const copy = cc === null ? '' : ` and ${cc.name} ${cc.email}`;
  return `mail ${facts.kind} to ${to.email}${copy} in ${language}${members(without(facts, SHARED))}`;
}

function without(facts: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));
}

/** Every member that differs, by its path. */
function changedIn(before: unknown, after: unknown, path = ''): string[] {
  if (before === after || text(before) === text(after)) return [];
  if (!isPlain(before) || !isPlain(after)) return [`${path} = ${text(after)}`];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    changedIn(
      (before as Record<string, unknown>)[name],
      (after as Record<string, unknown>)[name],
      path === '' ? name : `${path}.${name}`,
    ),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function members(value: object): string {
  const told = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return told.map(([name, one]) => ` ${name}=${text(one)}`).join('');
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(':00.000Z', 'Z');
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
  if (isAmendment(value)) return `${String(value.number)} ${String(value.kind)}`;
  if (isPlain(value)) return `{${members(value).trim()}}`;
  return typeof value === 'string' ? value : String(value);
}

/** What an amendment says is tested where it is made. */
const isAmendment = (value: unknown): value is { number: unknown; kind: unknown } =>
  isPlain(value) && 'number' in value && 'before' in value;
