import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  decideAnswer,
  isWaiting,
  possibleAnswers,
  type Application,
  type ProviderAnswer,
} from './application.ts';
import { rappen } from './values/money.ts';

const ANSWERS: readonly ProviderAnswer[] = [
  { answer: 'account', iban: 'CH5604835012345678009', qrIban: null, openedOn: null },
  { answer: 'cover', policyNumber: 'P', from: null, premium: null, certificate: null },
  { answer: 'ended', on: null },
  { answer: 'paid', amount: rappen(100), on: null },
  { answer: 'done', iban: null },
  { answer: 'refused', code: 'risk', reason: 'no' },
];
const REFUSED: ProviderAnswer = { answer: 'refused', code: 'other', reason: 'earlier' };
const DONE: ProviderAnswer = { answer: 'done', iban: 'CH9300762011623852957' };

const asked = (kind: Application['kind'], state: Application['state'], answer: Application['answer']): Application => ({
  id: 'a',
  kind,
  state,
  providerId: 'p',
  createdAt: new Date(0),
  reference: null,
  changeId: null,
  claim: null,
  person: null,
  answer,
  answeredAt: null,
  answeredBy: null,
  cancelledAt: null,
  events: [],
});

// A page offers exactly the answers that would be taken.
for (const kind of APPLICATION_KINDS) {
  for (const state of APPLICATION_STATES) {
    for (const before of state === 'answered' ? [REFUSED, DONE] : [null]) {
      test(`possible answers: ${kind}, ${state}${before === null ? '' : ` with ${before.answer}`}`, () => {
        const application = asked(kind, state, before);
        const taken = ANSWERS.filter((one) => ['taken', 'recorded'].includes(decideAnswer(application, one)));
        assert.deepEqual(possibleAnswers(application).toSorted(), taken.map(({ answer }) => answer).toSorted());
      });
    }
  }
}

const FIRST = ANSWERS[0] as ProviderAnswer;
const OUTCOMES: [name: string, application: Application, given: ProviderAnswer, outcome: string][] = [
  ['the first one', asked('account_opening', 'open', null), FIRST, 'taken'],
  ['of another kind', asked('cover', 'open', null), FIRST, 'not_fitting'],
  ['the same again', asked('account_opening', 'answered', FIRST), { ...FIRST }, 'same'],
  [
    'another account',
    asked('account_opening', 'answered', FIRST),
    { ...FIRST, iban: 'CH9300762011623852957' } as ProviderAnswer,
    'answered_already',
  ],
  ['an account after a refusal', asked('account_opening', 'answered', REFUSED), FIRST, 'taken'],
  [
    'another refusal',
    asked('account_opening', 'answered', REFUSED),
    { ...REFUSED, reason: 'later' },
    'answered_already',
  ],
  [
    'after the refusal of a change',
    { ...asked('account_opening', 'answered', REFUSED), changeId: 'c' },
    FIRST,
    'answered_already',
  ],
  ['a refusal after an account', asked('account_opening', 'answered', FIRST), REFUSED, 'answered_already'],
  [
    'with more said than before',
    asked('cover_end', 'answered', { answer: 'ended', on: null }),
    { answer: 'ended', on: null, more: 1 } as never,
    'answered_already',
  ],
  ['an account for what was cancelled', asked('account_opening', 'cancelled', null), FIRST, 'recorded'],
  ['a cover for what was cancelled', asked('cover', 'cancelled', null), ANSWERS[1] as ProviderAnswer, 'cancelled'],
];
for (const [name, application, given, outcome] of OUTCOMES) {
  test(`provider-api 3 an answer counts once: ${name}`, () => assert.equal(decideAnswer(application, given), outcome));
}

test('provider-api 3 what was asked for comes first', () =>
  assert.deepEqual(
    APPLICATION_KINDS.map((kind) => possibleAnswers(asked(kind, 'open', null))[0]),
    ['account', 'cover', 'ended', 'ended', 'paid', 'done'],
  ));

test('provider-api 3 it waits until it is answered or cancelled', () =>
  assert.deepEqual(
    APPLICATION_STATES.map((state) => isWaiting(asked('cover', state, null))),
    [true, true, false, false],
  ));
