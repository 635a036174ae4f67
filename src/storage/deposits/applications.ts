import type {
  ProviderAnswer,
  Application,
  ApplicationEvent,
  ApplicationKind,
  ApplicationState,
  PersonChange,
} from '../../domain/application.ts';
import { rappen } from '../../domain/values/money.ts';
import { column, columnNames, recordColumns, type RowOf } from '../database/columns.ts';
import type { Sql } from '../database/database.ts';

/** As JSON: the time is text. */
type StoredEvent = Omit<ApplicationEvent, 'at'> & { at: string };

const COLUMNS = {
  organization_id: column<string>('uuid'),
  id: column<string>('uuid'),
  deposit_id: column<string>('uuid'),
  provider_id: column<string>('uuid'),
  kind: column<ApplicationKind>('text'),
  state: column<ApplicationState>('text'),
  created_at: column<string>('timestamptz'),
  reference: column<string | null>('text'),
  claim_rappen: column<number | null>('bigint'),
  person: column<PersonChange | null>('json'),
  change_id: column<string | null>('uuid'),
  answer: column<ProviderAnswer | null>('json'),
  answered_at: column<string | null>('timestamptz'),
  answered_by: column<string | null>('text'),
  cancelled_at: column<string | null>('timestamptz'),
  events: column<readonly StoredEvent[]>('json'),
};

/** A row as JSON: its times are text. */
export type ApplicationRow = RowOf<typeof COLUMNS>;

export function applicationFrom(row: ApplicationRow): Application {
  const moment = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    providerId: row.provider_id,
    createdAt: new Date(row.created_at),
    reference: row.reference,
    claim: row.claim_rappen === null ? null : rappen(row.claim_rappen),
    person: row.person,
    changeId: row.change_id,
    answer: row.answer,
    answeredAt: moment(row.answered_at),
    answeredBy: row.answered_by,
    cancelledAt: moment(row.cancelled_at),
    events: row.events.map(({ at, ...event }) => ({ at: new Date(at), ...event })),
  };
}

type Owned = { owner: { organizationId: string; depositId: string }; items: readonly Application[] };

const CHANGED = ['state', 'reference', 'answer', 'answered_at', 'answered_by', 'cancelled_at', 'events'];

/** What moves have asked, answered or cancelled. */
export async function saveApplications(sql: Sql, sets: readonly Owned[]): Promise<void> {
  const rows = sets.flatMap(({ owner, items }) => items.map((item) => applicationRow(owner, item)));
  await sql.query({
    name: 'save-applications',
    text: `insert into applications (${columnNames(COLUMNS)})
     select ${columnNames(COLUMNS)} from json_to_recordset($1) as (${recordColumns(COLUMNS)})
     on conflict (organization_id, id) do update
     set ${CHANGED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values: [JSON.stringify(rows)],
  });
}

function applicationRow(
  { organizationId, depositId }: Owned['owner'],
  application: Application,
): Record<keyof typeof COLUMNS, unknown> {
  return {
    organization_id: organizationId,
    id: application.id,
    deposit_id: depositId,
    provider_id: application.providerId,
    kind: application.kind,
    state: application.state,
    created_at: application.createdAt,
    reference: application.reference,
    claim_rappen: application.claim,
    person: application.person,
    change_id: application.changeId,
    answer: application.answer,
    answered_at: application.answeredAt,
    answered_by: application.answeredBy,
    cancelled_at: application.cancelledAt,
    events: application.events,
  };
}
