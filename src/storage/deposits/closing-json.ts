import { namedEnd } from '../../domain/closing/tenancy-end.ts';
import type {
  Closing,
  FiledClaim,
  NamedEnd,
  PayoutAccount,
  PayoutAccountRequest,
  PlannedYear,
  Proposal,
  Release,
} from '../../domain/closing/closing.ts';

/** Times inside JSON are text. */
export type AsText<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };

export type ClosingJson = Omit<AsText<Closing>, 'proposals' | 'noted' | 'release' | 'end' | 'year' | 'claim'> & {
  proposals: AsText<Proposal>[];
  noted?: AsText<Release> | null;
  release: AsText<Release> | null;
  /** Absent in closings of earlier versions. */
  end?: NamedEnd;
  year?: PlannedYear;
  claim?: ClaimJson | null;
};

type ClaimJson = Omit<FiledClaim, 'at' | 'decidedAt'> & { at: string; decidedAt: string | null };

export type RequestJson = Omit<PayoutAccountRequest, 'sentAt' | 'recent'> & { sentAt: string; recent: string[] };

/** Closings of earlier versions have only the IBAN. */
const OF_EARLIER_VERSIONS = { tenantHolderName: null, tenantBic: null, tenantAddress: null };

export function closingFrom({
  proposals,
  noted = null,
  release,
  end,
  year,
  claim = null,
  ...rest
}: ClosingJson): Closing {
  return {
    ...OF_EARLIER_VERSIONS,
    ...rest,
    end: end ?? earlierEnd(rest),
    year: year ?? { queuedFor: null, warnings: 0 },
    claim: claim === null ? null : claimFrom(claim),
    startedAt: new Date(rest.startedAt),
    proposals: proposals.map(timed) as [Proposal, ...Proposal[]],
    noted: noted === null ? null : timed(noted),
    release: release === null ? null : timed(release),
  };
}

/** Earlier versions asked nobody about the end of the tenancy: the day that was named counted, and still does. */
function earlierEnd({ startedBy, tenancyEnd }: Pick<Closing, 'startedBy' | 'tenancyEnd'>): NamedEnd {
  const named = namedEnd(startedBy, tenancyEnd);
  return named.state === 'asked' ? { ...named, state: 'undisputed' } : named;
}

function claimFrom({ at, decidedAt, ...claim }: ClaimJson): FiledClaim {
  return { ...claim, at: new Date(at), decidedAt: decidedAt === null ? null : new Date(decidedAt) };
}

export function payoutAccountFrom(account: AsText<PayoutAccount> | null): PayoutAccount | null {
  return account === null ? null : { ...account, confirmedAt: new Date(account.confirmedAt) };
}

export function requestFrom(request: RequestJson | null): PayoutAccountRequest | null {
  if (request === null) return null;
  return { ...request, sentAt: new Date(request.sentAt), recent: request.recent.map((at) => new Date(at)) };
}

export function timed<T extends { at: string }>(fact: T): Omit<T, 'at'> & { at: Date } {
  return { ...fact, at: new Date(fact.at) };
}
