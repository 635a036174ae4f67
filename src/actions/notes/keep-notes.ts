import { typeOfProof } from '../../domain/closing/proof-type.ts';
import type { Refusal } from '../../domain/lifecycle/move.ts';
import { safeFileName } from '../../domain/notes/file-name.ts';
import { LARGEST_FILE, MOST_FILES, MOST_NOTES, type DepositFile, type NoteAuthor } from '../../domain/notes/notes.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { recipient } from '../../domain/effect.ts';
import type { Member } from '../../domain/organization.ts';
import { isId } from '../../storage/database/ids.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import { insertFile, insertNote, setShared } from '../../storage/deposits/notes.ts';
import { sha256 } from '../../vault/vault.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import type { Services } from '../services.ts';

/** Why a file is not taken. */
type FileFault = 'empty' | 'too_large' | 'other_content';

export function faultOfFile(content: Buffer): FileFault | null {
  if (content.length === 0) return 'empty';
  if (content.length > LARGEST_FILE) return 'too_large';
  return typeOfProof(content) === null ? 'other_content' : null;
}

/** Without `member`, the responsible property manager acts. */
type By = { member?: Member | undefined };

const authorOf = ({ manager }: Deposit, { member = manager }: By): NoteAuthor => recipient(member);

/** Stored in the transaction of its history entry. */
export async function keepNote(
  services: Services,
  location: Location,
  { text, shared }: { text: string; shared: boolean },
  by: By = {},
): Promise<(Moved & { id: string }) | null> {
  const id = services.random.id();
  const moved = await moveDeposit(
    services,
    location,
    'add_note',
    async (deposit, { sql, now }) => {
      const { organizationId, id: depositId } = deposit;
      const note = { organizationId, depositId, id, text, shared, author: authorOf(deposit, by), createdAt: now };
      if (!(await insertNote(sql, note, { most: MOST_NOTES }))) return { refused: 'too_many_notes' } as const;
      return { id, shared };
    },
    by,
  );
  return moved === null ? null : { ...moved, id };
}

type KeptFile = Pick<DepositFile, 'id' | 'name' | 'type' | 'size' | 'sha256' | 'shared'>;

/** The content was checked with `faultOfFile`. */
export async function keepFile(
  services: Services,
  location: Location,
  { name, content, shared }: { name: string; content: Buffer; shared: boolean },
  by: By = {},
): Promise<(Moved & { file: KeptFile }) | null> {
  const type = typeOfProof(content);
  if (type === null) throw new Error('the content was not checked');
  const file: KeptFile = {
    id: services.random.id(),
    name: safeFileName(name, type),
    type,
    size: content.length,
    sha256: sha256(content).toString('hex'),
    shared,
  };
  const moved = await moveDeposit(
    services,
    location,
    'add_file',
    async (deposit, { sql, now }) => {
      const { organizationId, id: depositId } = deposit;
      const row = { ...file, organizationId, depositId, content, author: authorOf(deposit, by), createdAt: now };
      if (!(await insertFile(sql, row, { most: MOST_FILES }))) return { refused: 'too_many_files' } as const;
      return file;
    },
    by,
  );
  return moved === null ? null : { ...moved, file };
}

/** Refused with the field `fileId`: the deposit has no such file. */
export async function shareFile(
  services: Services,
  location: Location,
  { fileId, shared }: { fileId: string; shared: boolean },
  by: By = {},
): Promise<Moved | null> {
  const missing: Refusal = { refused: 'no_such_file', field: 'fileId' };
  return moveDeposit(
    services,
    location,
    'share_file',
    async ({ organizationId, id: depositId }, { sql }) => {
      if (!isId(fileId)) return missing;
      const before = await setShared(sql, { organizationId, depositId }, { id: fileId, shared });
      return before === null ? missing : { id: fileId, shared, ...before };
    },
    by,
  );
}
