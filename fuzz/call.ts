import type { ProblemCode } from '../src/domain/payload/problem.ts';
import type { Message } from './wire.ts';
import type { Organization } from './world.ts';

export type Target = 'open' | 'check' | 'status' | 'form';

/** What must come back. The words are the contract's own, not taken from the code that speaks them. */
export type Expected =
  /** A deposit was opened, or would be. */
  | { is: 'opened' }
  /** Just this refusal. */
  | { is: 'refused'; result: 'skipped' | 'errored'; reason: string; isNamed: boolean }
  /** Just these problems. */
  | { is: 'problems'; row: 8 | 9 | 10 | 11; problems: [field: string, code: ProblemCode][] }
  /** Whatever the contract allows. */
  | { is: 'in_contract' }
  /** Rows 1 to 3 hold whatever the dry run is asked. */
  | { is: 'status'; status: number; externalContractId: string | null }
  | { is: 'page'; statuses: readonly number[] }
  | { is: 'method_refused'; allow: string }
  | { is: 'no_route' }
  /** An address that may lead to the call or nowhere, but nowhere else. */
  | { is: 'odd_route' }
  /** No proper HTTP: refused by the server itself, or the connection ends. Anything in the contract is fine, too. */
  | { is: 'not_http' };

export type Call = {
  target: Target;
  /** What was done to it, for the count of what was tried. */
  kind: string;
  message: Message;
  expected: Expected;
  /** Whose call it is, and with which contract id, where that is known. */
  organization: Organization | null;
  contractId: string | null;
  /** The service waits on purpose before it answers this one. */
  isPaced?: boolean;
};
