import type { Day } from '../../domain/values/calendar.ts';
import type { State, Step } from '../../domain/deposit.ts';
import { rappen, type Rappen } from '../../domain/values/money.ts';
import type { ListOrder, ListSort } from './list-query.ts';
import type { Position } from './sorting.ts';

/** A deposit as the list has it. */
export type ListedDeposit = {
  organizationId: string;
  depositId: string;
  externalContractId: string;
  createdAt: Date;
  state: State;
  step: Step | null;
  awaitsManager: boolean;
  hasProblem: boolean;
  property: string;
  tenants: string;
  rentalStart: Day;
  rentalDeposit: Rappen;
  /** When the payout is ordered without consent (OR 257e). */
  freesOn: Day | null;
  manager: { id: string; name: string };
};

/** A row of the list, with the name of the manager. */
export type ListedRow = {
  organization_id: string;
  deposit_id: string;
  created_at: Date;
  external_contract_id: string;
  contract_key: string;
  state: State;
  step: Step | null;
  awaits_manager: boolean;
  has_problem: boolean;
  manager_id: string;
  property: string;
  tenants: string;
  tenant_key: string;
  rental_start: Day;
  rental_deposit_rappen: number;
  frees_on: Day | 'infinity';
  first_name: string | null;
  last_name: string | null;
};

export function listedFrom(row: ListedRow): ListedDeposit {
  return {
    organizationId: row.organization_id,
    depositId: row.deposit_id,
    externalContractId: row.external_contract_id,
    createdAt: row.created_at,
    state: row.state,
    step: row.step,
    awaitsManager: row.awaits_manager,
    hasProblem: row.has_problem,
    property: row.property,
    tenants: row.tenants,
    rentalStart: row.rental_start,
    rentalDeposit: rappen(row.rental_deposit_rappen),
    freesOn: row.frees_on === 'infinity' ? null : row.frees_on,
    manager: { id: row.manager_id, name: [row.first_name, row.last_name].filter(Boolean).join(' ') },
  };
}

export function positionIn(row: ListedRow, { sort }: ListOrder): Position {
  return { awaitsManager: row.awaits_manager, key: keyIn(row, sort), id: row.deposit_id };
}

function keyIn(row: ListedRow, sort: ListSort): string {
  switch (sort) {
    case 'attention':
    case 'created':
      return row.created_at.toISOString();
    case 'contract':
      return row.contract_key;
    case 'tenant':
      return row.tenant_key;
    case 'rental_start':
      return row.rental_start;
    case 'amount':
      return String(row.rental_deposit_rappen);
    case 'frees_on':
      return row.frees_on;
  }
}
