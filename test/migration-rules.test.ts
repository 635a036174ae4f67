import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsOf } from '../scripts/check-migrations.ts';

const HEAD = '-- works with code from: 0029\n-- A reason.\n\n';

describe('a migration that old and new code can share:', () => {
  const ROWS: [what: string, sql: string][] = [
    [
      'a new table with all it needs',
      'create table notes (id uuid primary key, text text not null);\ncreate index notes_text on notes (text);',
    ],
    ['a column that may be null', 'alter table deposits add column note text;'],
    ['a column with a default', 'alter table deposits add column is_new boolean not null default false;'],
    ['a default before NOT NULL', "alter table deposits add column kind text default 'x' not null;"],
    ['a constraint for new rows', 'alter table deposits add constraint c check (a > 0) not valid;'],
    ['an index with its reason', '-- locks: operators has few rows\ncreate index operators_name on operators (name);'],
    [
      'a function that changes rows',
      'create function f() returns trigger language plpgsql as $$ begin update deposits set a = 1; drop table x; return new; end $$;',
    ],
    ['a text that looks like a statement', "comment on table deposits is 'drop table; rename';"],
    ['the words in a comment', '-- We would like to drop table x; and rename y.\nselect 1;'],
  ];
  for (const [what, sql] of ROWS) test(what, () => assert.deepEqual(faultsOf('0030-x.sql', HEAD + sql), []));
});

describe('refused:', () => {
  const ROWS: [what: string, sql: string, says: RegExp][] = [
    ['a dropped column', 'alter table deposits drop column note;', /drops/],
    ['a dropped table', 'DROP TABLE notes;', /drops/],
    ['a drop in a block', 'do $$ begin drop table notes; end $$;', /drops/],
    ['a renamed column', 'alter table deposits rename column a to b;', /renames/],
    ['another type', 'alter table deposits alter column a type bigint;', /type/],
    ['NOT NULL', 'alter table deposits alter column a set not null;', /NOT NULL/],
    ['a NOT NULL column without a default', 'alter table deposits add column a text not null;', /without a default/],
    [
      'the second column',
      'alter table deposits add column a text default 1 not null, add column b text not null;',
      /without a default/,
    ],
    ['an index', 'create index x on deposits (a);', /index/],
    ['a constraint', 'alter table deposits add constraint c check (a > 0);', /constraint/],
    ['a backfill', 'update deposits set a = 1;', /batches/],
    ['an emptied table', 'truncate notes;', /removes/],
  ];
  for (const [what, sql, says] of ROWS) {
    test(what, () => {
      const faults = faultsOf('0030-x.sql', HEAD + sql);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', says);
    });
  }
  test('without the line, or with one of the future', () => {
    assert.match(faultsOf('0030-x.sql', 'select 1;')[0] ?? '', /does not say in its first lines/);
    assert.match(faultsOf('0030-x.sql', '-- works with code from: 0031\nselect 1;')[0] ?? '', /newer than itself/);
  });
});

test('the contract step: allowed once the versions that need the old form are gone', () => {
  const gone =
    '-- works with code from: 0030\n-- needs gone: versions before 0.5.0\nalter table deposits drop column note;';
  assert.deepEqual(faultsOf('0030-x.sql', gone), []);
});
