import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Memory, Sent } from './memory.ts';
import { payloadOf, type Payload, type Tenancy } from './payload.ts';
import type { Settings } from './settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Sends the tenancies that are due. Which ones are, our memory and the answer before say. */
export async function openDeposits(settings: Settings, memory: Memory, save: () => void): Promise<void> {
  const tenancies = JSON.parse(readFileSync(settings.tenanciesFile, 'utf8')) as Tenancy[];
  for (const tenancy of tenancies) {
    const payload = payloadOf(tenancy);
    const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
    const before = memory.sent[tenancy.id];
    if (!isDue(before, fingerprint)) continue;
    const tries = before?.fingerprint === fingerprint ? before.tries + 1 : 1;
    const sent = await send(settings, payload, { fingerprint, tries });
    memory.sent[tenancy.id] = sent;
    save();
    console.log(`${tenancy.id}: ${sent.code}, ${sent.next}`);
    // A wrong key or an unknown organization: the others would be answered the same.
    if (sent.next === 'ask_operator') return;
  }
}

function isDue(before: Sent | undefined, fingerprint: string): boolean {
  if (before === undefined) return true;
  if (before.againAt !== null) return Date.now() >= before.againAt;
  // The same data is answered the same way. Someone corrects it first.
  return before.next === 'correct_and_resend' && before.fingerprint !== fingerprint;
}

async function send(
  { url, integration, apiKey, externalOrgId }: Settings,
  payload: Payload,
  { fingerprint, tries }: Pick<Sent, 'fingerprint' | 'tries'>,
): Promise<Sent> {
  try {
    const response = await fetch(`${url}/webhook/${integration}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
      body: JSON.stringify(payload),
    });
    const { reason } = (await response.json()) as { reason?: string };
    if (reason !== undefined) console.log(`${payload['externalContractId']}: ${reason}`);
    const code = response.headers.get('x-depono-code') ?? 'none';
    const next = response.headers.get('x-depono-next') ?? 'resend_later';
    return { fingerprint, code, next, tries, againAt: againAt(next, tries) };
  } catch {
    // No answer: the deposit may be open or not. Sending it again is safe.
    return { fingerprint, code: 'no_answer', next: 'resend_later', tries, againAt: againAt('resend_later', tries) };
  }
}

/** Every value of `x-depono-next`. A value that we do not know yet is treated like a fault that passes. */
function againAt(next: string, tries: number): number | null {
  switch (next) {
    case 'done':
    case 'correct_and_resend':
      return null;
    case 'ask_operator':
      return Date.now() + HOUR_MS;
    case 'resend_later':
    default:
      return Date.now() + Math.min(5 * MINUTE_MS * 2 ** (tries - 1), HOUR_MS);
  }
}
