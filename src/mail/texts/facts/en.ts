import type { DepositFacts, SplitFacts } from '../../../domain/effect.ts';
import type { Product } from '../../../domain/product.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { MailText } from '../mail-texts.ts';

export const aboutEn = (facts: DepositFacts, amount: string): NonNullable<MailText['facts']> => [
  ['Contract', facts.externalContractId],
  ['Property', facts.property],
  [facts.tenants.length > 1 ? 'Tenants' : 'Tenant', facts.tenants.join(', ')],
  ['Rental deposit', `CHF ${amount}`],
];

/** An insurance holds no money that could be divided. */
export const splitEn = ({
  product,
  amountTenant,
  amountLandlord,
  tenants,
}: SplitFacts & Pick<DepositFacts, 'tenants'> & { product: Product }): NonNullable<MailText['facts']> =>
  product === 'insurance'
    ? [['Claimed by the landlord', `CHF ${formatChf(amountLandlord)}`]]
    : [
        [tenants.length > 1 ? 'To the tenants' : 'To the tenant', `CHF ${formatChf(amountTenant)}`],
        ['To the landlord', `CHF ${formatChf(amountLandlord)}`],
      ];
