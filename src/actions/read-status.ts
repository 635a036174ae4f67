import { contractStatus, type ContractStatus, type ProviderCodes } from '../domain/contract-status.ts';
import { clean } from '../domain/payload/fields.ts';
import { isId } from '../storage/ids.ts';
import { isKey, keyId } from '../vault/keys.ts';
import type { Services } from './services.ts';

export type StatusCall = {
  apiKey: string | null;
  organizationId: string | null;
  /** The query parameter, as often as it was given. */
  externalContractIds: readonly string[];
};

/** In the order in which it is asked; 7.2. */
export type StatusOutcome =
  | { is: 'header_missing'; header: 'x-api-key' | 'x-org-id' }
  | { is: 'organization_unknown' }
  | { is: 'key_does_not_match' }
  | { is: 'not_enabled' }
  | { is: 'contract_id_missing' }
  | { is: 'contract_id_repeated' }
  | { is: 'no_deposit' }
  | { is: 'failed' }
  | { is: 'found'; status: ContractStatus };

export async function readContractStatus(
  services: Services,
  providers: ProviderCodes,
  call: StatusCall,
): Promise<StatusOutcome> {
  if (call.apiKey === null) return { is: 'header_missing', header: 'x-api-key' };
  if (call.organizationId === null) return { is: 'header_missing', header: 'x-org-id' };
  if (!isId(call.organizationId)) return { is: 'organization_unknown' };
  const [first, second] = call.externalContractIds;
  const externalContractId = first === undefined ? '' : clean(first).toWellFormed();
  const { organization, facts } = await services.readStatus({
    organizationId: call.organizationId,
    keyId: keyId(call.apiKey),
    externalContractId,
  });
  if (organization === null) return { is: 'organization_unknown' };
  if (!isKey(call.apiKey, organization.keyHash)) return { is: 'key_does_not_match' };
  if (!organization.isEnabled) return { is: 'not_enabled' };
  if (second !== undefined) return { is: 'contract_id_repeated' };
  if (externalContractId === '') return { is: 'contract_id_missing' };
  return facts === null ? { is: 'no_deposit' } : { is: 'found', status: contractStatus(facts, providers) };
}
