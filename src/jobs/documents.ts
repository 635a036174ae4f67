import { moveSomeOut } from '../actions/documents/move-documents.ts';
import { removeSomeObjects } from '../actions/documents/remove-objects.ts';
import type { DocumentStore } from '../actions/documents/store.ts';
import type { Database } from '../storage/database/database.ts';
import { startLoop, type Loop } from './loop.ts';

type Settings = { everyMs: number; log: (error: unknown, what: string) => void };

/** Moves contents of documents to the object store, and removes objects that no document refers to any more. */
export function startDocuments(
  services: { database: Database; documentStore: DocumentStore },
  { restMs, everyMs, log }: Settings & { restMs: number },
): Loop {
  let isStopping = false;
  const loop = startLoop({
    everyMs,
    firstAfterMs: everyMs,
    round: async () => {
      let isMore = true;
      while (isMore && !isStopping) isMore = await removeSomeObjects(services, { restMs });
      isMore = true;
      while (isMore && !isStopping) isMore = (await moveSomeOut(services, { restMs })).next === 'more';
    },
    onError: (error) => log(error, 'documents could not be moved to the object store; they stay in the database'),
  });
  return {
    wake: loop.wake,
    stop: () => {
      isStopping = true;
      return loop.stop();
    },
  };
}

/** Asks the store whether it works, so that every process can say so. */
export function startStoreWatch(store: DocumentStore, { everyMs, log }: Settings): Loop {
  let said: string | null = null;
  return startLoop({
    everyMs,
    firstAfterMs: 0,
    round: async () => {
      const error: unknown = await store.probe().then(
        () => null,
        (failure: unknown) => failure,
      );
      if (error !== null && said !== store.fault()) log(error, 'documents cannot be read from the object store');
      said = store.fault();
    },
    onError: () => undefined,
  });
}
