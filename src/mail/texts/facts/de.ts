import type { DepositFacts, SplitFacts } from '../../../domain/effect.ts';
import type { Product } from '../../../domain/product.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { MailText } from '../mail-texts.ts';

export const aboutDe = (facts: DepositFacts, amount: string): NonNullable<MailText['facts']> => [
  ['Vertrag', facts.externalContractId],
  ['Mietobjekt', facts.property],
  ['Mieterschaft', facts.tenants.join(', ')],
  ['Mietkaution', `CHF ${amount}`],
];

/** An insurance holds no money that could be divided. */
export const splitDe = ({
  product,
  amountTenant,
  amountLandlord,
}: SplitFacts & { product: Product }): NonNullable<MailText['facts']> =>
  product === 'insurance'
    ? [['Forderung der Vermieterschaft', `CHF ${formatChf(amountLandlord)}`]]
    : [
        ['An die Mieterschaft', `CHF ${formatChf(amountTenant)}`],
        ['An die Vermieterschaft', `CHF ${formatChf(amountLandlord)}`],
      ];
