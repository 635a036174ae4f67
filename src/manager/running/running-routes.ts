import type { FastifyReply } from 'fastify';
import { recordChange, together, type Author, type Change } from '../../actions/audit.ts';
import { checkRunning, importRunning, type RowFields } from '../../actions/running/import-running.ts';
import { readRows, TEMPLATE_COLUMNS } from '../../actions/running/read-rows.ts';
import { undoImport, UNDONE_WITHIN_MS } from '../../actions/running/undo-import.ts';
import type { Services } from '../../actions/services.ts';
import { SetUpRefused } from '../../actions/set-up/refused.ts';
import type { Organization } from '../../domain/organization.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { listImports } from '../../storage/running/imports.ts';
import { csvText } from '../../web/encoding/csv.ts';
import { field } from '../../web/forms.ts';
import { fileIn } from '../../web/input/uploads.ts';
import { PAGE_HEADERS, seeOther } from '../../web/page.ts';
import type { ManagerApp, ManagerVisit } from '../app.ts';
import { administered } from '../organization/administered.ts';
import { runningPage, runningUrl, undoPage, type RunningView } from './running-page.ts';

const RUNNING = '/manager/organization/:organizationId/running';
const MOST_LISTED = 20;

/** Administrators take running deposits over, and undo it. */
export function runningRoutes({ services, get, post }: ManagerApp): void {
  const about =
    (handle: (services: Services, visit: ManagerVisit, organization: Organization) => Promise<FastifyReply | null>) =>
    async (visit: ManagerVisit): Promise<FastifyReply | null> => {
      const organization = administered(visit);
      return organization === null ? null : handle(services, visit, organization);
    };
  get(RUNNING, 'administrator', about(showRunning));
  get(`${RUNNING}/template.csv`, 'administrator', about(sendTemplate));
  post(RUNNING, 'administrator', about(check));
  post(`${RUNNING}/import`, 'administrator', about(takeOver));
  get(`${RUNNING}/:importId/undo`, 'administrator', about(askToUndo));
  post(`${RUNNING}/:importId/undo`, 'administrator', about(undo));
}

async function show(
  { database }: Services,
  { show: send, language, token }: ManagerVisit,
  organization: Organization,
  view: Partial<RunningView>,
): Promise<FastifyReply> {
  const now = await serviceNow(database);
  const imports = await listImports(database, organization.id, MOST_LISTED);
  const isInTime = (at: Date): boolean => now.getTime() - at.getTime() <= UNDONE_WITHIN_MS;
  const shown = imports
    .filter(({ opened }) => opened > 0)
    .map((one) => ({ ...one, canBeUndone: one.undoneAt === null && isInTime(one.startedAt) }));
  const whole = { organization, imports: shown, checked: null, fault: null, done: null, ...view };
  return send('organization', runningPage(whole, { language, token }), whole.fault === null ? 200 : 422);
}

function showRunning(services: Services, visit: ManagerVisit, organization: Organization): Promise<FastifyReply> {
  const done = visit.query.get('done');
  const imported = /^\d{1,4}$/.test(visit.query.get('count') ?? '') ? Number(visit.query.get('count')) : 0;
  const is = done === 'undone' || done === 'refused' ? { is: done } : null;
  return show(services, visit, organization, {
    done: done === 'imported' ? { is: 'imported', count: imported } : (is as RunningView['done']),
  });
}

async function sendTemplate(_: Services, { reply }: ManagerVisit): Promise<FastifyReply> {
  return reply
    .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
    .header('content-disposition', 'attachment; filename="depono-running.csv"')
    .send(`\uFEFF${csvText([TEMPLATE_COLUMNS], ';')}`);
}

async function check(services: Services, visit: ManagerVisit, organization: Organization): Promise<FastifyReply> {
  const file = fileIn(visit.form, 'file');
  if (file === null) return show(services, visit, organization, { fault: 'missing' });
  const rows = readRows(file);
  if (typeof rows === 'string') return show(services, visit, organization, { fault: rows });
  const given = { organizationId: organization.id, rows, language: visit.language };
  const report = await withManager(checkRunning(services, given));
  if (report === null) return show(services, visit, organization, { fault: 'no_manager' });
  return show(services, visit, organization, { checked: { report, content: file.toString('base64') } });
}

/** The rows are decided again: what the page has shown may have changed. */
async function takeOver(services: Services, visit: ManagerVisit, organization: Organization): Promise<FastifyReply> {
  const rows = readRows(Buffer.from(field(visit.form, 'content'), 'base64'));
  if (typeof rows === 'string') return show(services, visit, organization, { fault: rows });
  const report = await withManager(importAudited(services, visit, organization, rows));
  if (report === null) return show(services, visit, organization, { fault: 'no_manager' });
  return seeOther(visit.reply, runningUrl(organization, `?done=imported&count=${report.counts.opened}`));
}

function importAudited(services: Services, visit: ManagerVisit, { id }: Organization, rows: readonly RowFields[]) {
  return together(services, async (inside) => {
    const given = { organizationId: id, rows, language: visit.language };
    const report = await importRunning(inside, given, 'manager');
    const about = { organization: id, import: report.importId as string };
    const changes = { opened: { to: report.counts.opened } };
    await record(inside, visit, { verb: 'import', thing: 'running deposits', about, organizationId: id, changes });
    return report;
  });
}

/** Null: the organization has no default property manager. */
async function withManager<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof SetUpRefused && error.kind === 'conflict') return null;
    throw error;
  });
}

async function askToUndo(services: Services, visit: ManagerVisit, organization: Organization) {
  const imports = await listImports(services.database, organization.id, MOST_LISTED);
  const found = imports.find(({ id, undoneAt }) => id === visit.params['importId'] && undoneAt === null);
  return found === undefined ? null : visit.show('organization', undoPage(organization, found, visit));
}

async function undo(services: Services, visit: ManagerVisit, organization: Organization): Promise<FastifyReply | null> {
  const { importId = '' } = visit.params;
  const key = { organizationId: organization.id, id: importId };
  try {
    await together(services, async (inside) => {
      const undone = await undoImport(inside, key);
      const about = { organization: key.organizationId, import: key.id };
      const changes = { deposits: { from: undone, to: 0 } };
      await record(inside, visit, {
        verb: 'undo',
        thing: 'import of running deposits',
        about,
        organizationId: key.organizationId,
        changes,
      });
    });
  } catch (error) {
    if (!(error instanceof SetUpRefused)) throw error;
    if (error.kind === 'unknown') return null;
    return seeOther(visit.reply, runningUrl(organization, '?done=refused'));
  }
  return seeOther(visit.reply, runningUrl(organization, '?done=undone'));
}

function record(services: Services, { person, request }: ManagerVisit, change: Change): Promise<void> {
  const author: Author = { actor: person.email, way: 'pages', origin: request.ip };
  return recordChange(services, author, change);
}
