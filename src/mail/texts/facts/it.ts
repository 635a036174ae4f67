import type { DepositFacts, SplitFacts } from '../../../domain/effect.ts';
import type { Product } from '../../../domain/product.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { MailText } from '../mail-texts.ts';

export const aboutIt = (facts: DepositFacts, amount: string): NonNullable<MailText['facts']> => [
  ['Contratto', facts.externalContractId],
  ['Oggetto locato', facts.property],
  [facts.tenants.length > 1 ? 'Inquilini' : 'Inquilino', facts.tenants.join(', ')],
  ['Deposito di garanzia', `CHF ${amount}`],
];

/** An insurance holds no money that could be divided. */
export const splitIt = ({
  product,
  amountTenant,
  amountLandlord,
  tenants,
}: SplitFacts & Pick<DepositFacts, 'tenants'> & { product: Product }): NonNullable<MailText['facts']> =>
  product === 'insurance'
    ? [['Pretesa del locatore', `CHF ${formatChf(amountLandlord)}`]]
    : [
        [tenants.length > 1 ? 'Agli inquilini' : 'All’inquilino', `CHF ${formatChf(amountTenant)}`],
        ['Al locatore', `CHF ${formatChf(amountLandlord)}`],
      ];
