import type { FastifyReply } from 'fastify';
import { issueToken, revokeToken } from '../../../actions/operators/tokens.ts';
import { parseDay, startOfDay, type Day } from '../../../domain/values/calendar.ts';
import { listOperatorTokens } from '../../../storage/operators/tokens.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { tokenInput } from '../../inputs.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp, type Problems } from '../forms.ts';
import { showOnNextPage } from '../shown-once.ts';
import { revokeTokenPage } from './operator-page.ts';
import { operatorInAddress, showOperator } from './show-operator.ts';

const ADDRESS = '/operator/operators/:id/tokens';

/** Personal tokens for the API and the command line. */
export function tokenRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  const { database } = services;

  post(ADDRESS, 'admin', (visit) => issue(app, visit));

  get(`${ADDRESS}/:tokenId/revoke`, 'admin', async (visit) => {
    const operator = await operatorInAddress(app, visit);
    const tokens = operator === null ? [] : await listOperatorTokens(database, operator.id);
    const token = tokens.find(({ tokenId }) => tokenId === visit.params['tokenId']);
    if (operator === null || token === undefined) return null;
    return visit.show('operators', revokeTokenPage(visit, operator, token));
  });
  post(`${ADDRESS}/:tokenId/revoke`, 'admin', async (visit) => {
    const { id = '', tokenId = '' } = visit.params;
    if ((await trySetUp(revokeToken(services, id, tokenId), [])) === null) return null;
    const about = { operator: id, 'operator token': tokenId };
    visit.note({ verb: 'revoke', thing: 'operator token', about, changes: {} });
    return seeOther(visit.reply, `/operator/operators/${id}?done=revoked`);
  });
}

async function issue(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const operator = await operatorInAddress(app, visit);
  if (operator === null) return null;
  const typedToken = { name: field(visit.form, 'name'), lastDay: field(visit.form, 'lastDay') };
  const again = (tokenProblems: Problems) => showOperator(app, visit, { typedToken, tokenProblems });
  const read = readInput(tokenInput, { name: typedToken.name });
  const lastDay = typedToken.lastDay === '' ? null : parseDay(typedToken.lastDay);
  const isDayWrong = typedToken.lastDay !== '' && lastDay === null;
  if (read.problems !== null || isDayWrong) {
    return again({ ...read.problems, ...(isDayWrong ? { lastDay: 'This is not a day, such as 2027-03-31.' } : {}) });
  }
  const { name } = read.value;
  const expiresAt = lastDay === null ? null : endOf(lastDay);
  const issued = await trySetUp(issueToken(app.services, operator.id, { name, expiresAt, by: visit.acting }), [
    'expiresAt',
  ]);
  if (issued === null) return null;
  if (issued.problems !== null) return again({ lastDay: issued.problems['expiresAt'] ?? '' });
  const { tokenId, token } = issued.value;
  const about = { operator: operator.id, 'operator token': tokenId };
  const changes = { name: { to: name }, ...(expiresAt && { expiresAt: { to: expiresAt.toISOString() } }) };
  visit.note({ verb: 'issue', thing: 'operator token', about, changes });
  showOnNextPage(app, visit, token);
  return seeOther(visit.reply, `/operator/operators/${operator.id}#tokens`);
}

/** The last moment of a day in Switzerland. */
function endOf(day: Day): Date {
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString() as Day;
  return new Date(startOfDay(next).getTime() - 1);
}
