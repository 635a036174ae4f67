import { Readable } from 'node:stream';
import {
  countByState,
  DEFAULT_ORDER,
  listDepositsOf,
  NO_FILTER,
  streamDeposits,
  type ListedDeposit,
} from '../../../storage/deposit-list/deposit-list.ts';
import { findDocument } from '../../../storage/deposits/documents.ts';
import { isId } from '../../../storage/database/ids.ts';
import { listMembers } from '../../../storage/set-up/members.ts';
import { PAGE_HEADERS } from '../../../web/page.ts';
import type { Choice } from '../../../web/parts.ts';
import type { ManagerApp, Visit } from '../../app.ts';
import { organizationsOf, type Person } from '../../person.ts';
import { depositOf, scopeOf } from '../access.ts';
import { depositMoveRoutes } from '../moves/move-routes.ts';
import { signManyRoutes } from '../sign-many/sign-many-routes.ts';
import { csvOf } from '../list/csv.ts';
import { depositPage, type Message } from './deposit-page.ts';
import { listPage } from '../list/list-page.ts';
import { readListQuery } from '../list/list-query.ts';
import { DEPOSIT_WORDS } from '../words.ts';

const ON_A_PAGE = 50;

/** The list of deposits, each of them, and what is done with them. */
export function depositRoutes(app: ManagerApp): void {
  const { database } = app.services;

  app.get('/manager/deposits', 'member', async (visit) => {
    const query = readListQuery(visit.query);
    const scope = scopeOf(visit.person);
    const mine = await awaitingPerson(app, visit.person);
    const { order, after, before } = query;
    const page = await listDepositsOf(database, scope, query.filter, { ...order, after, before, most: ON_A_PAGE });
    const found = {
      ...page,
      deposits: isPlain(visit.query) ? mineFirst(page.deposits, mine, visit.query) : page.deposits,
    };
    const counts = await countByState(database, scope);
    const managers = await managersOf(app, visit);
    const organizations = organizationsOf(visit.person);
    return listPage(visit, { query, found, counts, mine: mine.length, organizations, managers });
  });

  app.get('/manager/deposits.csv', 'member', async (visit) => {
    const { filter, order } = readListQuery(visit.query);
    const pages = streamDeposits(database, scopeOf(visit.person), filter, order);
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'text/csv; charset=utf-8' })
      .header('content-disposition', 'attachment; filename="depono.csv"')
      .send(Readable.from(csvOf(pages, visit.language)));
  });

  app.get('/manager/deposits/:id', 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    return seen === null ? null : depositPage(app, visit, seen, doneMessage(visit));
  });

  app.get('/manager/deposits/:id/documents/:documentId', 'member', async (visit) => {
    const seen = await depositOf(app, visit);
    const id = visit.params['documentId'] ?? '';
    const isListed = seen?.deposit.documents.some((one) => one.id === id) === true;
    const document = isListed && isId(id) ? await findDocument(database, id) : null;
    if (document === null || document.content === null) return null;
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });

  depositMoveRoutes(app);
  signManyRoutes(app);
}

/** What awaits this very person, newest first, as far as it fits on a page. */
async function awaitingPerson({ services }: ManagerApp, person: Person): Promise<ListedDeposit[]> {
  const found: ListedDeposit[] = [];
  for (const { member } of person.memberships) {
    const filter = { ...NO_FILTER, awaitsManager: true, managerId: member.id };
    const page = { ...DEFAULT_ORDER, after: null, most: ON_A_PAGE };
    found.push(...(await listDepositsOf(services.database, scopeOf(person), filter, page)).deposits);
  }
  return found.slice(0, ON_A_PAGE);
}

/** Nothing chosen: neither a filter nor an order. */
function isPlain(query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => value === '' || name === 'after' || name === 'before');
}

/** What needs my action comes first, on the first page, and is not repeated on those after it. */
function mineFirst(
  deposits: readonly ListedDeposit[],
  mine: readonly ListedDeposit[],
  query: URLSearchParams,
): ListedDeposit[] {
  const ids = new Set(mine.map(({ depositId }) => depositId));
  const others = deposits.filter(({ depositId }) => !ids.has(depositId));
  return query.has('after') || query.has('before') ? others : [...mine, ...others];
}

/** What has just been done, said on the page that it led to. */
function doneMessage({ query, language }: Visit): Message | null {
  const done = query.get('done') ?? '';
  const { act } = DEPOSIT_WORDS[language];
  return Object.hasOwn(act.done, done) ? { tone: 'good', text: act.done[done as keyof typeof act.done] } : null;
}

async function managersOf({ services }: ManagerApp, { person }: Visit): Promise<Choice[]> {
  const choices: Choice[] = [];
  for (const { id } of organizationsOf(person)) {
    const members = await listMembers(services.database, id);
    choices.push(...members.map((member): Choice => [member.id, `${member.firstName} ${member.lastName}`]));
  }
  return choices;
}
