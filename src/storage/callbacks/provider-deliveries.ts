import type { ApplicationKind } from '../../domain/application.ts';
import type { Sql } from '../database/database.ts';
import { MAX_ID } from '../database/ids.ts';
import type { ProviderEvent } from '../effects/sealed-effects.ts';
import {
  ATTEMPTS,
  claimDue,
  receiverFrom,
  type CallbackReceiver,
  type DeliveryState,
  type ListedAttempt,
} from './delivery-queue.ts';

/**
 * Queues a callback to the provider of an application, if it has one that is switched on. The same id is queued once:
 * the worker may carry an effect out twice.
 */
export async function insertProviderDelivery(
  sql: Sql,
  { id, applicationId, event }: ProviderEvent & { id: string },
): Promise<void> {
  await sql.query(
    `insert into provider_deliveries (organization_id, id, provider_id, application_id, deposit_id, application_kind,
                                      event, state, created_at, due_at)
     select d.organization_id, $1, a.provider_id, a.id, a.deposit_id, a.kind, $3, 'waiting', service_now(), service_now()
     from applications a join providers p on p.id = a.provider_id join deposits d on d.id = a.deposit_id
     where a.id = $2 and p.callback_url is not null and p.callback_switched_off_at is null
     -- Held where it is: a mandate waits.
     for key share of d
     on conflict do nothing`,
    [id, applicationId, event],
  );
}

/** A callback to a provider that is to be sent, with the current settings of its receiver. */
export type DueApplication = {
  to: 'provider';
  organizationId: string;
  id: string;
  /** The provider. */
  receiverId: string;
  /** Attempts so far, since it was queued or replayed. */
  tries: number;
  event: ProviderEvent['event'];
  /** When it was queued. */
  at: Date;
  application: { id: string; kind: ApplicationKind; depositId: string };
  receiver: CallbackReceiver | null;
};

type DueRow = {
  provider_id: string;
  application_id: string;
  application_kind: ApplicationKind;
  deposit_id: string;
  event: ProviderEvent['event'];
  created_at: Date;
};

const DUE = 'd.provider_id, d.application_id, d.application_kind, d.deposit_id, d.event, d.created_at';

export async function claimProviderDeliveries(
  sql: Sql,
  claim: { most: number; leaseSeconds: number },
): Promise<DueApplication[]> {
  const rows = await claimDue<DueRow>(sql, 'provider', DUE, claim);
  return rows.map((row) => ({
    to: 'provider',
    organizationId: row.organization_id,
    id: row.id,
    receiverId: row.provider_id,
    tries: row.tries,
    event: row.event,
    at: row.created_at,
    application: { id: row.application_id, kind: row.application_kind, depositId: row.deposit_id },
    receiver: receiverFrom(row),
  }));
}

export type ListedProviderDelivery = {
  id: string;
  organizationId: string;
  depositId: string;
  providerId: string;
  applicationId: string;
  applicationKind: ApplicationKind;
  event: ProviderEvent['event'];
  state: DeliveryState;
  createdAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
  attempts: ListedAttempt[];
};

const LIST = `
  select d.id, d.organization_id as "organizationId", d.deposit_id as "depositId", d.provider_id as "providerId",
         d.application_id as "applicationId", d.application_kind as "applicationKind", d.event, d.state,
         d.created_at as "createdAt", d.due_at as "dueAt", d.finished_at as "finishedAt", ${ATTEMPTS}
  from provider_deliveries d`;

/** Newest first: ids grow with time. */
export async function listProviderDeliveries(
  sql: Sql,
  asked: { providerId: string | null; depositId: string | null; state: DeliveryState | null; most: number },
): Promise<ListedProviderDelivery[]> {
  const { rows } = await sql.query<ListedProviderDelivery>(
    `${LIST} where ($1::uuid is null or d.provider_id = $1) and ($2::uuid is null or d.deposit_id = $2)
       and ($3::text is null or d.state = $3)
     order by d.id desc limit $4`,
    [asked.providerId, asked.depositId, asked.state, asked.most],
  );
  return rows;
}

export async function findProviderDelivery(sql: Sql, id: string): Promise<ListedProviderDelivery | null> {
  const { rows } = await sql.query<ListedProviderDelivery>(`${LIST} where d.id = $1`, [id]);
  return rows[0] ?? null;
}

type FailedProviderDelivery = ListedProviderDelivery & { provider: string; externalContractId: string };

/** Deliveries that were given up, newest first: ids grow with time. */
export async function listFailedProviderDeliveries(
  sql: Sql,
  { before, most }: { before: string | null; most: number },
): Promise<FailedProviderDelivery[]> {
  const { rows } = await sql.query<FailedProviderDelivery>(
    `select l.*, v.name as provider, x.external_contract_id as "externalContractId"
     from (${LIST} where d.state = 'failed' and d.id < $1 order by d.id desc limit $2) l
     join providers p on p.id = l."providerId" join provider_versions v on v.id = p.version_id
     join deposits x on x.organization_id = l."organizationId" and x.id = l."depositId" order by l.id desc`,
    [before ?? MAX_ID, most],
  );
  return rows;
}
