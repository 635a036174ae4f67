import type { Tenant } from '../../domain/tenant.ts';

/** A tenant as it goes into a statement's JSON. */
export type TenantInput = {
  position: number;
  type: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  address: object;
  details: object;
};

export const TENANT_NAMES = 'position, type, first_name, last_name, email, phone_number, address, details';

/** The columns of `TenantInput` for json_to_recordset. */
export const TENANT_COLUMNS =
  'position smallint, type text, first_name text, last_name text, email text, phone_number text, address json, details json';

export function tenantInput(tenant: Tenant, place: number): TenantInput {
  const { type, firstName, lastName, email, phoneNumber, address, ...details } = tenant;
  return {
    position: place + 1,
    type,
    first_name: firstName,
    last_name: lastName,
    email,
    phone_number: phoneNumber,
    address,
    details,
  };
}
