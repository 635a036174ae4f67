import type { ChangeKind, ChangeState } from '../../domain/change-kinds.ts';
import type { ChangeSubject, DepositChange, ManagerSignature, Signature } from '../../domain/deposit.ts';
import type { Recipient } from '../../domain/effect.ts';
import { REMOVED } from '../../domain/retention.ts';
import type { Signer } from '../../domain/tenant.ts';
import type { EmailAddress, PhoneNumber } from '../../domain/values/contact.ts';
import { rappen } from '../../domain/values/money.ts';
import { column, columnNames, recordColumns, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

/** As JSON: the time is text. */
type Stored<T extends { at: Date }> = Omit<T, 'at'> & { at: string };

const COLUMNS = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  deposit_id: column<string>('uuid'),
  kind: column<ChangeKind>('text'),
  state: column<ChangeState>('text'),
  subject: column<ChangeSubject>('json'),
  started_at: column<string>('timestamptz'),
  started_by: column<Recipient>('json'),
  done_at: column<string | null>('timestamptz'),
  signers: column<Signer[]>('json'),
  signatures: column<(Stored<Signature> | null)[]>('json'),
  manager_signature: column<Stored<ManagerSignature> | null>('json'),
  amendment: column<number | null>('smallint'),
  paid: column<{ paymentId: string; amount: number }[]>('json'),
  order_id: column<string | null>('uuid'),
  released_rappen: column<number>('bigint'),
};

/** A row as JSON: its times are text. */
export type ChangeRow = RowOf<typeof COLUMNS>;

export function depositChangeFrom(row: ChangeRow): DepositChange {
  return {
    id: row.id,
    subject: subjectFrom(row),
    state: row.state,
    startedAt: new Date(row.started_at),
    startedBy: row.started_by,
    doneAt: row.done_at === null ? null : new Date(row.done_at),
    signers: row.signers,
    signatures: row.signatures.map((one) => (one === null ? null : withTime(one))),
    managerSignature: row.manager_signature === null ? null : withTime(row.manager_signature),
    amendment: row.amendment,
    paid: row.paid.map(({ paymentId, amount }) => ({ paymentId, amount: rappen(amount) })),
    orderId: row.order_id,
    released: rappen(row.released_rappen),
  };
}

/** At the end of the retention period only amounts and products are left. */
function subjectFrom({ kind, subject }: ChangeRow): ChangeSubject {
  return 'kind' in subject ? subject : removedSubject(kind);
}

function removedSubject(kind: ChangeKind): ChangeSubject {
  const owner = { ...REMOVED_ADDRESS, name: REMOVED, careOf: false };
  const tenant = { ...NOBODY, address: REMOVED_ADDRESS };
  switch (kind) {
    case 'tenant_joins':
      return { kind, tenant, adjustments: [] };
    case 'tenant_leaves':
      return { kind, position: 0, tenant };
    case 'main_tenant':
      return { kind, position: 0, before: REMOVED, after: REMOVED };
    case 'owner':
      return { kind, owner, before: owner, adjustments: [] };
    case 'amount':
    case 'product':
      throw new Error('amounts and products are kept');
  }
}

const REMOVED_ADDRESS = { street: REMOVED, streetNumber: '-', zip: REMOVED, city: REMOVED, countryCode: 'CH' };
const NOBODY = {
  type: 'natural' as const,
  firstName: REMOVED,
  lastName: REMOVED,
  email: REMOVED as EmailAddress,
  phoneNumber: REMOVED as PhoneNumber,
  title: 'ms' as const,
  birthDate: null,
  nationality: null,
  civilStatus: null,
};

function withTime<T extends { at: string }>(stored: T): Omit<T, 'at'> & { at: Date } {
  return { ...stored, at: new Date(stored.at) };
}

type Owned = { owner: { organizationId: string; depositId: string }; items: readonly DepositChange[] };

const CHANGED = [
  'state',
  'done_at',
  'signatures',
  'manager_signature',
  'amendment',
  'paid',
  'order_id',
  'released_rappen',
];

/** Changes that moves have started or carried on. */
export async function saveChanges(sql: Sql, sets: readonly Owned[]): Promise<void> {
  const rows = sets.flatMap(({ owner, items }) => items.map((item) => changeRow(owner, item)));
  await sql.query(
    `insert into changes (${columnNames(COLUMNS)})
     select ${columnNames(COLUMNS)} from json_to_recordset($1) as (${recordColumns(COLUMNS)})
     on conflict (organization_id, id) do update
     set ${CHANGED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows)],
  );
}

function changeRow(
  { organizationId, depositId }: Owned['owner'],
  change: DepositChange,
): Record<keyof typeof COLUMNS, unknown> {
  return {
    organization_id: organizationId,
    id: change.id,
    deposit_id: depositId,
    kind: change.subject.kind,
    state: change.state,
    subject: change.subject,
    started_at: change.startedAt,
    started_by: change.startedBy,
    done_at: change.doneAt,
    signers: change.signers,
    signatures: change.signatures,
    manager_signature: change.managerSignature,
    amendment: change.amendment,
    paid: change.paid,
    order_id: change.orderId,
    released_rappen: change.released,
  };
}
