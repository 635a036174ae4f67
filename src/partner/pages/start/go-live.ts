import type { GoLiveFacts } from '../../../storage/partners/go-live.ts';

/** In the order in which an integration is built. */
const GO_LIVE_STEPS = [
  'organization',
  'key',
  'deposit',
  'handled',
  'status',
  'callback',
  'delivered',
  'conformance',
] as const;
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number];

/** Conformance runs are in the test environment alone. */
export function stepsIn(hasSandbox: boolean): readonly GoLiveStep[] {
  return GO_LIVE_STEPS.filter((step) => hasSandbox || step !== 'conformance');
}

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
    case 'conformance':
      return facts.connections > 0 && facts.conformant === facts.connections;
  }
}
