import * as z from 'zod';
import { tenantMayClaimFrom } from '../../domain/closing/claim-year.ts';
import { freesOn } from '../../domain/closing/year.ts';
import { type Deposit } from '../../domain/deposit.ts';
import { END_STATES, PARTIES, type Closing } from '../../domain/closing/closing.ts';
import { standing, tenantsShare } from '../../domain/lifecycle/split.ts';
import { holderNameOf } from '../../domain/payee/same-holder.ts';
import { postalAddressSchema } from '../../domain/schema/deposit-terms.ts';
import { toChf, type Rappen } from '../../domain/values/money.ts';

const proposalSchema = z.object({
  at: z.string(),
  by: z.enum(PARTIES),
  amountTenant: z.number(),
  amountLandlord: z.number(),
  reason: z.string().nullable(),
});

export const closingSchema = z.object({
  startedBy: z.enum(PARTIES),
  startedAt: z.string(),
  tenancyEnd: z.string(),
  tenantMayClaimFrom: z
    .string()
    .describe('OR 257e: from this day the tenant may claim the whole deposit alone, unless a legal claim is recorded.'),
  end: z
    .object({
      state: z.enum(END_STATES),
      day: z.string().describe('The day that counts.'),
      namedBy: z.enum(PARTIES),
      tenantDay: z.string().nullable(),
      managerDay: z.string().nullable(),
      freesOn: z
        .string()
        .nullable()
        .describe(
          'OR 257e: the payout is ordered on this day, also while the end is disputed. Null: the manager started.',
        ),
    })
    .describe('The end of the tenancy, a fact with two sides.'),
  claim: z
    .object({
      at: z.string(),
      by: z.object({ name: z.string(), email: z.string() }),
      fileId: z.string(),
      name: z.string(),
      type: z.string(),
      size: z.number(),
      sha256: z.string(),
      state: z.enum(['waiting', 'recorded', 'rejected']),
      decidedAt: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('The last proof of a claim that the manager has uploaded; while it waits, the year orders nothing.'),
  proposal: proposalSchema.describe('The current proposal.'),
  proposals: z.array(proposalSchema),
  tenantIban: z.string().nullable(),
  tenantHolderName: z.string().nullable(),
  tenantBic: z.string().nullable(),
  tenantAddress: postalAddressSchema.nullable(),
  noted: z
    .object({ at: z.string(), ground: z.enum(['consent', 'judgment', 'payment_order', 'year']) })
    .nullable()
    .describe('What frees the deposit while it is on hold: the payout is ordered when the hold is lifted.'),
  release: z
    .object({
      at: z.string(),
      ground: z.enum(['consent', 'judgment', 'payment_order', 'year']),
      amountTenant: z.number(),
      amountLandlord: z.number(),
      evidence: z.string().nullable(),
      finalOn: z.string().nullable().describe('The day the judgment or payment order became final.'),
    })
    .nullable()
    .describe('Why the payout is ordered, and how it is divided.'),
});

export const closingWordSchema = z.object({
  at: z.string(),
  tenant: z.number().describe('Position of the signatory.'),
  kind: z.enum(['proposal', 'consent']),
  amountLandlord: z.number(),
  tenancyEnd: z.string().nullable(),
  reason: z.string().nullable(),
});

export const payoutAccountSchema = z.object({ iban: z.string(), holderName: z.string(), confirmedAt: z.string() });

export function closingRecord(closing: Closing, deposit: Deposit): z.infer<typeof closingSchema> {
  const split = <T extends { at: Date; amountLandlord: Rappen }>(fact: T) => ({
    ...withTime(fact),
    amountTenant: toChf(tenantsShare(deposit, fact)),
    amountLandlord: toChf(fact.amountLandlord),
  });
  return {
    startedBy: closing.startedBy,
    startedAt: closing.startedAt.toISOString(),
    tenancyEnd: closing.tenancyEnd,
    tenantMayClaimFrom: tenantMayClaimFrom(closing.tenancyEnd),
    end: endView(closing),
    claim: claimView(closing),
    proposal: split(standing(closing)),
    proposals: closing.proposals.map(split),
    tenantIban: closing.tenantIban,
    tenantHolderName: closing.tenantHolderName,
    tenantBic: closing.tenantBic,
    tenantAddress: closing.tenantAddress,
    noted: closing.noted === null ? null : { at: closing.noted.at.toISOString(), ground: closing.noted.ground },
    release: closing.release === null ? null : { finalOn: null, ...split(closing.release) },
  };
}

function endView(closing: Closing): z.infer<typeof closingSchema>['end'] {
  const { state, namedBy, tenantDay, managerDay } = closing.end;
  return { state, day: closing.tenancyEnd, namedBy, tenantDay, managerDay, freesOn: freesOn(closing) };
}

function claimView({ claim }: Closing): z.infer<typeof closingSchema>['claim'] {
  if (claim === null) return null;
  return { ...claim, at: claim.at.toISOString(), decidedAt: claim.decidedAt?.toISOString() ?? null };
}

export function closingWordView({ closingWord }: Deposit): z.infer<typeof closingWordSchema> | null {
  if (closingWord === null) return null;
  const { at, tenant, kind, amountLandlord, tenancyEnd, reason } = closingWord;
  return { at: at.toISOString(), tenant, kind, amountLandlord: toChf(amountLandlord), tenancyEnd, reason };
}

export function payoutAccountView({ payoutAccount, terms }: Deposit): z.infer<typeof payoutAccountSchema> | null {
  if (payoutAccount === null) return null;
  const { iban, holderName, confirmedAt } = payoutAccount;
  return { iban, holderName: holderName ?? holderNameOf(terms.tenants[0]), confirmedAt: confirmedAt.toISOString() };
}

export function withTime<T extends { at: Date }>(fact: T): Omit<T, 'at'> & { at: string } {
  return { ...fact, at: fact.at.toISOString() };
}
