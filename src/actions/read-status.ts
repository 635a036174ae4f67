import {
  contractStatus,
  type ContractStatus,
  type ProviderCodes,
  type StatusFacts,
} from '../domain/contract-status.ts';
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

export type Reader = Pick<StatusCall, 'apiKey' | 'organizationId'>;

/** Who may not read at all, in the order in which it is asked. */
export type ReaderRefusal = Extract<
  StatusOutcome,
  { is: 'header_missing' | 'organization_unknown' | 'key_does_not_match' | 'not_enabled' | 'failed' }
>;

/** Who asks, and whether they may; with the facts of a contract where one is named. */
export async function identifyReader(
  services: Services,
  { apiKey, organizationId }: Reader,
  externalContractId = '',
): Promise<ReaderRefusal | { is: 'known'; organizationId: string; facts: StatusFacts | null }> {
  if (apiKey === null) return { is: 'header_missing', header: 'x-api-key' };
  if (organizationId === null) return { is: 'header_missing', header: 'x-org-id' };
  if (!isId(organizationId)) return { is: 'organization_unknown' };
  const id = keyId(apiKey);
  const question = { organizationId, keyId: id, externalContractId };
  const { organization, facts } = await services.readStatus(question);
  if (organization === null) return { is: 'organization_unknown' };
  if (!isKey(apiKey, organization.keyHash)) return { is: 'key_does_not_match' };
  if (id !== null) services.keyUses.note(id);
  return organization.isEnabled ? { is: 'known', organizationId, facts } : { is: 'not_enabled' };
}

export async function readContractStatus(
  services: Services,
  providers: ProviderCodes,
  call: StatusCall,
): Promise<StatusOutcome> {
  const [first, second] = call.externalContractIds;
  const externalContractId = first === undefined ? '' : clean(first).toWellFormed();
  const reader = await identifyReader(services, call, externalContractId);
  if (reader.is !== 'known') return reader;
  const { facts } = reader;
  if (second !== undefined) return { is: 'contract_id_repeated' };
  if (externalContractId === '') return { is: 'contract_id_missing' };
  return facts === null ? { is: 'no_deposit' } : { is: 'found', status: contractStatus(facts, providers) };
}
