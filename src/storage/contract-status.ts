import type { StatusFacts } from '../domain/contract-status.ts';
import type { Product, State } from '../domain/deposit.ts';
import { rappen } from '../domain/money.ts';
import { isKey, keyId } from '../vault/keys.ts';
import type { Sql } from './database.ts';
import { gather, type OnBatch } from './gather.ts';

export type StatusQuestion = { organizationId: string; apiKey: string; externalContractId: string | null };

export type StatusFinding = {
  /** Who asks; null: no such organization. The key's id is null where the key is not the organization's. */
  reader: { isEnabled: boolean; keyId: string | null } | null;
  facts: StatusFacts | null;
};

/** In the order of the statement's columns: of one who asks, or else of a deposit, which has a state. */
type Row = [
  n: number,
  isEnabled: boolean | null,
  keyHash: Buffer | null,
  state: State | null,
  product: Product | null,
  iban: string | null,
  rentalDeposit: number,
  paidOutAt: Date | null,
  paidOutTenant: number | null,
];

/**
 * Section 3: of several deposits the newest counts. A living one is always the newest. The fences look one
 * organization and key up for each who asks: without them, all of them are read for each statement.
 */
const SELECT = `
  select r.n::integer, o.contract_status_enabled, k.hash,
         null, null, null, null::bigint, null::timestamptz, null::bigint
  from unnest($1::uuid[], $2::text[]) with ordinality as r (organization_id, key_id, n)
  left join lateral (select * from organizations g where g.id = r.organization_id offset 0) o on true
  left join lateral (select * from status_keys s where s.organization_id = o.id and s.id = r.key_id
                     and s.revoked_at is null offset 0) k on true
  union all
  select q.n::integer, null, null, d.state, d.product, d.iban,
         d.rental_deposit_rappen, d.paid_out_at, d.paid_out_tenant_rappen
  from unnest($3::integer[], $4::text[]) with ordinality as q (reader, external_contract_id, n)
  cross join lateral (
    (select * from deposits l where l.organization_id = ($1::uuid[])[q.reader]
       and l.external_contract_id = q.external_contract_id and l.state <> 'withdrawn')
    union all
    (select * from deposits w where w.organization_id = ($1::uuid[])[q.reader]
       and w.external_contract_id = q.external_contract_id and w.state = 'withdrawn'
     order by w.created_at desc, w.id desc limit 1)
    limit 1
  ) d`;

/** Reads are cheapest in large batches: one statement at a time, with all who came meanwhile. */
const LIMITS = { most: 256, inFlight: 1, waiting: 8_192 };

export function statusReader(sql: Sql, onBatch: OnBatch): (question: StatusQuestion) => Promise<StatusFinding> {
  return gather<StatusQuestion, StatusFinding>(
    async (questions) => {
      const { asking, places } = readersOf(questions);
      const { rows } = await sql.query<Row>({
        rowMode: 'array',
        name: 'contract-status',
        text: SELECT,
        values: [
          asking.map(({ organizationId }) => organizationId),
          asking.map(({ apiKey }) => keyId(apiKey)),
          `{${places.join(',')}}`,
          questions.map(({ externalContractId }) => externalContractId),
        ],
      });
      const readers: StatusFinding['reader'][] = [];
      const facts: StatusFacts[] = [];
      for (const row of rows) {
        const [n, , , state] = row;
        if (state === null) readers[n] = readerFrom(row, asking[n - 1]?.apiKey ?? '');
        else facts[n] = factsFrom(row, state, questions[n - 1]?.externalContractId ?? '');
      }
      return places.map((place, n) => ({ reader: readers[place] ?? null, facts: facts[n + 1] ?? null }));
    },
    { limits: LIMITS, onBatch },
  );
}

/** Who asks, each once, and the place of each question's among them. As in the statement, they are counted from 1. */
function readersOf(questions: readonly StatusQuestion[]): { asking: StatusQuestion[]; places: number[] } {
  const asking: StatusQuestion[] = [];
  const known = new Map<string, number>();
  const places = questions.map((question) => {
    const name = `${question.organizationId} ${question.apiKey}`;
    let place = known.get(name);
    if (place === undefined) known.set(name, (place = asking.push(question)));
    return place;
  });
  return { asking, places };
}

function readerFrom([, isEnabled, hash]: Row, apiKey: string): StatusFinding['reader'] {
  if (isEnabled === null) return null;
  return { isEnabled, keyId: isKey(apiKey, hash) ? keyId(apiKey) : null };
}

function factsFrom(row: Row, state: State, externalContractId: string): StatusFacts {
  const [, , , , product, iban, rentalDeposit, paidOutAt, paidOutTenant] = row;
  return {
    externalContractId,
    state,
    product,
    iban,
    rentalDeposit: rappen(rentalDeposit),
    paidOutTime: paidOutAt?.toISOString() ?? null,
    paidOutAmountTenant: paidOutTenant === null ? null : rappen(paidOutTenant),
  };
}
