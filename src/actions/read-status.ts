import { toldStatus, type ToldStatus } from '../domain/contract-status.ts';
import { clean } from '../domain/payload/fields.ts';
import type { StatusResult } from '../storage/status/contract-status.ts';
import { findPartnerReader, readPartnerStatus } from '../storage/status/partner-status.ts';
import { isPartnerWide } from '../vault/keys.ts';
import type { Services } from './services.ts';

type StatusCall = {
  apiKey: string | null;
  organizationId: string | null;
  /** All values of the query parameter. */
  externalContractIds: readonly string[];
};

/** In the order of 7.2. */
export type StatusOutcome =
  | { is: 'header_missing'; header: 'x-api-key' | 'x-org-id' }
  | { is: 'organization_unknown' }
  | { is: 'key_does_not_match' }
  | { is: 'not_enabled' }
  | { is: 'contract_id_missing' }
  | { is: 'contract_id_repeated' }
  | { is: 'no_deposit' }
  | { is: 'failed' }
  /** `partnerId`: with a key that is good for all organizations of a partner. */
  | { is: 'found'; answer: ToldStatus; partnerId: string | null };

type StatusCaller = Pick<StatusCall, 'apiKey' | 'organizationId'>;

/** Why a caller may not read, in the order of the checks. */
export type ReaderRefusal = Extract<
  StatusOutcome,
  { is: 'header_missing' | 'organization_unknown' | 'key_does_not_match' | 'not_enabled' | 'failed' }
>;

/** The caller and the organization, if both headers were sent. */
function askerOf({
  apiKey,
  organizationId,
}: StatusCaller): ReaderRefusal | { is: 'asker'; apiKey: string; organizationId: string } {
  if (apiKey === null) return { is: 'header_missing', header: 'x-api-key' };
  if (organizationId === null) return { is: 'header_missing', header: 'x-org-id' };
  return { is: 'asker', apiKey, organizationId };
}

/** Null: the caller may read. */
function refusalOf(reader: StatusResult<unknown>['reader'], keyUses: Services['keyUses']): ReaderRefusal | null {
  if (reader === null) return { is: 'organization_unknown' };
  if (reader.keyId === null) return { is: 'key_does_not_match' };
  keyUses.note(reader.keyId);
  if (!reader.isAtHome) return { is: 'failed' };
  return reader.isEnabled ? null : { is: 'not_enabled' };
}

/** `connectionIds`: only deposits that came by these may be read; null: all of the organization. */
type KnownCaller = {
  is: 'known';
  organizationId: string;
  partnerId: string | null;
  connectionIds: readonly string[] | null;
};

/** Identifies the caller and checks whether it may read. */
export async function identifyReader(services: Services, call: StatusCaller): Promise<ReaderRefusal | KnownCaller> {
  const asker = askerOf(call);
  if (asker.is !== 'asker') return asker;
  if (isPartnerWide(asker.apiKey)) return identifyPartner(services, asker);
  const { readStatus, keyUses } = services;
  const { apiKey, organizationId } = asker;
  const { reader } = await readStatus({ organizationId, apiKey, externalContractId: null });
  return refusalOf(reader, keyUses) ?? { is: 'known', organizationId, partnerId: null, connectionIds: null };
}

async function identifyPartner(
  { database, keyUses }: Services,
  { organizationId, apiKey }: { organizationId: string; apiKey: string },
): Promise<ReaderRefusal | KnownCaller> {
  const reader = await findPartnerReader(database, { organizationId, apiKey });
  const { partnerId, connectionIds } = reader ?? { partnerId: null, connectionIds: [] };
  return refusalOf(reader, keyUses) ?? { is: 'known', organizationId, partnerId, connectionIds };
}

export async function readContractStatus(services: Services, call: StatusCall): Promise<StatusOutcome> {
  const asker = askerOf(call);
  if (asker.is !== 'asker') return asker;
  const { apiKey, organizationId } = asker;
  const [first, second] = call.externalContractIds;
  const externalContractId = first === undefined ? '' : clean(first).toWellFormed();
  if (isPartnerWide(apiKey))
    return readAsPartner(services, asker, { externalContractId, isRepeated: second !== undefined });
  const { readStatus, keyUses } = services;
  const { reader, status } = await readStatus({ organizationId, apiKey, externalContractId });
  const refusal = refusalOf(reader, keyUses);
  if (refusal !== null) return refusal;
  if (second !== undefined) return { is: 'contract_id_repeated' };
  if (externalContractId === '') return { is: 'contract_id_missing' };
  return status === null ? { is: 'no_deposit' } : { is: 'found', answer: status, partnerId: null };
}

/** Not cached: such keys are few, and read lists rather than single contracts. */
async function readAsPartner(
  services: Services,
  asker: { organizationId: string; apiKey: string },
  { externalContractId, isRepeated }: { externalContractId: string; isRepeated: boolean },
): Promise<StatusOutcome> {
  const reader = await identifyPartner(services, asker);
  if (reader.is !== 'known') return reader;
  if (isRepeated) return { is: 'contract_id_repeated' };
  if (externalContractId === '') return { is: 'contract_id_missing' };
  const { organizationId, partnerId, connectionIds } = reader;
  const asked = { organizationId, externalContractId, connectionIds: connectionIds ?? [] };
  const facts = await readPartnerStatus(services.database, asked);
  if (facts === null) return { is: 'no_deposit' };
  return { is: 'found', answer: toldStatus(facts, services.providers), partnerId };
}
