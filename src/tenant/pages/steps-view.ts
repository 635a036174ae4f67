import type { Deposit } from '../../domain/deposit.ts';
import type { Product } from '../../domain/product.ts';
import { phaseOf, type Phase } from '../../domain/lifecycle/phase.ts';
import type { ProgressStep } from '../../web/parts.ts';
import type { TenantWords } from '../words/words.ts';

type StepName = keyof TenantWords['steps'];

/** The steps of the deposit from a tenant's point of view; null while it is edited or after it was withdrawn. */
export function stepsView(deposit: Deposit, words: TenantWords): ProgressStep[] | null {
  const { product, refusal } = deposit;
  const phase = phaseOf(deposit);
  const steps = stepsIn(phase, product);
  if (steps === null) return null;
  const current = currentStep(phase, product);
  const now = current === 'past' ? steps.length : steps.indexOf(current);
  const isRefused = refusal !== null;
  return steps.map((name, at) => ({ name: words.steps[name], is: isAt({ at, now, isRefused }) }));
}

function isAt({ at, now, isRefused }: { at: number; now: number; isRefused: boolean }): ProgressStep['is'] {
  if (at < now) return 'done';
  if (at > now) return 'ahead';
  return isRefused ? 'bad' : 'now';
}

function stepsIn(phase: Phase, product: Product | null): readonly StepName[] | null {
  switch (phase) {
    case 'awaiting_manager_signature':
    case 'awaiting_send':
    case 'awaiting_tenant_signatures':
    case 'awaiting_account':
    case 'awaiting_cover':
    case 'awaiting_payment':
    case 'open':
      if (product === null) return ['sign', 'payOrCover', 'inForce'];
      return product === 'insurance' ? ['sign', 'cover', 'inForce'] : ['sign', 'account', 'pay', 'inForce'];
    case 'closing_proposed':
    case 'closing_noted':
    case 'closing_ordered':
    case 'closed':
      return ['inForce', 'agree', product === 'insurance' ? 'coverEnds' : 'payout', 'done'];
    case 'draft_editing':
    case 'withdrawn':
      return null;
  }
}

function currentStep(phase: Phase, product: Product | null): StepName | 'past' {
  switch (phase) {
    case 'awaiting_manager_signature':
    case 'awaiting_send':
    case 'awaiting_tenant_signatures':
      return 'sign';
    case 'awaiting_account':
      return 'account';
    case 'awaiting_cover':
      return 'cover';
    case 'awaiting_payment':
      return 'pay';
    case 'closing_proposed':
      return 'agree';
    case 'closing_noted':
    case 'closing_ordered':
      return product === 'insurance' ? 'coverEnds' : 'payout';
    case 'open':
    case 'closed':
    case 'draft_editing':
    case 'withdrawn':
      return 'past';
  }
}
