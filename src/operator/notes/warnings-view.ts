import * as z from 'zod';
import type { NearDuplicate } from '../../domain/notes/near-duplicate.ts';

export const warningSchema = z.object({
  code: z.enum(['near_duplicate']),
  depositId: z.string().optional(),
  externalContractId: z.string().optional(),
  message: z.string(),
});

export function warningsView(duplicates: readonly NearDuplicate[]): z.infer<typeof warningSchema>[] {
  return duplicates.map(({ depositId, externalContractId }) => ({
    code: 'near_duplicate',
    depositId,
    externalContractId,
    message: `The deposit of contract ${externalContractId} may be for the same tenancy: the same tenant, address and start, or the same contract id but for upper and lower case.`,
  }));
}
