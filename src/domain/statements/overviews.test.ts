import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentKind } from '../document.ts';
import { currentOverviews } from './overviews.ts';

type Row = [kind: DocumentKind, year?: number];

const ALL = [{}, {}];

for (const [name, signatures, documents, shown] of [
  ['7 none before the agreement: it may name other tenants', ALL, [['year_statement', 2025], ['agreement']], []],
  ['7 none without an agreement', ALL, [['year_statement', 2025]], []],
  ['7 none while a new agreement is signed', [{}, null], [['agreement'], ['year_statement', 2025]], []],
  [
    '7 withdrawn while a new agreement was signed: those made afterwards',
    [{}, null],
    [['agreement'], ['year_statement', 2025], ['withdrawal'], ['year_statement', 2026]],
    ['2026 #3'],
  ],
  [
    '7 one for each year',
    ALL,
    [['agreement'], ['pay_in'], ['year_statement', 2025], ['year_statement', 2026]],
    ['2025 #2', '2026 #3'],
  ],
  [
    '7 the newest of a year, by year',
    ALL,
    [['agreement'], ['year_statement', 2026], ['year_statement', 2025], ['year_statement', 2026]],
    ['2025 #2', '2026 #3'],
  ],
  ['7 none before the newest agreement', ALL, [['agreement'], ['year_statement', 2025], ['agreement']], []],
] as [string, unknown[], Row[], string[]][]) {
  test(name, () => {
    const listed = documents.map(([kind, year = null], index) => ({ kind, year, index }));
    assert.deepEqual(
      currentOverviews({ documents: listed, signatures }).map(({ year, index }) => `${year} #${index}`),
      shown,
    );
  });
}
