import type { OperatorRole } from '../../domain/operator.ts';
import type { Services } from '../services.ts';

/** What an action does, in words, and what it changes: field, before, after. */
export type Shown = { what: string; changes: readonly (readonly [name: string, before: string, after: string])[] };

export type Row<Input> = {
  /** Who may ask. */
  role: OperatorRole;
  /** What it is about, as in `deposit:ID`. */
  subject: (input: Input) => string;
  /** The organization it belongs to; null: none. */
  organizationId: (services: Services, input: Input) => Promise<string | null>;
  /** Whether a second person must agree, as things stand. */
  isNeeded: (services: Services, input: Input) => Promise<boolean>;
  /**
   * Carries it out in the caller's transaction, or throws `SetUpRefused`. It is also tried and rolled back when someone
   * asks for it; what it shows then must be the same when it is approved.
   */
  carryOut: (services: Services, input: Input) => Promise<Shown>;
};

/** Infers the input type of each row. */
export const row = <Input>(given: Row<Input>): Row<Input> => given;
