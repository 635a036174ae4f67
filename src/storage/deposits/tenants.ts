import type { SignatureProof } from '../../domain/signature.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { column, type RowOf } from '../database/columns.ts';

/** What the terms of a deposit say of a tenant. The signature is stored next to it. */
export const TENANT_COLUMNS = {
  position: column<number>('smallint'),
  type: column<Tenant['type']>('text'),
  first_name: column<string>('text'),
  last_name: column<string>('text'),
  email: column<string>('text'),
  phone_number: column<string>('text'),
  address: column<object>('json'),
  details: column<object>('json'),
};

type TermsRow = RowOf<typeof TENANT_COLUMNS>;

export type TenantRow = TermsRow & {
  signed_at: string | null;
  signed_from: string | null;
  signed_proof: SignatureProof | null;
};

export function tenantRow(tenant: Tenant, index: number): TermsRow {
  const { type, firstName, lastName, email, phoneNumber, address, ...details } = tenant;
  return {
    position: index + 1,
    type,
    first_name: firstName,
    last_name: lastName,
    // Empty, not null: code of earlier versions reads texts.
    email: email ?? '',
    phone_number: phoneNumber ?? '',
    address,
    details,
  };
}

export function tenantFrom(row: TenantRow): Tenant {
  return {
    type: row.type,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email || null,
    phoneNumber: row.phone_number || null,
    address: row.address,
    ...row.details,
  } as Tenant;
}
