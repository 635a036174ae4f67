import type { State } from '../../domain/deposit.ts';
import type { StatusFacts } from '../../domain/contract-status.ts';
import type { Product } from '../../domain/product.ts';
import { rappen } from '../../domain/values/money.ts';

/** What the status of a deposit `d` is made of. */
export const STATUS_COLUMNS = `d.id, d.external_contract_id, d.state, d.product, d.iban, d.rental_deposit_rappen,
  d.paid_out_at, d.paid_out_tenant_rappen, d.provider_code`;

export type StatusRow = {
  id: string;
  external_contract_id: string;
  state: State;
  product: Product | null;
  iban: string | null;
  rental_deposit_rappen: number;
  paid_out_at: Date | null;
  paid_out_tenant_rappen: number | null;
  provider_code: string | null;
  is_readable?: boolean;
};

export function statusFrom(row: StatusRow): StatusFacts {
  return {
    externalContractId: row.external_contract_id,
    state: row.state,
    product: row.product,
    iban: row.iban,
    rentalDeposit: rappen(row.rental_deposit_rappen),
    paidOutTime: row.paid_out_at?.toISOString() ?? null,
    paidOutAmountTenant: row.paid_out_tenant_rappen === null ? null : rappen(row.paid_out_tenant_rappen),
    provider: row.provider_code,
  };
}
