import type { StatusFacts } from '../domain/contract-status.ts';
import type { Product, State } from '../domain/deposit.ts';
import { rappen } from '../domain/money.ts';
import type { Sql } from './database.ts';
import { gather, type OnBatch } from './gather.ts';

export type StatusQuestion = { organizationId: string; keyId: string | null; externalContractId: string | null };

export type StatusFinding = {
  organization: { isEnabled: boolean; keyHash: Buffer | null } | null;
  facts: StatusFacts | null;
};

/** In the order of the statement's columns. */
type Row = [
  n: number,
  enabled: boolean | null,
  hash: Buffer | null,
  externalContractId: string | null,
  state: State,
  product: Product | null,
  iban: string | null,
  rentalDeposit: number,
  paidOutAt: Date | null,
  paidOutTenant: number | null,
];

/**
 * Section 3: of several deposits the newest counts. A living one is always the newest. The fences look one
 * organization and key up for each question: without them, all of them are read for each statement.
 */
const SELECT = `
  select q.n, o.contract_status_enabled as enabled, k.hash, d.external_contract_id, d.state, d.product, d.iban,
         d.rental_deposit_rappen, d.paid_out_at, d.paid_out_tenant_rappen
  from json_to_recordset($1) as q (n integer, organization_id uuid, key_id text, external_contract_id text)
  left join lateral (select * from organizations g where g.id = q.organization_id offset 0) o on true
  left join lateral (select * from status_keys s where s.organization_id = o.id and s.id = q.key_id
                     and s.revoked_at is null offset 0) k on true
  left join lateral (
    (select * from deposits l where l.organization_id = o.id and l.external_contract_id = q.external_contract_id
       and l.state <> 'withdrawn')
    union all
    (select * from deposits w where w.organization_id = o.id and w.external_contract_id = q.external_contract_id
       and w.state = 'withdrawn' order by w.created_at desc, w.id desc limit 1)
    limit 1
  ) d on true`;

/** Reads are cheapest in large batches: one statement at a time, with all who came meanwhile. */
const LIMITS = { most: 256, inFlight: 1, waiting: 8_192 };

export function statusReader(sql: Sql, onBatch: OnBatch): (question: StatusQuestion) => Promise<StatusFinding> {
  return gather<StatusQuestion, StatusFinding>(
    async (questions) => {
      const { rows } = await sql.query<Row>({
        rowMode: 'array',
        name: 'contract-status',
        text: SELECT,
        values: [JSON.stringify(questions.map(asRow))],
      });
      const findings = Array.from<StatusFinding>({ length: questions.length });
      for (const row of rows) findings[row[0]] = findingFrom(row);
      return findings;
    },
    { limits: LIMITS, onBatch },
  );
}

function asRow({ organizationId, keyId, externalContractId }: StatusQuestion, n: number): object {
  return { n, organization_id: organizationId, key_id: keyId, external_contract_id: externalContractId };
}

function findingFrom(row: Row): StatusFinding {
  const [, enabled, keyHash, externalContractId, state, product, iban, rentalDeposit, paidOutAt, paidOutTenant] = row;
  const organization = enabled === null ? null : { isEnabled: enabled, keyHash };
  if (externalContractId === null) return { organization, facts: null };
  return {
    organization,
    facts: {
      externalContractId,
      state,
      product,
      iban,
      rentalDeposit: rappen(rentalDeposit),
      paidOutTime: paidOutAt?.toISOString() ?? null,
      paidOutAmountTenant: paidOutTenant === null ? null : rappen(paidOutTenant),
    },
  };
}
