import { recordChange } from '../actions/audit.ts';
import type { Services } from '../actions/services.ts';
import type { CommandContext } from './command.ts';

/** The audit log says that it was asked for, not that it was done. */
export async function recordAsked(
  services: Services,
  author: Awaited<ReturnType<CommandContext['author']>>,
  { approvalId, organizationId = null }: { approvalId: string; organizationId?: string | null },
): Promise<void> {
  const about = { approval: approvalId };
  await recordChange(services, author, { verb: 'ask for', thing: 'approval', about, organizationId });
}

export function waitsInWords(approvalId: string): string {
  return `Waits for a second person: approval ${approvalId}. To approve it: depono approval approve ${approvalId}`;
}
