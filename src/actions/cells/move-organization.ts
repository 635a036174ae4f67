import { endApprovals, endFamilySessions, listMissing, numberCalls } from '../../storage/cells/afterwards.ts';
import { clearRows } from '../../storage/cells/clear.ts';
import { copyBankRecords, copySetUp, serve } from '../../storage/cells/copied-rows.ts';
import { callsEnd, copyCatchesUp, hold, letWorkRest, releaseHold, workRests } from '../../storage/cells/hold.ts';
import {
  endReplication,
  isPublished,
  isSubscribed,
  openSlot,
  publish,
  readProgress,
  resubscribe,
  stopCopy,
  subscribe,
  type CopyProgress,
} from '../../storage/cells/replication.ts';
import { moving, type Sides } from '../../storage/cells/sides.ts';
import { forgetMove, noteMove, readHome, readMove, type Family } from '../../storage/cells/state.ts';
import { MOST_CHANGED } from '../../storage/status/status-cache.ts';
import { MoveFailed, MoveRefused } from './refused.ts';

export type OrganizationMove = {
  sides: Sides;
  family: Family;
  /** The names of the cells. */
  from: string;
  to: string;
  /** How the target reaches the source. */
  sourceAddress: string;
  say: (sentence: string) => void;
  onProgress: (progress: CopyProgress) => void;
  /** Contents of documents that are in a store come back into the database, and are copied with it. */
  bringBackDocuments: () => Promise<void>;
  /** Called once the target serves: calls go there from now on. */
  switchCalls: () => Promise<void>;
  wait: (ms: number) => Promise<void>;
};

/** What background work has begun ends within this time, as a rule at once; a mail server may be slow. */
const REST_LIMIT_MS = 120_000;
/** How long calls may be held; then the source serves them again. */
const HOLD_LIMIT_MS = 5_000;

/** Moves an organization with its sub-organizations. Whatever an earlier run has done is found and continued. */
export async function moveOrganization(move: OrganizationMove): Promise<void> {
  const { sides, family, to } = move;
  const { source, target } = sides;
  const known = await readMove(source, 'source', family.organizationId);
  if (known !== null && known.cell !== to) {
    throw new MoveRefused(`The organization is being moved to the cell ${known.cell}. End that first: --abort`);
  }
  const isServed = (await readHome(target, family.organizationId))?.home === null;
  if (isServed && known?.step !== 'held' && known?.step !== 'moved') {
    throw new MoveRefused(`The cell ${to} has the organization at home, and so has this one. Nothing was changed.`);
  }
  if (!isServed) {
    await copy(move);
    await switchOver(move);
  } else await move.switchCalls();
  await finish(move);
}

/** Everything that is there, and then what changes. */
async function copy(move: OrganizationMove): Promise<void> {
  const { sides, family, from, to, say, onProgress } = move;
  const { source, target } = sides;
  // First, because it may refuse; then none go out any more. Those that are on their way come back before the hold.
  await move.bringBackDocuments();
  await noteStart(move);
  await move.bringBackDocuments();
  if (!(await isSubscribed(target, family)) || !(await isPublished(source, family))) {
    await endReplication(sides, family);
    say(`Making room in ${to} …`);
    await clearRows((work) => moving(target, () => work(target)), family.ids, { keepsKeys: false });
    await publish(source, family);
    await openSlot(source, family);
    await subscribe(target, family, move.sourceAddress);
  } else await resubscribe(target, family);
  say(`Copying from ${from} to ${to} …`);
  const { errors: before } = await readProgress(target, family);
  for (;;) {
    const progress = await readProgress(target, family);
    onProgress(progress);
    if (progress.tables > 0 && progress.copied === progress.tables) break;
    if (progress.errors > before + MOST_ERRORS) {
      throw new MoveFailed(
        'The copy fails again and again; the log of the target’s PostgreSQL says why. To go back: --abort',
      );
    }
    await move.wait(100);
  }
  await copyBankRecords(sides, family);
}

/** Workers of the subscription try again by themselves, for example when all of them are in use. */
const MOST_ERRORS = 10;

async function noteStart({ sides, family, from, to }: OrganizationMove): Promise<void> {
  const { source, target } = sides;
  const known = await readMove(source, 'source', family.organizationId);
  if (known === null) await noteMove(source, family, { side: 'source', cell: to, step: 'copying' });
  await moving(target, async () => {
    await copySetUp(sides, family);
    await target.query(`update organizations set home = $2, moved_at = service_now() where id = any($1)`, [
      family.ids,
      from,
    ]);
    await noteMove(target, family, { side: 'target', cell: from, step: 'copying' });
  });
}

/** Calls are held from `hold` to `switchCalls`. */
async function switchOver(move: OrganizationMove): Promise<void> {
  const { sides, family, to, say, switchCalls } = move;
  const { source } = sides;
  await letWorkRest(source, family);
  say('Waiting for background work …');
  const isQuiet = await workRests(source, family, REST_LIMIT_MS);
  if (isQuiet) await move.bringBackDocuments();
  const rests = isQuiet && (await copyCatchesUp(sides, family, REST_LIMIT_MS));
  if (!rests) {
    await letWorkGoOn(sides, family);
    throw new MoveFailed(
      'Background work did not come to rest, or the copy did not catch up. The source serves on; run the command again.',
    );
  }
  const start = performance.now();
  await hold(source, family, to);
  const isWhole = (await callsEnd(source, HOLD_LIMIT_MS)) && (await copyCatchesUp(sides, family, HOLD_LIMIT_MS));
  if (!isWhole) {
    await letWorkGoOn(sides, family);
    throw new MoveFailed(
      'The last changes did not reach the target in time. The source serves on; run the command again.',
    );
  }
  await stopCopy(sides.target, family);
  await serve(sides, family, { mostNoted: MOST_CHANGED });
  await switchCalls();
  say(`Calls were held for ${Math.round(performance.now() - start)} ms.`);
}

async function letWorkGoOn({ source }: Sides, family: Family): Promise<void> {
  const move = await readMove(source, 'source', family.organizationId);
  await releaseHold(source, family);
  if (move !== null) await noteMove(source, family, { side: 'source', cell: move.cell, step: 'copying' });
}

/** The target serves it: what is left to do may be repeated. */
async function finish({ sides, family, to, say }: OrganizationMove): Promise<void> {
  const { source, target } = sides;
  await noteMove(source, family, { side: 'source', cell: to, step: 'moved' });
  await endReplication(sides, family);
  await copyBankRecords(sides, family);
  await listMissing(target, family);
  await numberCalls(target, family);
  await endFamilySessions(source, family);
  await endApprovals(source, family);
  await forgetMove(source, family.organizationId);
  say(`Its rows stay here for 30 days, unread; then housekeeping removes them.`);
}

/** Back to where calls still go. */
export async function abortMove({
  sides,
  family,
  from,
}: Pick<OrganizationMove, 'sides' | 'family' | 'from'>): Promise<void> {
  const { source, target } = sides;
  const known = await readMove(source, 'source', family.organizationId);
  if (known === null) throw new MoveRefused('There is no move of this organization to abort.');
  const there = await readHome(target, family.organizationId);
  if (known.step === 'moved' || (known.step === 'held' && there?.home === null)) {
    throw new MoveRefused(
      'The other cell serves the organization already. To finish, run the command without --abort; to go back, move it from there.',
    );
  }
  await releaseHold(source, family);
  await noteMove(source, family, { side: 'source', cell: known.cell, step: 'copying' });
  await endReplication(sides, family);
  if (there !== null && there.home === from) {
    await clearRows((work) => moving(target, () => work(target)), family.ids, { keepsKeys: false });
    await forgetMove(target, family.organizationId);
  }
  await forgetMove(source, family.organizationId);
}
