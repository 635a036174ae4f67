import { parseDay, startOfDay, type Day } from '../../../domain/values/calendar.ts';
import { listAudit, type AuditCursor } from '../../../storage/audit-log.ts';
import { isId } from '../../../storage/database/ids.ts';
import type { ConsoleApp } from '../app.ts';
import { auditPage } from './audit-page.ts';

const PAGE_SIZE = 50;

/** Who changed what, when and from where. */
export function auditRoutes({ services, get }: ConsoleApp): void {
  get('/operator/audit', 'viewer', async (visit) => {
    const typed = (name: string): string => visit.query.get(name)?.trim() ?? '';
    const text = (name: string): string | null => (typed(name) === '' ? null : typed(name));
    const id = (name: string): string | null => (isId(typed(name)) ? typed(name) : null);
    const day = (name: string, days: number): Date | null => {
      const parsed = parseDay(typed(name));
      return parsed === null ? null : startOfDay(Temporal.PlainDate.from(parsed).add({ days }).toString() as Day);
    };
    const filter = {
      actor: text('actor')?.toLowerCase() ?? null,
      thing: text('thing')?.toLowerCase() ?? null,
      organizationId: id('organization'),
      partnerId: id('partner'),
      from: day('from', 0),
      until: day('until', 1),
    };
    const found = await listAudit(services.database, filter, { after: placeFrom(typed('after')), most: PAGE_SIZE + 1 });
    const entries = found.slice(0, PAGE_SIZE);
    const last = entries.at(-1);
    const next = found.length > PAGE_SIZE && last !== undefined ? `${last.at.toISOString()}/${last.id}` : null;
    return visit.show('audit', auditPage({ query: visit.query, entries, next, may: visit.may }));
  });
}

function placeFrom(text: string): AuditCursor | null {
  const [at = '', id = ''] = text.split('/');
  const time = new Date(at);
  return Number.isNaN(time.getTime()) || !isId(id) ? null : { at: time, id };
}
