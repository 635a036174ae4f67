import { createHash, randomBytes } from 'node:crypto';
import { PROBE_DOCUMENT_PATH, probeDocument } from '../domain/conformance/probe-document.ts';
import type { PlannedProbe } from '../domain/conformance/probes.ts';
import type { ContractStatus } from '../domain/contract-status.ts';
import type { CallbackDocument, EventType } from '../domain/document.ts';
import { signedHeaders, type CallbackMessage } from './message.ts';

/** What the probes of a run say of themselves. */
type ProbeSubject = {
  organizationId: string;
  externalOrgId: string;
  /** When the run started. */
  at: Date;
  type: EventType;
  kind: CallbackDocument;
  isInline: boolean;
  baseUrl: string;
};

/** The contract ids of probes begin with this: no deposit has such a one. */
const CONTRACT_PREFIX = 'CONFORMANCE-PROBE-';

type Probe = PlannedProbe & { messageId: string; groupId: string };

/**
 * The body of a probe: an event of a deposit that does not exist. A receiver stores or ignores it, as one of a deposit that
 * it does not know. `groupId`: the id of the first message of the requirement, whose deposit it is about.
 */
export function probeBody(probe: Probe, subject: ProbeSubject): string {
  const message = messageOf(probe, subject);
  switch (probe.unknown) {
    case 'nothing':
      return JSON.stringify(message);
    case 'members': {
      const data = { ...message.data, deposit: { ...message.data.deposit, addedLater: null }, addedLater: ['x'] };
      return JSON.stringify({ ...message, data, addedLater: { number: 1 } });
    }
    case 'type':
      return JSON.stringify({ ...message, type: 'conformance.added_later', data: { addedLater: true } });
  }
}

function messageOf({ requirement, sequence, messageId, groupId }: Probe, subject: ProbeSubject): CallbackMessage {
  const { organizationId, externalOrgId, at, type, kind, isInline, baseUrl } = subject;
  const contract = `${CONTRACT_PREFIX}${requirement.slice('callback.'.length)}`;
  // Ids of deposits begin with their time, so none begins like this.
  const depositId = `00000000${groupId.slice(8)}`;
  const about = { sequence, depositId, organizationId, externalOrgId, deposit: statusOf(contract) };
  const timestamp = at.toISOString();
  if (type === 'deposit.state_changed') {
    return { type, timestamp, data: { ...about, from: 'opening', to: 'open' } };
  }
  const content = Buffer.from(probeDocument(), 'latin1');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const inline = isInline ? { contentBase64: content.toString('base64') } : {};
  const document = { id: messageId, kind, sha256, url: `${baseUrl}${PROBE_DOCUMENT_PATH}`, ...inline };
  return { type, timestamp, data: { ...about, document } };
}

function statusOf(externalContractId: string): ContractStatus {
  return {
    externalContractId,
    state: 'opening',
    iban: null,
    paidInAmount: null,
    paidOutTime: null,
    paidOutAmountTenant: null,
    product: null,
    provider: null,
  };
}

/** As callbacks are signed, unless the probe is about the signature. */
export function probeHeaders(
  body: string,
  { messageId, signature, ageSeconds }: Pick<Probe, 'messageId' | 'signature' | 'ageSeconds'>,
  { now, secrets }: { now: Date; secrets: readonly string[] },
): Record<string, string> {
  const at = new Date(now.getTime() - ageSeconds * 1_000);
  const isForged = signature === 'forged';
  const signers = isForged ? [`whsec_${randomBytes(32).toString('base64')}`] : secrets;
  const headers = signedHeaders(body, { id: messageId, at, secrets: signers });
  if (signature === 'none') delete headers['webhook-signature'];
  return headers;
}
