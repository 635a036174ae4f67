import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../../../domain/values/calendar.ts';
import { DEFAULT_ORDER, NO_FILTER } from '../../../storage/deposit-list/list-query.ts';
import { listAddress, readListQuery } from './list-query.ts';

const today = '2026-11-15' as Day;
const sameAs = (id: string): string[] => [id, 'also'];
const read = (query: string) => readListQuery(new URLSearchParams(query), { today, sameAs });
const ID = '01a1dd92-d3ef-7482-b729-aecf6a2a2cc1';

test('a URL holds all filters and the order of a list', () => {
  const { filter, order } = read(
    `q=m%C3%BCller&state=open&state=closing&show=todo&manager=${ID}&from=2026-01-01&to=2026-12-31&sort=amount&dir=down`,
  );
  assert.deepEqual(filter, {
    ...NO_FILTER,
    search: 'müller',
    states: ['open', 'closing'],
    awaitsManager: true,
    managerIds: [ID, 'also'],
    from: '2026-01-01',
    to: '2026-12-31',
  });
  assert.deepEqual(order, { sort: 'amount', descending: true });
});

for (const query of ['', 'state=nonsense&step=&sort=drop&manager=1&from=2026-02-30&show=x&q=%20']) {
  test(`invalid parameters are ignored: ${query}`, () => {
    const { filter, order } = read(query);
    assert.deepEqual([filter, order], [NO_FILTER, DEFAULT_ORDER]);
  });
}

test('a changed parameter starts at the first page', () => {
  const query = new URLSearchParams('q=a&after=xyz&state=open');
  assert.equal(listAddress(query, { state: 'closed' }), '/manager/deposits?q=a&state=closed');
  assert.equal(listAddress(query, { q: null, state: null }), '/manager/deposits');
  assert.equal(listAddress(query, { after: 'abc' }), '/manager/deposits?q=a&state=open&after=abc');
});

test('years.md 4: the overdue are unpaid after all reminders, and the tenancy has started', () => {
  const { filter } = read('show=overdue');
  assert.deepEqual([filter.mark, filter.startedBy], ['unpaid', '2026-11-15']);
});

const ORDERS: [query: string, sort: string, descending: boolean][] = [
  ['show=year', 'frees_on', false],
  ['show=year&sort=frees_on&dir=down', 'frees_on', true],
  ['show=year&sort=amount', 'amount', false],
  ['sort=frees_on', 'attention', true],
];
for (const [query, sort, descending] of ORDERS) {
  test(`deadlines are sorted by their day: ${query}`, () => assert.deepEqual(read(query).order, { sort, descending }));
}
