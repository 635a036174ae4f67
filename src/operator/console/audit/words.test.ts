import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeFromRoute } from '../../route-words.ts';
import { whatWasDone } from './words.ts';

describe('what was done, in words:', () => {
  const ROUTES: readonly [route: string, words: string][] = [
    ['PATCH /operator/api/organizations/:id', 'Change organization'],
    ['POST /operator/api/deposits/:id/account', 'Record the account of a deposit'],
    ['POST /operator/deposits/:id/account', 'Record the account of a deposit'],
    ['POST /operator/api/deposits/:id/cover', 'Record the cover of a deposit'],
    ['POST /operator/api/deposits/:id/cover-ended', 'Record the end of a cover'],
    ['POST /operator/api/deposits/:id/refused', 'Record a refusal by bank or insurer'],
    ['POST /operator/api/deposits/:id/release-ground', 'Record a ground for paying out'],
    ['POST /operator/api/deposits/:id/legal-claim', 'Record a legal claim'],
    ['POST /operator/api/deposits/:id/withdraw', 'Withdraw deposit'],
    ['POST /operator/api/deposits/:id/remind', 'Remind whom a deposit waits for'],
    ['POST /operator/api/money/:id/completed', 'Mark an order as carried out'],
    ['POST /operator/api/money/:id/account', 'Set the account of an order'],
    ['POST /operator/api/bank/entries/:key/done', 'Mark a bank entry as done'],
    ['POST /operator/api/bank/runs/:id/write-again', 'Write a payment file again'],
    ['POST /operator/api/bank/export', 'Write a payment file'],
    ['POST /operator/api/deliveries/:id/replay', 'Replay delivery'],
    ['DELETE /operator/api/documents/:id/links', 'Revoke document links'],
  ];
  for (const [route, words] of ROUTES) {
    test(route, () => {
      const [method = '', url = ''] = route.split(' ');
      assert.equal(whatWasDone(changeFromRoute({ method, url, params: {}, body: {}, answer: {} })), words);
    });
  }
});
