import type { ProblemCode } from '../src/domain/payload/problem.ts';
import type { RoleName } from '../test/support/access.ts';
import type { Message } from './wire.ts';
import type { Organization } from './world.ts';

/** Where an input goes; other doors by their names. */
export type Target = 'open' | 'check' | 'status' | 'form' | (string & {});

/** The expected answer. Its texts are from the contract, not from the code. */
export type Expected =
  /** A deposit was opened, or would be. */
  | { is: 'opened' }
  /** Exactly this refusal. */
  | { is: 'refused'; result: 'skipped' | 'errored'; reason: string; isNamed: boolean }
  /** Exactly these problems. */
  | { is: 'problems'; row: 8 | 9 | 10 | 11; problems: [field: string, code: ProblemCode][] }
  /** Anything that the contract allows. */
  | { is: 'in_contract' }
  /** Rows 1 to 3, also for the dry run. */
  | { is: 'status'; status: number; externalContractId: string | null }
  | { is: 'page'; statuses: readonly number[] }
  /** Of any route: as documented, to those who may. */
  | { is: 'door'; route: string; role: RoleName }
  /** Of one cell to another: its token is good for it, or not. */
  | { is: 'cell'; isGood: boolean }
  | { is: 'method_refused'; allow: string }
  | { is: 'no_route' }
  /** A path that may match the call or nothing. */
  | { is: 'odd_route' }
  /** Malformed HTTP: refused by the server, or the connection ends. Any answer of the contract is accepted too. */
  | { is: 'not_http' };

export type Call = {
  target: Target;
  /** How the input was made, for the statistics. */
  kind: string;
  message: Message;
  expected: Expected;
  /** Organization and contract id, if known. */
  organization: Organization | null;
  contractId: string | null;
  /** The service delays this answer on purpose. */
  isPaced?: boolean;
};
