import { RESOLUTIONS, type Resolution, type ResolvedAs } from '../../../../../domain/bank/resolution.ts';
import { TARGET_OF, type ResolutionTarget } from '../../../../../domain/resolving/suggestion.ts';
import { namedOrder } from '../../../../../domain/values/end-to-end-id.ts';
import { parseAmount, toChf } from '../../../../../domain/values/money.ts';
import type { Sql } from '../../../../../storage/database/database.ts';
import { isId } from '../../../../../storage/database/ids.ts';
import type { DepositAnywhere } from '../../../../../storage/deposit-list/everywhere.ts';
import { field, type Form } from '../../../../../web/forms.ts';
import { resolutionFrom, resolveInput } from '../../../../bank-entry-routes.ts';
import { findTheDeposit } from '../../../find-deposit.ts';
import { readInput, type Problems } from '../../../forms.ts';

/** The field of the form for each target. */
export const TARGET_FIELDS: Record<ResolutionTarget, string> = {
  depositId: 'deposit',
  orderId: 'order',
  paymentId: 'payment',
};

/** What a person has typed, or a candidate has filled in. */
export type Typed = {
  as: string;
  deposit: string;
  order: string;
  payment: string;
  reason: string;
  parts: readonly TypedPart[] | null;
};
export type TypedPart = { as: string; amount: string; target: string };

export const MOST_PARTS = 20;
const FIRST_PARTS = 3;

/** From a form, or from the address that a candidate links to. */
export function typedFrom(form: Form): Typed {
  const rows = Number(field(form, 'parts'));
  return {
    as: field(form, 'as'),
    deposit: field(form, 'deposit'),
    order: field(form, 'order'),
    payment: field(form, 'payment'),
    reason: field(form, 'reason'),
    parts: Number.isInteger(rows) && rows > 0 ? partsFrom(form, Math.min(rows, MOST_PARTS)) : null,
  };
}

function partsFrom(form: Form, rows: number): TypedPart[] {
  return Array.from({ length: rows }, (_, index) => ({
    as: field(form, `as${index + 1}`),
    amount: field(form, `amount${index + 1}`),
    target: field(form, `target${index + 1}`),
  }));
}

const NO_PART: TypedPart = { as: '', amount: '', target: '' };

/** The rows of the form for parts, with some that are still empty. */
export function partRows(parts: readonly TypedPart[] | null, more = 0): TypedPart[] {
  const rows = Math.min(Math.max((parts?.length ?? 0) + more, FIRST_PARTS), MOST_PARTS);
  return Array.from({ length: rows }, (_, index) => parts?.[index] ?? NO_PART);
}

type Read =
  | { resolution: Resolution; problems: null }
  /** `found`: the deposits that fit what was typed. */
  | { resolution: null; problems: Problems; found: readonly DepositAnywhere[] };

/** The resolution that a form asks for, by the rules of the API. */
export async function readResolution(sql: Sql, typed: Typed): Promise<Read> {
  return typed.parts === null ? readWhole(sql, typed) : readParts(sql, typed.parts, typed.reason);
}

async function readWhole(sql: Sql, typed: Typed): Promise<Read> {
  const { as, reason } = typed;
  if (!isResolution(as)) return refused({ as: 'Choose what it is.' }, reason);
  const target = TARGET_OF[as];
  const named = target === null ? {} : await lookUp(sql, target, typed[TARGET_FIELDS[target] as 'deposit']);
  if ('problem' in named) {
    return refused({ [TARGET_FIELDS[target as ResolutionTarget]]: named.problem }, reason, named.found);
  }
  return validated({ as, ...named, reason });
}

async function readParts(sql: Sql, rows: readonly TypedPart[], reason: string): Promise<Read> {
  const problems: Record<string, string> = {};
  const found: DepositAnywhere[] = [];
  const parts: object[] = [];
  for (const [index, { as, amount, target: typed }] of rows.entries()) {
    if (as === '' && amount === '' && typed === '') continue;
    const number = index + 1;
    const chf = parseAmount(amount);
    if (chf === null || chf === 0) problems[`amount${number}`] = 'Give an amount above 0, such as 120.50.';
    if (!isResolution(as)) {
      problems[`as${number}`] = 'Choose what it is.';
      continue;
    }
    const target = TARGET_OF[as];
    const named = target === null ? {} : await lookUp(sql, target, typed);
    if ('problem' in named) {
      problems[`target${number}`] = named.problem;
      found.push(...named.found);
    } else {
      parts.push({ as, amount: chf === null ? undefined : toChf(chf), ...named });
    }
  }
  if (Object.keys(problems).length > 0) return refused(problems, reason, found);
  if (parts.length === 0) return refused({ parts: 'Give at least one part.' }, reason);
  return validated({ parts, reason });
}

function validated(input: object): Read {
  const read = readInput(resolveInput, input);
  if (read.problems !== null) return { resolution: null, problems: read.problems, found: [] };
  return { resolution: resolutionFrom(read.value), problems: null };
}

/** With the problem of the reason, so that all problems are shown at once. */
function refused(problems: Problems, reason: string, found: readonly DepositAnywhere[] = []): Read {
  const asked = readInput(resolveInput, { as: 'none', reason });
  return { resolution: null, problems: { ...problems, ...asked.problems }, found };
}

type Named = Partial<Record<ResolutionTarget, string>> | { problem: string; found: readonly DepositAnywhere[] };

async function lookUp(sql: Sql, target: ResolutionTarget, typed: string): Promise<Named> {
  const missing = (problem: string): Named => ({ problem, found: [] });
  switch (target) {
    case 'depositId': {
      if (typed === '') return missing('Give the deposit.');
      const { deposit, problem, found } = await findTheDeposit(sql, typed);
      return deposit === null ? { problem, found } : { depositId: deposit.depositId };
    }
    case 'orderId': {
      const id = isId(typed) ? typed : (namedOrder(typed)?.orderId ?? null);
      return id === null ? missing('Give the id of an order, or its end-to-end id.') : { orderId: id };
    }
    case 'paymentId':
      return isId(typed) ? { paymentId: typed } : missing('Give the id of a payment.');
  }
}

function isResolution(as: string): as is ResolvedAs['as'] {
  return (RESOLUTIONS as readonly string[]).includes(as);
}

/** What the action says about a member of the API, at the field of the form. */
export function problemsAtFields(problems: Problems): Problems {
  const names: Partial<Record<string, string>> = TARGET_FIELDS;
  return Object.fromEntries(Object.entries(problems).map(([name, message]) => [names[name] ?? name, message]));
}
