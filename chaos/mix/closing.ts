import type { Call } from '../bank-moves.ts';
import type { Random } from '../random.ts';

type Party = 'tenant' | 'manager';

/** The part of a deposit's record that decides how its closing goes on. */
export type ClosingRecord = {
  id: string;
  state: string;
  rentalDeposit: number;
  closing: {
    startedBy: Party;
    tenancyEnd: string;
    release: object | null;
    proposal: { by: Party };
    end: { state: string; namedBy: Party };
  } | null;
};

const CONTESTS = 0.1;
const PROOF = { name: 'begehren.pdf', contentBase64: Buffer.from('%PDF-1.7').toString('base64') };

/** The parties close a deposit. Of some, nobody answers the tenant: only the year frees them. `over`: nobody does more. */
export function closingStep(deposit: ClosingRecord, random: Random): Call | 'over' {
  const { id, closing, rentalDeposit } = deposit;
  if (closing === null) {
    const by = isLeftToTheYear(id) ? 'tenant' : random.pick<Party>(['tenant', 'manager']);
    return { move: 'start-closing', body: { by, amountLandlord: random.whole(0, Math.floor(rentalDeposit)) } };
  }
  const { startedBy, release, proposal, end } = closing;
  if (release !== null) return { move: 'payout-completed' };
  if (startedBy === 'tenant' && isLeftToTheYear(id))
    return end.state === 'asked' ? aboutTheEnd(closing, random) : 'over';
  if (end.namedBy === 'manager' && end.state === 'confirmed' && random.isSo(CONTESTS)) return { move: 'contest-end' };
  const other = proposal.by === 'tenant' ? 'manager' : 'tenant';
  if (random.isSo(0.2)) return { move: 'counter', body: { by: other, amountLandlord: 100 } };
  return { move: 'consent', body: { by: other } };
}

/** One in four, by the last digit of its id, so that every caller knows. */
function isLeftToTheYear(id: string): boolean {
  return '0123'.includes(id.at(-1) ?? '');
}

/** The manager confirms the tenant's day, names another one, files a claim, or says nothing. */
function aboutTheEnd({ tenancyEnd }: { tenancyEnd: string }, random: Random): Call | 'over' {
  const later = Temporal.PlainDate.from(tenancyEnd).add({ days: random.whole(20, 300) });
  return random.pick<Call | 'over'>([
    { move: 'confirm-end' },
    { move: 'dispute-end', body: { day: later.toString() } },
    { move: 'file-claim', body: PROOF },
    'over',
  ]);
}
