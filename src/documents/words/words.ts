import type { DocumentHead, DocumentKind } from '../../domain/document.ts';
import type { ReleaseGround } from '../../domain/closing/closing.ts';
import type { Product } from '../../domain/product.ts';
import type { MovementKind } from '../../domain/statements/year.ts';

/** What a QR-bill says, for those who do not see it. */
type BillFacts = { amount: string; iban: string; reference: string };

/** The document texts of one language. */
export type Words = {
  titles: Record<DocumentKind, string>;
  footer: (facts: DocumentHead) => string;
  contract: string;
  property: string;
  tenants: (count: number) => string;
  deposit: string;
  owner: string;
  iban: string;
  slip: {
    please: string;
    toPay: string;
    reference: string;
    yours: string;
    message: string;
    alt: (bill: BillFacts) => string;
  };
  payIn: { confirmed: (day: string) => string; payments: string; law: string };
  payOut: {
    confirmed: (day: string) => string;
    ground: string;
    grounds: Record<ReleaseGround, string>;
    held: string;
    items: Record<'deposit' | 'interest' | 'charges' | 'withholdingTax' | 'surplus' | 'total', string>;
    payouts: string;
    to: { tenant: (count: number) => string; landlord: string };
    tenancyEnd: string;
  };
  yearStatement: {
    lead: (day: string) => string;
    summary: string;
    balance: (day: string) => string;
    paidIn: string;
    interest: string;
    charges: string;
    withholdingTax: string;
    paidOut: string;
    movements: (year: number) => string;
    kinds: Record<MovementKind, string>;
    taxes: string;
  };
  /** The balance confirmation of an organization. */
  holdings: {
    title: string;
    lead: (day: string, service: string) => string;
    organization: string;
    day: string;
    count: string;
    total: string;
    each: string;
    columns: Record<'contract' | 'tenants' | 'property' | 'account' | 'amount', string>;
    computing: string;
    computed: string;
    making: string;
    made: (moment: string, service: string) => string;
    footer: (organization: string, day: string) => string;
  };
  certificate: {
    confirmed: (day: string) => string;
    insurer: string;
    policy: string;
    from: string;
    sum: string;
    premium: string;
    perYear: (amount: string) => string;
    tenancy: string;
    cover: string;
  };
  withdrawal: { confirmed: (day: string) => string; paidBack: (amount: string) => string };
  agreement: {
    between: (organization: string) => string;
    product: string;
    products: Record<Product, string>;
    /** Until the main tenant has chosen. */
    openProduct: string;
    withProduct: Record<Product, string>;
    rentalStart: string;
    terms: (facts: { product: Product; investmentAllowed: boolean }) => string[];
    actsForAll: (main: string) => string;
    signatures: string;
    forManagement: string;
    byService: (moment: string, service: string) => string;
    tenant: string;
    draft: string;
    hash: string;
  };
};
