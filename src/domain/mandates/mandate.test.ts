import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAgreement, decideRejection, type Mandate, type MandateState } from './mandate.ts';

const WORD = { at: new Date(0), by: 'a@example.ch' };

function mandate(state: MandateState, agreed: readonly ('from' | 'to')[] = []): Mandate {
  const side = (name: 'from' | 'to') => ({ organizationId: name, name, agreed: agreed.includes(name) ? WORD : null });
  return {
    id: 'M',
    state,
    from: side('from'),
    to: side('to'),
    isAll: true,
    askedFor: 1,
    asked: WORD,
    rejected: null,
    movingSince: null,
    doneAt: null,
  };
}

test('years 6: who agrees, and what follows', async (t) => {
  const rows = [
    ['the first agreement', mandate('asked'), 'from', true, { side: 'from', isNew: true, isSecond: false }],
    ['the same again', mandate('asked', ['from']), 'from', true, { side: 'from', isNew: false, isSecond: false }],
    ['the second agreement', mandate('asked', ['from']), 'to', true, { side: 'to', isNew: true, isSecond: true }],
    ['in the other order', mandate('asked', ['to']), 'from', true, { side: 'from', isNew: true, isSecond: true }],
    [
      'again while they move',
      mandate('moving', ['from', 'to']),
      'to',
      true,
      { side: 'to', isNew: false, isSecond: false },
    ],
    ['a third organization', mandate('asked'), 'third', true, { refused: 'not_a_party' }],
    ['a third organization, even when it is done', mandate('done'), 'third', true, { refused: 'not_a_party' }],
    ['after done', mandate('done'), 'to', true, { refused: 'already_done' }],
    ['after rejected', mandate('rejected'), 'from', true, { refused: 'already_rejected' }],
    ['nobody to take them over', mandate('asked'), 'to', false, { refused: 'no_default_manager' }],
  ] as const;
  for (const [name, one, organizationId, hasDefaultManager, expected] of rows) {
    await t.test(name, () => assert.deepEqual(decideAgreement(one, organizationId, { hasDefaultManager }), expected));
  }
});

test('years 6: who rejects', async (t) => {
  const rows = [
    ['the old organization', mandate('asked'), 'from', { side: 'from' }],
    ['after its own agreement', mandate('asked', ['to']), 'to', { side: 'to' }],
    ['a third organization', mandate('asked'), 'third', { refused: 'not_a_party' }],
    ['while they move', mandate('moving'), 'to', { refused: 'moving' }],
    ['after done', mandate('done'), 'to', { refused: 'already_done' }],
    ['after rejected', mandate('rejected'), 'to', { refused: 'already_rejected' }],
  ] as const;
  for (const [name, one, organizationId, expected] of rows) {
    await t.test(name, () => assert.deepEqual(decideRejection(one, organizationId), expected));
  }
});
