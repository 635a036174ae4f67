import type { Product } from '../../domain/product.ts';
import { phaseOf, type Phase } from '../../domain/lifecycle/phase.ts';
import type { Html } from '../../web/html.ts';
import { progress, type ProgressStep } from '../../web/parts.ts';
import type { Visit } from '../visit.ts';
import type { TenantWords } from '../words/words.ts';

type StepName = keyof TenantWords['steps'];

/** The way of the deposit as a tenant goes it; null where there is none any more. */
export function steps({ deposit, words }: Visit): Html | null {
  const place = phaseOf(deposit);
  const way = wayOf(place, deposit.product);
  if (way === null) return null;
  const current = nowAt(place, deposit.product);
  const now = current === 'past' ? way.length : way.indexOf(current);
  const isRefused = deposit.refusal !== null;
  return progress(
    words.progress,
    way.map((name, at): ProgressStep => ({ name: words.steps[name], is: isAt({ at, now, isRefused }) })),
  );
}

function isAt({ at, now, isRefused }: { at: number; now: number; isRefused: boolean }): ProgressStep['is'] {
  if (at < now) return 'done';
  if (at > now) return 'ahead';
  return isRefused ? 'bad' : 'now';
}

function wayOf(place: Phase, product: Product | null): readonly StepName[] | null {
  switch (place) {
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
    case 'closing_ordered':
    case 'closed':
      return ['inForce', 'agree', product === 'insurance' ? 'coverEnds' : 'payout', 'done'];
    case 'draft_editing':
    case 'withdrawn':
      return null;
  }
}

function nowAt(place: Phase, product: Product | null): StepName | 'past' {
  switch (place) {
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
    case 'closing_ordered':
      return product === 'insurance' ? 'coverEnds' : 'payout';
    case 'open':
    case 'closed':
    case 'draft_editing':
    case 'withdrawn':
      return 'past';
  }
}
