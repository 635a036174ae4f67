import type { Deposit } from '../../domain/deposit.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { currentOverviews } from '../../domain/statements/overviews.ts';
import type { StoredDeposit } from '../../storage/deposits/deposits.ts';
import type { TenantVisit } from '../visit.ts';

type ShownKind = Exclude<DocumentKind, 'payment_slip'>;

/** `year`: of an account overview. `amendment`: its number. */
type ShownDocument = { id: string; kind: ShownKind; year: number | null; amendment: number | null };

/** The documents of the current state, the newest of each kind and year: earlier ones may name other tenants. */
export function shownDocuments({
  deposit,
  tenant,
  isJoining,
}: Pick<TenantVisit, 'deposit' | 'tenant' | 'isJoining'>): ShownDocument[] {
  if (isJoining) return [];
  const since = joinedWith(deposit, tenant);
  const newest = kindsOf(deposit).flatMap((kind): ShownDocument[] => {
    if (kind === 'agreement') return agreements(deposit, since);
    const found = deposit.documents.findLast((one) => one.kind === kind);
    return found === undefined ? [] : [{ id: found.id, kind, year: null, amendment: null }];
  });
  const overviews = currentOverviews(deposit).map(({ id, year }) => ({ id, kind: 'year_statement' as const, year }));
  return [...newest, ...overviews.map((one) => ({ ...one, amendment: null }))];
}

/** The agreement, and its amendments. Who has joined later sees what is signed since. */
function agreements({ documents }: StoredDeposit, since: number): ShownDocument[] {
  const all = documents.filter(({ kind }) => kind === 'agreement');
  const original = all.findLast(({ amendment }) => amendment === null);
  const amendments = all.filter(({ amendment }) => amendment !== null && amendment >= since);
  const shown = [...(original !== undefined && since === 0 ? [original] : []), ...amendments];
  return shown.map(({ id, amendment }) => ({ id, kind: 'agreement', year: null, amendment }));
}

/** The number of the amendment with which this tenant has joined; 0: from the start. */
function joinedWith({ changes }: StoredDeposit, { email }: Tenant): number {
  const joined = changes.findLast(
    ({ subject, state }) => subject.kind === 'tenant_joins' && state === 'done' && subject.tenant.email === email,
  );
  return joined?.amendment ?? 0;
}

function kindsOf({ state, step, product }: Deposit): ShownKind[] {
  const inForce: ShownKind = product === 'insurance' ? 'certificate' : 'pay_in';
  switch (state) {
    case 'opening':
      return step === 'awaiting_account' || step === 'awaiting_cover' || step === 'awaiting_payment'
        ? ['agreement']
        : [];
    case 'open':
    case 'closing':
      return ['agreement', inForce];
    case 'closed':
      return ['agreement', inForce, 'pay_out'];
    case 'withdrawn':
      return ['withdrawal'];
    case 'draft_editing':
      return [];
  }
}
