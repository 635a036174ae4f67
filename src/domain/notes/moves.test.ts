import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life, saidBy } from '../../../test/support/life.ts';
import { depositAt, withCoTenant } from '../../../test/support/sample-deposit.ts';
import { isNotAtHome, NotAtHome } from '../cells.ts';
import { goOver } from '../mandates/mandate-move.ts';
import { typeOfProof } from '../closing/proof-type.ts';
import type { EmailAddress } from '../values/contact.ts';
import { isBeforeForce } from './near-duplicate.ts';

test('years 4 notes and files are kept in the history of the deposit, which stays as it is', () => {
  const life = new Life(depositAt('open'));
  life.makes('add_note', { id: 'n', shared: true }, [
    'manager: note_added member=m note=n shared=true | email=m@v.example name=M M',
  ]);
  const file = {
    id: 'f',
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 1_000,
    sha256: 'hash',
    shared: false,
  } as const;
  life.makes('add_file', file, [
    'manager: file_added member=m fileId=f type=application/pdf size=1000 shared=false | email=m@v.example name=M M file=plan.pdf sha256=hash',
  ]);
  life.makes('share_file', { id: 'f', name: 'plan.pdf', shared: true, wasShared: false }, [
    'manager: file_shared member=m fileId=f | email=m@v.example name=M M file=plan.pdf',
  ]);
  life.makes('share_file', { id: 'f', name: 'plan.pdf', shared: false, wasShared: true }, [
    'manager: file_unshared member=m fileId=f | email=m@v.example name=M M file=plan.pdf',
  ]);
  assert.deepEqual(
    saidBy(life.decides('share_file', { id: 'f', name: 'plan.pdf', shared: true, wasShared: true }) as never).length,
    0,
  );
});

test('years 4 a warning of a near duplicate comes before the deposit is in force', () => {
  const phases = [
    'awaiting_send',
    'awaiting_payment',
    'draft_editing',
    'open',
    'closing_proposed',
    'closed',
    'withdrawn',
  ] as const;
  assert.deepEqual(
    phases.map((phase) => isBeforeForce(depositAt(phase))),
    [true, true, true, false, false, false, false],
  );
});

const PROOFS: [name: string, content: number[], type: string | null][] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d, 0x31], 'application/pdf'],
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  ['half a PDF', [0x25, 0x50, 0x44, 0x46], null],
  ['half a JPEG', [0xff, 0xd8], null],
  ['half a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a], null],
  ['a program', [0x4d, 0x5a], null],
  ['nothing', [], null],
];
for (const [name, content, type] of PROOFS) {
  test(`years 4 a file by its content: ${name}`, () => assert.equal(typeOfProof(new Uint8Array(content)), type));
}
for (const [, content, type] of PROOFS.slice(0, 3)) {
  test(`years 4 each byte at the beginning of ${type} counts`, () => {
    const starts = type === 'application/pdf' ? 5 : type === 'image/jpeg' ? 3 : 8;
    for (let at = 0; at < starts; at++) {
      assert.equal(typeOfProof(new Uint8Array(content.map((byte, index) => (index === at ? byte ^ 1 : byte)))), null);
    }
  });
}

const { organization, now, random, money } = freshContext();
const takeover = {
  mandateId: 'mandate',
  from: { id: 'org', name: 'Verwaltung AG' },
  organization: { ...organization, id: 'new', name: 'Neue AG' },
  now,
  random,
  money,
};
const manager = { ...depositAt('open').manager, organizationId: 'new', id: 'kim' };

test('years 2 a deposit goes to another organization: tenants are told, the assistant of the old one is gone', () => {
  const open = withCoTenant(depositAt('open'));
  const assistant = { email: 'eva@v.example' as EmailAddress, firstName: null, lastName: null };
  const move = goOver({ ...open, terms: { ...open.terms, assistant } }, { ...takeover, manager });
  assert.deepEqual(saidBy(move), [
    'service: mandate_moved mandate=mandate from=org fromName=Verwaltung AG to=new toName=Neue AG memberBefore=m member=kim',
    'mail mandate_moved to l@m.example in de formerOrganization=Verwaltung AG',
    'mail mandate_moved to n@m.example in de formerOrganization=Verwaltung AG',
    'links for 1, 2',
  ]);
  const { organizationId, terms, manager: after } = move.deposit;
  assert.deepEqual([organizationId, terms.assistant, after.id], ['new', null, 'kim']);
});

test('years 2 tenants who do not know of it, or for whom it is over, are not told', () => {
  const told = (deposit: ReturnType<typeof depositAt>) => goOver(deposit, { ...takeover, manager }).effects.length;
  assert.equal(told({ ...depositAt('awaiting_manager_signature'), sentAt: null }), 0);
  assert.equal(told(depositAt('closed')), 0);
  assert.equal(told(depositAt('withdrawn')), 0);
  assert.equal(told(depositAt('closing_proposed')), 1);
});

test('many-machines: an organization that has moved to another cell is recognized, from wherever it is said', () => {
  assert.ok(isNotAtHome(new NotAtHome()));
  assert.ok(isNotAtHome(Object.assign(new Error('raised by the database'), { code: 'DPM02' })));
  assert.ok(!isNotAtHome(new Error('DPM02')));
  assert.ok(!isNotAtHome({ code: 'DPM02' }));
  assert.match(new NotAtHome().message, /another cell/);
});
