import * as z from 'zod';
import { fromTo } from '../../domain/change.ts';
import { CHANGE_KINDS, CHANGE_STATES } from '../../domain/change-kinds.ts';
import type { DepositChange } from '../../domain/deposit.ts';

const value = z.union([z.string(), z.number()]).nullable();

export const changeSchema = z.object({
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  state: z.enum(CHANGE_STATES),
  from: value.describe('A name, an amount (CHF) or a product; null: nobody.'),
  to: value,
  startedAt: z.string(),
  doneAt: z.string().nullable(),
  amendment: z.int().nullable().describe('The number of its amendment; null until all have signed.'),
  signatures: z.array(
    z.object({
      by: z.enum(['manager', 'tenant']),
      tenant: z.int().nullable(),
      name: z.string(),
      signedAt: z.string().nullable(),
    }),
  ),
});

type ChangeView = z.infer<typeof changeSchema>;

/** A change as the record shows it. */
export function changeView(change: DepositChange): ChangeView {
  const { subject, managerSignature, signers, signatures } = change;
  const manager = {
    by: 'manager' as const,
    tenant: null,
    name: managerSignature?.by?.name ?? change.startedBy.name,
    signedAt: managerSignature?.at.toISOString() ?? null,
  };
  return {
    id: change.id,
    kind: subject.kind,
    state: change.state,
    ...fromTo(subject),
    startedAt: change.startedAt.toISOString(),
    doneAt: change.doneAt?.toISOString() ?? null,
    amendment: change.amendment,
    signatures:
      subject.kind === 'owner'
        ? []
        : [
            manager,
            ...signers.map(({ name }, index) => ({
              by: 'tenant' as const,
              tenant: index + 1,
              name,
              signedAt: signatures[index]?.at.toISOString() ?? null,
            })),
          ],
  };
}
