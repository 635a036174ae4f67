import { listReports, noteReport, type NotedReport } from '../../storage/conformance/reports.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  findPartnerConnection,
  listPartnerConnections,
  type PartnerConnection,
} from '../../storage/set-up/connections.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import type { Services } from '../services.ts';
import { unknown } from '../set-up/refused.ts';

/** A connection, and the report behind it; null: there is none. */
export type ReportedConnection = { connection: PartnerConnection; report: NotedReport | null };

/** Notes where the report behind a connection can be read, such as one of the test environment in production. */
export async function noteConformanceReport(
  { database }: Services,
  { partnerId, externalOrgId, url }: { partnerId: string; externalOrgId: string; url: string },
): Promise<ReportedConnection> {
  if (!isId(partnerId) || (await findPartner(database, partnerId)) === null) throw unknown('partner');
  const connection = await findPartnerConnection(database, { partnerId, externalOrgId });
  if (connection === null) throw unknown('connection');
  const { organizationId, id: connectionId } = connection;
  await noteReport(database, { organizationId, connectionId, url, runId: null });
  const noted = await listReports(database, { organizationId });
  return { connection, report: noted.find((one) => one.connectionId === connectionId) ?? null };
}

export async function reportsOfPartner({ database }: Services, partnerId: string): Promise<ReportedConnection[]> {
  if (!isId(partnerId) || (await findPartner(database, partnerId)) === null) throw unknown('partner');
  const reports = new Map((await listReports(database, { partnerId })).map((report) => [report.connectionId, report]));
  const connections = await listPartnerConnections(database, partnerId);
  return connections.map((connection) => ({ connection, report: reports.get(connection.id) ?? null }));
}
