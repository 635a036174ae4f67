import type { GoLiveFacts } from '../../../storage/partners/go-live.ts';

/** In the order in which an integration is built. */
export const GO_LIVE_STEPS = ['organization', 'key', 'deposit', 'handled', 'status', 'callback', 'delivered'] as const;
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number];

/** Computed from facts alone: nobody ticks a box. */
export function isStepDone(step: GoLiveStep, facts: GoLiveFacts): boolean {
  switch (step) {
    case 'organization':
      return facts.connections > 0;
    case 'key':
      return facts.hasUsedKey;
    case 'deposit':
      return facts.hasOpened;
    case 'handled':
      return facts.hasOpened && facts.unhandled.length === 0;
    case 'status':
      return facts.hasReadStatus;
    case 'callback':
      return facts.connections > 0 && facts.listening === facts.connections;
    case 'delivered':
      return facts.hasDelivered && !facts.hasFailedDeliveries;
  }
}
