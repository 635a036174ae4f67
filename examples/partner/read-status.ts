import type { Memory } from './memory.ts';
import type { Settings } from './settings.ts';

/** Callbacks tell what changes. The status is read once after opening, and then now and then, never twice a minute. */
const STATUS_EVERY_MS = 60 * 60_000;

export async function readStatuses(settings: Settings, memory: Memory, save: () => void): Promise<void> {
  for (const [contractId, { code }] of Object.entries(memory.sent)) {
    const isOurs = code === 'opened' || code === 'contract_exists';
    const readAt = memory.statusReadAt[contractId] ?? 0;
    if (!isOurs || Date.now() - readAt < STATUS_EVERY_MS) continue;
    memory.statusReadAt[contractId] = Date.now();
    save();
    await readStatus(settings, contractId);
  }
}

async function readStatus({ url, statusKey, organizationId }: Settings, contractId: string): Promise<void> {
  try {
    const response = await fetch(`${url}/webhook/contract-status?ext-contract-id=${encodeURIComponent(contractId)}`, {
      headers: { 'x-api-key': statusKey, 'x-org-id': organizationId },
    });
    const body = (await response.json()) as { state?: string; error?: string };
    console.log(`${contractId}: status ${body.state ?? body.error}`);
  } catch (error) {
    console.log(`${contractId}: the status could not be read: ${String(error)}`);
  }
}
