import type { ProofFile } from '../../domain/closing/legal-claim.ts';
import { typeOfProof } from '../../domain/closing/proof-type.ts';
import type { Member } from '../../domain/organization.ts';
import { insertProof } from '../../storage/deposits/claim-proofs.ts';
import type { Location } from '../../storage/deposits/deposits.ts';
import { sha256 } from '../../vault/vault.ts';
import { moveDeposit, type Moved } from '../move-deposit.ts';
import { operatorRecipients } from '../operators/operators.ts';
import type { Services } from '../services.ts';

/** The largest proof in bytes. */
export const LARGEST_PROOF = 10_000_000;
const LONGEST_NAME = 128;

/** Why a file is no proof. */
type ProofFault = 'empty' | 'too_large' | 'other_content';

export function faultOfProof(content: Buffer): ProofFault | null {
  if (content.length === 0) return 'empty';
  if (content.length > LARGEST_PROOF) return 'too_large';
  return typeOfProof(content) === null ? 'other_content' : null;
}

/** Stores the proof in the transaction of the move: a refused one leaves nothing behind. */
export async function fileClaim(
  services: Services,
  location: Location,
  { name, content }: { name: string; content: Buffer },
  member?: Member,
): Promise<Moved | null> {
  const type = typeOfProof(content);
  if (type === null) throw new Error('the content was not checked');
  const file: ProofFile = {
    fileId: services.random.id(),
    name: [...name].slice(0, LONGEST_NAME).join(''),
    type,
    size: content.length,
    sha256: sha256(content).toString('hex'),
  };
  return moveDeposit(
    services,
    location,
    'file_claim',
    async (_deposit, { sql, now }) => {
      await insertProof(sql, { ...location, id: file.fileId, name: file.name, type, content, createdAt: now });
      return { file, operators: await operatorRecipients(services, sql) };
    },
    { member },
  );
}
