import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { signedHeaders } from './message.ts';

// The example of the Standard Webhooks specification.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT = new Date(1_614_265_330_999);
const BODY = '{"test": 2432232314}';

test('the signature is the one of the specification', () => {
  const headers = signedHeaders(BODY, { id: ID, at: AT, secrets: [SECRET] });
  assert.equal(headers['webhook-id'], ID);
  assert.equal(headers['webhook-timestamp'], '1614265330');
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('with two secrets there are two signatures, the newer first; non-ASCII characters are signed as UTF-8', () => {
  const newer = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
  const body = '{"city":"Zürich 🏠"}';
  const { 'webhook-signature': signatures } = signedHeaders(body, { id: ID, at: AT, secrets: [newer, SECRET] });
  const expected = [newer, SECRET].map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${ID}.1614265330.${body}`, 'utf8').digest('base64')}`;
  });
  assert.equal(signatures, expected.join(' '));
});
