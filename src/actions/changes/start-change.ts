import type { Refusal } from '../../domain/lifecycle/move.ts';
import type { ChangeWish } from '../../domain/lifecycle/changes/starting.ts';
import type { Organization } from '../../domain/organization.ts';
import type { Member } from '../../domain/organization.ts';
import { readJoining, readNewOwner } from '../../domain/payload/read-change.ts';
import type { Problem } from '../../domain/payload/problem.ts';
import type { Product } from '../../domain/product.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import type { Services } from '../services.ts';

/** A change as it is asked for; the fields of people are not read yet. */
export type ChangeCall =
  | { kind: 'tenant_joins' | 'owner'; fields: Readonly<Record<string, unknown>> }
  | { kind: 'tenant_leaves' | 'main_tenant'; tenant: number }
  | { kind: 'amount'; rentalDeposit: { amount: Rappen; roundedFrom: string | null } }
  | { kind: 'product'; product: Product };

/** Starts a change. The fields are read by the rules of the open call. Null: there is no such deposit. */
export async function startDepositChange(
  services: Services,
  location: Location,
  call: ChangeCall,
  { member }: { member?: Member | undefined } = {},
): Promise<Moved | { problems: readonly Problem[] } | null> {
  let problems: readonly Problem[] = [];
  const moved = await moveDeposit(
    services,
    location,
    'start_change',
    (_deposit, { organization, now }): ChangeWish | Refusal => {
      const read = wishOf(call, { organization, now });
      if (!('problems' in read)) return read;
      problems = read.problems;
      return { refused: 'changed_meanwhile' };
    },
    { member },
  );
  return problems.length > 0 ? { problems } : moved;
}

function wishOf(
  call: ChangeCall,
  { organization, now }: { organization: Organization; now: Date },
): ChangeWish | { problems: readonly Problem[] } {
  switch (call.kind) {
    case 'tenant_joins': {
      const read = readJoining(call.fields, swissDay(now));
      return read.ok ? { kind: call.kind, tenant: read.tenant, adjustments: read.adjustments } : read;
    }
    case 'owner': {
      const read = readNewOwner(call.fields, organization);
      return read.ok ? { kind: call.kind, owner: read.owner, adjustments: read.adjustments } : read;
    }
    case 'tenant_leaves':
    case 'main_tenant':
      return call;
    case 'amount': {
      const { amount, roundedFrom } = call.rentalDeposit;
      return { kind: call.kind, rentalDeposit: amount, roundedFrom };
    }
    case 'product':
      return call;
  }
}
