import { PROBES, type PlannedProbe } from '../../domain/conformance/probes.ts';
import type { CallbackDocument, EventType } from '../../domain/document.ts';
import { claimProbes, dropUnsentProbes, listProbes, type ProbedRun } from '../../storage/conformance/probes.ts';
import { findConnection } from '../../storage/set-up/connections.ts';
import { secretsOf } from '../events/deliver.ts';
import type { Services } from '../services.ts';

/** A message to be sent: what is special about it, and its `webhook-id`. */
export type DueProbe = PlannedProbe & { number: number; messageId: string };

/** The probes of a run that are to be sent, and where. */
export type ProbeFacts = {
  run: ProbedRun;
  url: string;
  secrets: string[];
  /** The kind of event that the receiver has chosen, and of document. */
  type: EventType;
  kind: CallbackDocument;
  isInline: boolean;
  /** Those of one requirement are sent one after the other. */
  groups: readonly (readonly DueProbe[])[];
};

const RUNS_AT_ONCE = 10;

/** Claims the probes of open runs. If a process died over one, all messages of its requirement are sent again. */
export async function dueProbes(services: Services): Promise<ProbeFacts[]> {
  const claimed = await claimProbes(services.database, { most: RUNS_AT_ONCE });
  const all: ProbeFacts[] = [];
  for (const run of claimed) {
    const facts = await prepare(services, run);
    if (facts === null) await dropUnsentProbes(services.database, run);
    else all.push(facts);
  }
  return all;
}

/** Null: the callback was removed or switched off in the meantime. */
async function prepare(services: Services, run: ProbedRun): Promise<ProbeFacts | null> {
  const { database, vault, documentsOf } = services;
  const connection = await findConnection(database, run.organizationId, run.connectionId);
  const callback = connection?.callback ?? null;
  if (callback === null || !callback.active) return null;
  const { url, events, documents, inline: isInline } = callback;
  const kinds = documentsOf(run.integration).filter((kind) => documents?.includes(kind) ?? true);
  const planned = (await listProbes(database, run)).map(({ number, messageId, result }) => ({
    due: { ...(PROBES[number - 1] as PlannedProbe), number, messageId },
    isSent: result !== null,
  }));
  const groups = [...Map.groupBy(planned, ({ due }) => due.requirement).values()]
    .filter((group) => group.some(({ isSent }) => !isSent))
    .map((group) => group.map(({ due }) => due));
  return {
    run,
    url,
    secrets: secretsOf(vault, run.connectionId, callback),
    type: events.includes('document.created') ? 'document.created' : 'deposit.state_changed',
    kind: kinds[0] ?? 'payment_slip',
    isInline,
    groups,
  };
}
