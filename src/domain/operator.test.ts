import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BY_COMMAND_LINE,
  BY_OPERATOR_TOKEN,
  includesRole,
  issuerOf,
  mayBeOneOf,
  OPERATOR_ROLES,
  personsBehind,
  roleRefused,
  shareAPerson,
  type Acting,
} from './operator.ts';

const anna = { id: 'anna', actor: 'anna@depono.example' };
const bea = { id: 'bea', actor: 'bea@depono.example' };
const TOKEN = { id: 'token', actor: 'token' };
const acting = (who: { id: string; actor: string }, tokenIssuedBy: Acting['tokenIssuedBy'] = null): Acting => ({
  ...who,
  role: 'clerk',
  tokenIssuedBy,
});

test('operator-api: each role includes those before it', () => {
  const allowed = OPERATOR_ROLES.map((role) => OPERATOR_ROLES.filter((needed) => includesRole(role, needed)));
  assert.deepEqual(allowed, [['viewer'], ['viewer', 'clerk'], ['viewer', 'clerk', 'admin']]);
  assert.equal(
    roleRefused('viewer', 'clerk'),
    'Only a clerk or an admin may do this. Your role is viewer. Ask an admin.',
  );
  assert.equal(roleRefused('clerk', 'admin'), 'Only an admin may do this. Your role is clerk. Ask an admin.');
});

test('operator-api: a token that was issued by means of another is that of the person behind the first', () => {
  assert.deepEqual(issuerOf(acting(bea)), bea);
  assert.deepEqual(issuerOf(acting(bea, anna)), anna);
  assert.deepEqual(issuerOf(acting(bea, TOKEN)), bea);
  assert.deepEqual(issuerOf(acting(bea, { id: 'command_line', actor: 'command_line' })), bea);
});

test('operator-api: who is behind an action, and whether it may be the same person', () => {
  assert.deepEqual(personsBehind(acting(bea)), [bea]);
  assert.deepEqual(personsBehind(acting(bea, anna)), [bea, anna]);
  assert.deepEqual(personsBehind(acting(bea, TOKEN)), [bea]);
  assert.equal(mayBeOneOf([anna], acting(anna)), true);
  assert.equal(mayBeOneOf([anna], acting(bea)), false);
  assert.equal(mayBeOneOf([anna], acting(bea, anna)), true);
  assert.equal(mayBeOneOf([anna], acting({ ...anna, id: 'anna-again' })), true);
  assert.equal(mayBeOneOf([anna], acting({ ...anna, actor: 'renamed@depono.example' })), true);
  assert.equal(mayBeOneOf([], acting(anna)), false);
});

test('operator-api: the token of the settings and the command line are no person', () => {
  assert.equal(shareAPerson([anna], [anna]), true);
  assert.equal(shareAPerson([anna], [bea]), false);
  assert.equal(shareAPerson([anna, bea], [{ ...bea, id: 'bea-again' }]), true);
  assert.equal(shareAPerson([TOKEN], [TOKEN]), false);
  const commandLine = { id: 'command_line', actor: 'command_line' };
  assert.equal(shareAPerson([commandLine], [commandLine]), false);
  for (const one of [BY_OPERATOR_TOKEN, BY_COMMAND_LINE]) {
    assert.equal(one.role, 'admin');
    assert.equal(one.id, one.actor);
    assert.equal(shareAPerson([one], [one]), false);
  }
});
