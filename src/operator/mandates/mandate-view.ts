import * as z from 'zod';
import { CONFLICT_CODES, MANDATE_STATES, type Word } from '../../domain/mandates/mandate.ts';
import type { Conflict, CountedMandate } from '../../storage/mandates/mandates.ts';

const wordSchema = z.object({ at: z.string(), by: z.string() }).nullable();
const sideSchema = z.object({
  organizationId: z.string(),
  name: z.string(),
  agreed: wordSchema.describe('Who has agreed for it; null: nobody has yet.'),
});

const members = {
  id: z.string(),
  state: z.enum(MANDATE_STATES),
  from: sideSchema.describe('The organization that the deposits leave.'),
  to: sideSchema.describe('The organization that takes them over.'),
  isAll: z
    .boolean()
    .describe('All that are neither closed nor withdrawn at the second agreement; otherwise chosen ones.'),
  askedAt: z.string(),
  askedBy: z.string(),
  rejected: z.object({ at: z.string(), by: z.string(), organizationId: z.string() }).nullable(),
  movingSince: z.string().nullable(),
  doneAt: z.string().nullable(),
  deposits: z.int().describe('How many it is about.'),
  waiting: z.int().describe('How many are still to be moved.'),
  moved: z.int(),
};

const conflictSchema = z.object({
  depositId: z.string(),
  externalContractId: z.string(),
  code: z
    .enum(CONFLICT_CODES)
    .describe(
      '`contract_exists`: the new organization has a deposit of this contract id. `not_here`: it had gone before.',
    ),
});

export const mandateSchema = z
  .object({ ...members, conflicts: z.array(conflictSchema).describe('What stays behind, or would stay behind now.') })
  .meta({ id: 'Mandate' });

export const listedMandateSchema = z
  .object({ ...members, conflicts: z.int().describe('How many have stayed behind.') })
  .meta({ id: 'ListedMandate' });

function membersOf(mandate: CountedMandate) {
  const { id, state, from, to, isAll, asked, askedFor, rejected, counts } = mandate;
  const word = (given: Word | null) => (given === null ? null : { at: given.at.toISOString(), by: given.by });
  const side = ({ agreed, ...rest }: CountedMandate['from']) => ({ ...rest, agreed: word(agreed) });
  const hasBegun = state === 'moving' || state === 'done';
  return {
    id,
    state,
    from: side(from),
    to: side(to),
    isAll,
    askedAt: asked.at.toISOString(),
    askedBy: asked.by,
    rejected: rejected === null ? null : { ...rejected, at: rejected.at.toISOString() },
    movingSince: mandate.movingSince?.toISOString() ?? null,
    doneAt: mandate.doneAt?.toISOString() ?? null,
    deposits: hasBegun ? counts.waiting + counts.moved + counts.conflicts : askedFor,
    waiting: hasBegun ? counts.waiting : 0,
    moved: counts.moved,
  };
}

export function mandateView(mandate: CountedMandate, conflicts: readonly Conflict[]): z.infer<typeof mandateSchema> {
  return { ...membersOf(mandate), conflicts: [...conflicts] };
}

export function listedMandateView(mandate: CountedMandate): z.infer<typeof listedMandateSchema> {
  return { ...membersOf(mandate), conflicts: mandate.counts.conflicts };
}
