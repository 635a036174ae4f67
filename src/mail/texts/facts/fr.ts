import type { DepositFacts, SplitFacts } from '../../../domain/effect.ts';
import type { Product } from '../../../domain/product.ts';
import { formatChf } from '../../../domain/values/money.ts';
import type { MailText } from '../mail-texts.ts';

export const aboutFr = (facts: DepositFacts, amount: string): NonNullable<MailText['facts']> => [
  ['Contrat', facts.externalContractId],
  ['Objet loué', facts.property],
  [facts.tenants.length > 1 ? 'Locataires' : 'Locataire', facts.tenants.join(', ')],
  ['Garantie de loyer', `CHF ${amount}`],
];

/** An insurance holds no money that could be divided. */
export const splitFr = ({
  product,
  amountTenant,
  amountLandlord,
  tenants,
}: SplitFacts & Pick<DepositFacts, 'tenants'> & { product: Product }): NonNullable<MailText['facts']> =>
  product === 'insurance'
    ? [['Prétention du bailleur', `CHF ${formatChf(amountLandlord)}`]]
    : [
        [tenants.length > 1 ? 'Aux locataires' : 'Au locataire', `CHF ${formatChf(amountTenant)}`],
        ['Au bailleur', `CHF ${formatChf(amountLandlord)}`],
      ];
