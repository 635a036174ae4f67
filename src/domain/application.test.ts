import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  decideAnswer,
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
