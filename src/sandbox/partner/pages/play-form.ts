import { PARTIES } from '../../../domain/closing/closing.ts';
import { canMove, type MoveName } from '../../../domain/lifecycle/moves.ts';
import type { StoredDeposit } from '../../../storage/deposits/deposits.ts';

/** Whose part is played. */
export const PLAYERS = ['manager', 'tenant', 'either', 'provider', 'bank'] as const;
export type Player = (typeof PLAYERS)[number];

/** `fields`: those of an open call, as JSON. `tenant`: a position. */
type FieldKind = 'text' | 'long' | 'amount' | 'day' | 'yes' | 'tenant' | 'file' | 'fields' | readonly string[];

export type PlayField = {
  /** In the body; a dot leads into a member. */
  name: string;
  kind: FieldKind;
  isRequired?: boolean;
  /** What is in the form at first. */
  suggested?: string;
};

/** A form that plays a part. */
export type PlayForm = {
  id: string;
  player: Player;
  /** The name of the part; two forms can play the same one. */
  play: string;
  isPossible: (deposit: StoredDeposit) => boolean;
  fields: readonly PlayField[];
  /** Members that the form always sends. */
  fixed?: Record<string, unknown>;
};

export const whenMove =
  (move: MoveName) =>
  (deposit: StoredDeposit): boolean =>
    canMove(move, deposit);

/** Fields that several forms have. */
export const SHARED_FIELDS = {
  by: { name: 'by', kind: PARTIES, isRequired: true },
  tenant: { name: 'tenant', kind: 'tenant' },
  oneTenant: { name: 'tenant', kind: 'tenant', isRequired: true },
  amount: { name: 'amount', kind: 'amount' },
  reason: { name: 'reason', kind: 'long' },
} satisfies Record<string, PlayField>;
