import { decideAgain, type Redecision } from '../../../actions/decide-again.ts';
import type { Services } from '../../../actions/services.ts';
import { maskPayload } from '../../../domain/masking/mask.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findCall, openStoredPayload, type ListedCall } from '../../../storage/request-log/list.ts';
import { momentText } from './words.ts';

export type CallView = {
  call: ListedCall;
  title: string;
  /** Null: none is stored. */
  payload: ReturnType<typeof maskPayload> | 'unreadable' | null;
  /** The decision as of today, if it was asked for. */
  again: Redecision | null;
};

/** Null: there is no such call. */
export async function callView(
  services: Services,
  id: string,
  { isRunAgain }: { isRunAgain: boolean },
): Promise<CallView | null> {
  const call = isId(id) ? await findCall(services.database, id) : null;
  if (call === null) return null;
  const what = call.externalContractId ?? momentText(call.at);
  const title = call.read === null ? `Call ${what}` : `Reads of ${what}`;
  const payload = await openStoredPayload(services.database, services.vault, call);
  if (payload === null || payload === 'unreadable') return { call, title, payload, again: null };
  const again = isRunAgain ? await decideAgain(services, { ...call, payload }) : null;
  return { call, title, payload: maskPayload(payload), again };
}
