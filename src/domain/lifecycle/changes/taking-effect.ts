import type { Deposit, DepositChange } from '../../deposit.ts';
import { withRounding } from '../rounding.ts';
import { moved, withTenants } from './people.ts';

/** The deposit as it is once the change is in force. Money and accounts are changed where they move. */
export function applied(
  deposit: Deposit,
  { subject, signatures }: Pick<DepositChange, 'subject' | 'signatures'>,
): Deposit {
  const { terms, adjustments } = deposit;
  switch (subject.kind) {
    case 'tenant_joins': {
      const position = terms.tenants.length + 1;
      return {
        ...deposit,
        terms: { ...terms, tenants: [...terms.tenants, subject.tenant] },
        signatures: [...deposit.signatures, signatures[position - 1] ?? null],
        adjustments: [...adjustments, ...subject.adjustments.flatMap((one) => moved(one, () => position))],
      };
    }
    case 'tenant_leaves':
    case 'main_tenant':
      return withTenants(deposit, orderAfter(deposit, subject));
    case 'owner': {
      const others = adjustments.filter(({ field }) => !field.startsWith('owner'));
      return {
        ...deposit,
        terms: { ...terms, owner: subject.owner },
        adjustments: [...others, ...subject.adjustments],
      };
    }
    case 'amount': {
      const { rentalDeposit: amount, roundedFrom } = subject;
      return {
        ...deposit,
        terms: { ...terms, rentalDeposit: amount },
        adjustments: withRounding(adjustments, { amount, roundedFrom }),
      };
    }
    case 'product':
      return { ...deposit, product: subject.product, provider: subject.provider };
  }
}

/** The positions of now in their new order. */
export function orderAfter(
  { terms }: Pick<Deposit, 'terms'>,
  { kind, position }: { kind: 'tenant_leaves' | 'main_tenant'; position: number },
): number[] {
  const others = terms.tenants.map((_, index) => index + 1).filter((one) => one !== position);
  return kind === 'tenant_leaves' ? others : [position, ...others];
}
