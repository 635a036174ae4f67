import type { ToldStatus } from '../domain/contract-status.ts';
import { clean } from '../domain/payload/fields.ts';
import type { StatusResult } from '../storage/status/contract-status.ts';
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
  | { is: 'found'; told: ToldStatus };

export type StatusCaller = Pick<StatusCall, 'apiKey' | 'organizationId'>;

/** Who may not read at all, in the order in which it is asked. */
export type ReaderRefusal = Extract<
  StatusOutcome,
  { is: 'header_missing' | 'organization_unknown' | 'key_does_not_match' | 'not_enabled' | 'failed' }
>;

/** Who asks for whom, where that can be asked at all. */
function askerOf({
  apiKey,
  organizationId,
}: StatusCaller): ReaderRefusal | { is: 'asker'; apiKey: string; organizationId: string } {
  if (apiKey === null) return { is: 'header_missing', header: 'x-api-key' };
  if (organizationId === null) return { is: 'header_missing', header: 'x-org-id' };
  return { is: 'asker', apiKey, organizationId };
}

/** Why they may not read; null: they may. */
function refusalOf(reader: StatusResult<unknown>['reader'], keyUses: Services['keyUses']): ReaderRefusal | null {
  if (reader === null) return { is: 'organization_unknown' };
  if (reader.keyId === null) return { is: 'key_does_not_match' };
  keyUses.note(reader.keyId);
  return reader.isEnabled ? null : { is: 'not_enabled' };
}

/** Who asks, and whether they may. */
export async function identifyReader(
  { readStatus, keyUses }: Services,
  call: StatusCaller,
): Promise<ReaderRefusal | { is: 'known'; organizationId: string }> {
  const asker = askerOf(call);
  if (asker.is !== 'asker') return asker;
  const { apiKey, organizationId } = asker;
  const { reader } = await readStatus({ organizationId, apiKey, externalContractId: null });
  return refusalOf(reader, keyUses) ?? { is: 'known', organizationId };
}

export async function readContractStatus({ readStatus, keyUses }: Services, call: StatusCall): Promise<StatusOutcome> {
  const asker = askerOf(call);
  if (asker.is !== 'asker') return asker;
  const { apiKey, organizationId } = asker;
  const [first, second] = call.externalContractIds;
  const externalContractId = first === undefined ? '' : clean(first).toWellFormed();
  const { reader, status: told } = await readStatus({ organizationId, apiKey, externalContractId });
  const refusal = refusalOf(reader, keyUses);
  if (refusal !== null) return refusal;
  if (second !== undefined) return { is: 'contract_id_repeated' };
  if (externalContractId === '') return { is: 'contract_id_missing' };
  return told === null ? { is: 'no_deposit' } : { is: 'found', told };
}
