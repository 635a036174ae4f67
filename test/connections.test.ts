import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { CONNECTION_LIMITS } from '../src/web/direct.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
before(async () => {
  service = await startService({
    limits: {
      connectionLimits: {
        headersTimeout: 300,
        requestTimeout: 600,
        keepAliveTimeout: 300,
        connectionsCheckingInterval: 50,
      },
      bodyLimitMs: 200,
    },
  });
  partner = await setUpPartner(service);
});
after(() => service.stop());

/** Sends this on a connection of its own, then stays silent. Resolves with what came back when the other side closes. */
function said(text: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += String(part)));
    socket.on('error', fail).on('close', () => done(answer));
    socket.write(text);
  });
}

const statusesOf = (answer: string): string[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code = '']) => code);

describe('connections that stay silent are closed', { concurrency: true }, () => {
  const key = (): string => `x-api-key: ${partner.apiKey}\r\nx-external-org-id: ${partner.externalOrgId}\r\n`;
  const rows: [what: string, text: () => string, statuses: string[]][] = [
    ['that send nothing', () => '', ['408']],
    ['that never end the first line', () => 'GET /healthz', ['408']],
    ['that never end their headers', () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nx-a: b\r\n', ['408']],
    [
      'that never end the body of a form',
      () =>
        'POST /manager/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=',
      ['408'],
    ],
    [
      'that never end the body of an open call',
      () => `POST /webhook/custom HTTP/1.1\r\nHost: localhost\r\n${key()}Content-Length: 100\r\n\r\n{"a":`,
      ['500'],
    ],
    ['that send nothing after a request', () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', ['200']],
    [
      'that never end their second request',
      () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost:',
      ['200'],
    ],
  ];
  for (const [what, text, statuses] of rows) {
    test(what, async () => assert.deepEqual(statusesOf(await said(text())).slice(0, statuses.length), statuses));
  }
  test('by default after at most a minute and a half, checks included', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = CONNECTION_LIMITS;
    for (const limit of [headersTimeout, requestTimeout]) assert.ok(limit + connectionsCheckingInterval <= 45_000);
    assert.ok(keepAliveTimeout < 90_000);
  });
});

describe('Host', () => {
  const CONTRACT = '/webhook/contract-status?ext-contract-id=x';
  const rows: [what: string, hosts: string, version: string, status: (path: string) => string][] = [
    ['two are refused', 'Host: localhost\r\nhOST: evil.example\r\n', '1.1', () => '400'],
    ['two equal ones are refused', 'Host: localhost\r\nHost: localhost\r\n', '1.1', () => '400'],
    ['none is refused in HTTP/1.1', '', '1.1', () => '400'],
    ['one is right', 'Host: localhost\r\n', '1.1', (path) => (path === '/healthz' ? '200' : '400')],
    ['none is allowed in HTTP/1.0', '', '1.0', (path) => (path === '/healthz' ? '200' : '400')],
  ];
  for (const [what, hosts, version, status] of rows) {
    test(what, async () => {
      for (const path of ['/healthz', CONTRACT]) {
        const answer = await said(`GET ${path} HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`);
        assert.deepEqual(statusesOf(answer), [status(path)], path);
        // Contract status answers 400 too, as JSON, if its headers are missing.
        if (path === CONTRACT)
          assert.equal(/"error"/.test(answer), what.startsWith('one') || version === '1.0', answer);
      }
    });
  }
});
