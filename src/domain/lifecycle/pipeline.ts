import { STEPS, type State, type Step } from '../deposit.ts';

/** Where deposits stand on their way, in its order: states, and steps instead of `opening`. */
export const PIPELINE = [...STEPS, 'draft_editing', 'open', 'closing'] as const;
export type PipelinePlace = (typeof PIPELINE)[number] & (State | Step);

/**
 * After how many days at one place someone should look: some days after the last reminder, longer than a bank or an insurer
 * takes, and a month more than the year of OR 257e. What is not in here does not wait for people, or has no end.
 */
export const STUCK_AFTER_DAYS: Partial<Record<PipelinePlace, number>> = {
  awaiting_manager_signature: 17,
  awaiting_tenant_signatures: 17,
  awaiting_account: 7,
  awaiting_cover: 7,
  awaiting_payment: 30,
  draft_editing: 17,
  closing: 396,
};
