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
    ['POST /operator/api/money/:id/assign', 'Assign money to a deposit'],
    ['POST /operator/money/:id/assign', 'Assign money to a deposit'],
    ['POST /operator/api/bank/entries/:key/resolve', 'Resolve a bank entry'],
    ['POST /operator/bank/entries/:key/resolve', 'Resolve a bank entry'],
    ['POST /operator/api/bank/entries/:key/done', 'Mark a bank entry as done'],
    ['POST /operator/api/bank/runs/:id/write-again', 'Write a payment file again'],
    ['POST /operator/api/bank/export', 'Write a payment file'],
    ['POST /operator/api/deliveries/:id/replay', 'Replay delivery'],
    ['DELETE /operator/api/documents/:id/links', 'Revoke document links'],
    ['POST /operator/api/bank/release', 'Allow payment files again'],
    ['POST /operator/api/operators', 'Add operator'],
    ['POST /operator/api/operators/:id/tokens', 'Issue a token of an operator'],
    ['DELETE /operator/api/operators/:id/tokens/:tokenId', 'Revoke a token of an operator'],
  ];
  for (const [route, words] of ROUTES) {
    test(route, () => {
      const [method = '', url = ''] = route.split(' ');
      assert.equal(whatWasDone(changeFromRoute({ method, url, params: {}, body: {}, answer: {} })), words);
    });
  }
  const ENTRIES: readonly [verb: string, thing: string, words: string][] = [
    ['ask for', 'approval', 'Ask for the approval of a second person'],
    ['approve', 'approval', 'Approve a request'],
    ['reject', 'approval', 'Reject a request'],
    ['withdraw', 'approval', 'Withdraw a request'],
    ['find overtaken', 'approval', 'Find that a request was overtaken'],
    ['be refused', 'organization', 'Refused because of the role: organization'],
    ['release', 'payment files', 'Allow payment files again'],
    ['resolve', 'bank entry', 'Resolve a bank entry'],
    ['assign', 'order', 'Assign money to a deposit'],
    ['done', 'bank file', 'Mark a bank entry as done'],
  ];
  for (const [verb, thing, words] of ENTRIES) {
    test(`${verb} ${thing}`, () => assert.equal(whatWasDone({ verb, thing }), words));
  }
});
