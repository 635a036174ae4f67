import { setTimeout as wait } from 'node:timers/promises';
import { recordChange } from '../../actions/audit.ts';
import { checkObjects, queueUnreferred } from '../../actions/documents/check-objects.ts';
import { bringBack, moveSomeOut } from '../../actions/documents/move-documents.ts';
import { removeSomeObjects } from '../../actions/documents/remove-objects.ts';
import type { DocumentStore } from '../../actions/documents/store.ts';
import type { Services } from '../../actions/services.ts';
import { setDocumentsStay } from '../../storage/document-objects/objects.ts';
import { takeSpaces } from '../../storage/document-objects/spaces.ts';
import { command, wrongCall, type Command, type CommandContext } from '../command.ts';
import { confirm, YES } from '../confirm.ts';

type Stored = Services & { documentStore: DocumentStore };

async function withStore({ services }: CommandContext): Promise<Stored> {
  const all = await services();
  const { documentStore } = all;
  if (documentStore !== null) return { ...all, documentStore };
  throw wrongCall('DOCUMENTS_URL is not set, so there is no object store. See docs/configuration.md.');
}

/** While a worker moves documents itself. */
const AGAIN_MS = 200;

const move = command({
  name: 'documents move',
  role: 'admin',
  summary: 'Move all documents to the object store now, or back into the database',
  usage: '[--back]',
  about: `A worker moves documents by itself, ten minutes after they were made. This command does not wait for that: use it after
setting DOCUMENTS_URL for the first time. The service may be running. It can be interrupted and repeated.

With --back all documents return into the database, and new ones stay there, until the command is run without --back. After
\`depono documents check --remove\`, DOCUMENTS_URL can be removed.

A worker removes objects ten minutes after the last document has left them.

Exit code 1 when some documents could not be read from the store: they stay where they are.`,
  words: [0, 0],
  examples: ['depono documents move', 'depono documents move --back'],
  options: { back: { type: 'flag', about: 'from the object store into the database' } },
  run: async (context, { options: { back } }) => {
    const { output, author } = context;
    const stop = context.untilInterrupted();
    const all = await withStore(context);
    await setDocumentsStay(all.database, back);
    const change = { verb: back ? 'bring_back' : 'move', thing: 'documents' };
    await recordChange(all, await author(), change);
    const progress = output.progress('documents');
    const onMoved = (moved: number): void => progress.update(moved, moved);
    const isStopped = (): boolean => stop.aborted;
    const { moved, unreadable } = await (
      back ? allBack(all, { onMoved, isStopped }) : allOut(all, { onMoved, isStopped })
    ).finally(progress.end);
    const complete = !isStopped();
    output.show({ moved, unreadable, complete }, () =>
      [
        `${moved} documents moved ${back ? 'into the database' : 'to the object store'}.`,
        ...(unreadable.length > 0
          ? [`${unreadable.length} could not be read. Which ones: depono documents check --read`]
          : []),
        ...(complete ? [] : ['Interrupted. Run it again to continue.']),
      ].join('\n'),
    );
    return complete && unreadable.length === 0 ? 0 : 1;
  },
});

type Watching = { onMoved: (moved: number) => void; isStopped: () => boolean };
type Sum = { moved: number; unreadable: string[] };

async function allOut(all: Stored, { onMoved, isStopped }: Watching): Promise<Sum> {
  let sum = 0;
  for (;;) {
    const { moved, next } = await moveSomeOut(all, { restMs: 0 });
    sum += moved;
    onMoved(sum);
    if (isStopped() || next === 'none' || next === 'stay') return { moved: sum, unreadable: [] };
    if (next === 'busy') await wait(AGAIN_MS);
  }
}

async function allBack(all: Stored, { onMoved, isStopped }: Watching): Promise<Sum> {
  const { back, unreadable } = await bringBack(all, null, { onBack: onMoved, isStopped });
  return { moved: back, unreadable };
}

const MOST_SHOWN = 20;

const check = command({
  name: 'documents check',
  role: 'admin',
  summary: 'Compare the object store with the database',
  usage: '[--read] [--remove]',
  about: `Finds objects that documents refer to and the store does not have, and objects that no document refers to. With --read
each document is also read and compared with its hash, which takes long.

With --remove the objects that no document refers to are removed, and at once those that wait to be removed. Others that were
stored within the last hour are left alone, and those of a database that this one was copied from: see
\`depono documents release\`.

Exit code 1 when an object is missing or damaged.`,
  words: [0, 0],
  examples: ['depono documents check', 'depono documents check --read --remove --json'],
  options: {
    read: { type: 'flag', about: 'read every document' },
    remove: { type: 'flag', about: 'remove objects that no document refers to' },
  },
  run: async (context, { options: { read, remove } }) => {
    const { output, author } = context;
    const stop = context.untilInterrupted();
    const all = await withStore(context);
    const progress = output.progress('documents');
    const onLooked = (looked: number): void => progress.update(looked, looked);
    const isStopped = (): boolean => stop.aborted;
    const found = await checkObjects(all, { reads: read, onLooked, isStopped }).finally(progress.end);
    const isRemoving = remove && found.unreferred.length > 0 && !isStopped();
    if (isRemoving) {
      await queueUnreferred(all, found);
      const changes = { objects: { to: found.unreferred.length } };
      await recordChange(all, await author(), { verb: 'remove', thing: 'documents', changes });
    }
    let isMore = remove;
    while (isMore && !isStopped()) isMore = await removeSomeObjects(all, { restMs: 0 });
    const complete = !isStopped();
    output.show({ ...found, removed: isRemoving, complete }, () => inWords(found, { isRemoving, complete }));
    return complete && found.missing.length === 0 ? 0 : 1;
  },
});

type Found = Awaited<ReturnType<typeof checkObjects>>;

function inWords(
  { referred, missing, unreferred, foreign }: Found,
  { isRemoving, complete }: { isRemoving: boolean; complete: boolean },
): string {
  const listed = (names: readonly string[]): string[] => [
    ...names.slice(0, MOST_SHOWN).map((name) => `  ${name}`),
    ...(names.length > MOST_SHOWN ? [`  … and ${names.length - MOST_SHOWN} more: --json`] : []),
  ];
  return [
    `${referred} objects of documents are in the store.`,
    ...(missing.length === 0 ? [] : [`${missing.length} are missing or damaged:`, ...listed(missing)]),
    ...(unreferred.length === 0
      ? []
      : [
          `${unreferred.length} objects belong to no document${isRemoving ? ' and were removed' : '. To remove them: --remove'}:`,
          ...listed(unreferred),
        ]),
    ...(foreign.length === 0
      ? []
      : ['Some objects were stored by another database, of which this one is a copy: see depono documents release.']),
    ...(complete ? [] : ['Interrupted: not everything was looked at.']),
  ].join('\n');
}

const release = command({
  name: 'documents release',
  role: 'admin',
  summary: 'Let this database remove objects again after a restore, a failover or an upgrade of PostgreSQL',
  usage: '[--yes]',
  about: `A copy of a database reads the documents of the original in the object store, but removes none of them: the original may
still need them. A restored backup counts as a copy, and so do a standby that has taken over and a new major version of
PostgreSQL. Run this once the original is gone for good.`,
  words: [0, 0],
  examples: ['depono documents release --yes'],
  options: YES,
  run: async (context, { options: { yes } }) => {
    const { output, author } = context;
    const all = await withStore(context);
    await confirm(context, yes, 'Is the database that this one was copied from gone for good?');
    const taken = await all.database.transaction(async (sql) => {
      const spaces = await takeSpaces(sql);
      if (spaces.length > 0) {
        await recordChange({ ...all, database: sql }, await author(), { verb: 'release', thing: 'documents' });
      }
      return spaces;
    });
    output.show({ released: taken }, () =>
      taken.length === 0
        ? 'Nothing to release: all objects are of this database.'
        : 'This database removes objects that it no longer needs from now on.',
    );
    return 0;
  },
});

export const documentCommands: readonly Command[] = [move, check, release];
