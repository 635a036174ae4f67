import type { Integration } from '../../../domain/integration.ts';
import { isPartnerWide } from '../../../vault/keys.ts';
import { shellWord } from '../parts.ts';

type About = {
  baseUrl: string;
  integration: Integration;
  /** Null: none is connected yet. */
  connection: { externalOrgId: string; organizationId: string } | null;
  /** As a dry run, which opens nothing. */
  isDry: boolean;
};

/** The tenancy of the first call of the guide. */
export const FIRST_TENANCY = [
  '"propertyId": "L-100",',
  '"street": "Seestrasse", "streetNumber": "12", "zip": "8002", "city": "Zürich",',
  '"rentalStart": "2027-01-01", "rentalDeposit": "3560", "ownerName": "Helvetia Wohnen AG",',
  '"tenantType": "natural", "tenantTitle": "ms", "tenantFirstName": "Lea", "tenantLastName": "Brunner",',
  '"tenantBirthDate": "1994-05-17", "tenantNationality": "CH", "tenantCivilStatus": "single",',
  '"tenantEmail": "lea.brunner@mail.example", "tenantPhoneNumber": "+41791234567",',
  '"tenantAddressCountryCode": "CH", "tenantAddressStreet": "Limmatquai", "tenantAddressStNumber": "4",',
  '"tenantAddressPostalCode": "8001", "tenantAddressCity": "Zürich"',
];

/**
 * A call with a key that was just issued, ready to paste; without one the key is a variable. Each key has a contract id of
 * its own to begin with.
 */
export function firstCall(key: string | null, { baseUrl, integration, connection, isDry }: About): string {
  const header = (name: string, value: string | null | undefined, variable: string): string =>
    `-H ${value === null || value === undefined ? `"${name}: $${variable}"` : shellWord(`${name}: ${value}`)}`;
  const withKey = header('x-api-key', key, 'API_KEY');
  if (key !== null && isPartnerWide(key)) {
    const url = shellWord(`${baseUrl}/webhook/events?after=0`);
    return `curl -s ${url} ${withKey} \\\n  ${header('x-org-id', connection?.organizationId, 'ORG_ID')}`;
  }
  const url = shellWord(`${baseUrl}/webhook/${integration}${isDry ? '/check' : ''}`);
  const contract = `GUIDE-${key === null ? '1' : key.slice(4, 10).toUpperCase()}`;
  const body = [`"externalContractId": "${contract}", ${FIRST_TENANCY[0] ?? ''}`, ...FIRST_TENANCY.slice(1)];
  return [
    `curl -s ${url} \\`,
    `  -H 'Content-Type: application/json' ${withKey} \\`,
    `  ${header('x-external-org-id', connection?.externalOrgId, 'EXTERNAL_ORG_ID')} \\`,
    `  -d '{`,
    ...body.map((line) => `    ${line}`),
    `  }'`,
  ].join('\n');
}
