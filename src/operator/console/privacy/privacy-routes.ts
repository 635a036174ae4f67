import { gatherPersonData, isEmpty } from '../../../actions/data-protection/person-data.ts';
import { zip } from '../../../actions/data-protection/zip.ts';
import { parseEmail } from '../../../domain/values/contact.ts';
import { periodProblem, RETENTION_KINDS, type RetentionKind } from '../../../domain/retention.ts';
import { listErasures, readPeriods, setPeriod } from '../../../storage/data-protection/data-protection.ts';
import { isId } from '../../../storage/database/ids.ts';
import { field } from '../../../web/forms.ts';
import { PAGE_HEADERS, seeOther } from '../../../web/page.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import type { Problems } from '../forms.ts';
import { bundleLanguage, personFiles } from './bundle.ts';
import { privacyPage, type PrivacyView } from './privacy-page.ts';

const MOST_ON_A_PAGE = 50;

/** Data protection: what is known of one person, how long each kind is kept, and what was removed. */
export function privacyRoutes(app: ConsoleApp): void {
  const { services } = app;
  const { database } = services;

  const show = async (visit: ConsoleVisit, more: Partial<PrivacyView> = {}, status = 200) => {
    const periods = await readPeriods(database);
    const found = await listErasures(database, { before: positionFrom(visit.query), most: MOST_ON_A_PAGE + 1 });
    const page = privacyPage({
      token: visit.token,
      mayChange: visit.may('admin'),
      typed: Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, String(periods[kind])])),
      email: '',
      problems: {},
      isUnknown: false,
      isSaved: visit.query.has('saved'),
      erasures: found.slice(0, MOST_ON_A_PAGE),
      hasMore: found.length > MOST_ON_A_PAGE,
      ...more,
    });
    return visit.show('privacy', page, status);
  };

  app.get('/operator/privacy', 'clerk', async (visit) => show(visit));

  // By POST, so that the address stands in no log and in no history of a browser.
  app.post('/operator/privacy/person', 'clerk', async (visit) => {
    const typed = field(visit.form, 'email');
    const email = parseEmail(typed);
    if (email === null) {
      return show(visit, { email: typed, problems: { email: 'An e-mail address, such as lea@example.ch.' } }, 422);
    }
    const bundle = await gatherPersonData(services, email);
    if (isEmpty(bundle)) return show(visit, { email: typed, isUnknown: true });
    visit.note({ verb: 'export', thing: 'data on a person', about: {}, changes: {} });
    const { madeAt } = bundle.data;
    return visit.reply
      .headers(PAGE_HEADERS)
      .type('application/zip')
      .header('content-disposition', `attachment; filename="depono-person-${madeAt.slice(0, 10)}.zip"`)
      .send(zip(personFiles(bundle, bundleLanguage(bundle)), new Date(madeAt)));
  });

  app.post('/operator/privacy/periods', 'admin', async (visit) => {
    const typed = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, field(visit.form, kind)]));
    const problems = problemsOf(typed);
    if (Object.keys(problems).length > 0) return show(visit, { typed, problems }, 422);
    const before = await readPeriods(database);
    const changed = RETENTION_KINDS.filter((kind) => before[kind] !== Number(typed[kind]));
    await database.transaction(async (sql) => {
      for (const kind of changed) await setPeriod(sql, kind, Number(typed[kind]));
    });
    visit.note({
      verb: 'change',
      thing: 'retention periods',
      about: {},
      changes: Object.fromEntries(changed.map((kind) => [kind, { from: before[kind], to: Number(typed[kind]) }])),
    });
    return seeOther(visit.reply, '/operator/privacy?saved');
  });
}

function problemsOf(typed: Readonly<Record<string, string>>): Problems {
  const problems = RETENTION_KINDS.map((kind): [RetentionKind, string | null] => {
    const text = typed[kind] ?? '';
    return [kind, periodProblem(kind, /^[0-9]{1,5}$/.test(text) ? Number(text) : null)];
  });
  return Object.fromEntries(problems.filter((one): one is [RetentionKind, string] => one[1] !== null));
}

/** Where a page of the removals goes on. */
function positionFrom(query: URLSearchParams): { at: Date; id: string } | null {
  const [time = '', id = ''] = (query.get('before') ?? '').split('_');
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || !/^[0-9]{4}-/.test(time) || !isId(id) ? null : { at, id };
}
