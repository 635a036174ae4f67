import type { Family } from '../../storage/cells/state.ts';
import { listOutside } from '../../storage/document-objects/objects.ts';
import { bringBack } from '../documents/move-documents.ts';
import type { Services } from '../services.ts';
import { MoveFailed, MoveRefused } from './refused.ts';

/** The store of the other cell may be another one, and this cell removes what is in its own. So the contents go along. */
export async function bringBackFamily(
  { database, documentStore }: Pick<Services, 'database' | 'documentStore'>,
  { ids }: Family,
  say: (sentence: string) => void,
): Promise<void> {
  for (const organizationId of ids) {
    const [first] = await listOutside(database, { after: null, most: 1, organizationId });
    if (first === undefined) continue;
    if (documentStore === null) {
      throw new MoveRefused(
        'Documents of the organization are in an object store, and DOCUMENTS_URL is not set. Set it to the store of this cell.',
      );
    }
    say('Bringing documents back from the object store …');
    const { unreadable } = await bringBack({ database, documentStore }, organizationId).catch((error: unknown) => {
      throw new MoveFailed(`Documents could not be read: ${(error as Error).message}.`);
    });
    if (unreadable.length > 0) {
      throw new MoveRefused(
        `${unreadable.length} documents of the organization are missing or damaged in the object store. See: depono documents check --read`,
      );
    }
  }
}
