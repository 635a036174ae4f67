import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Config } from '../../src/config.ts';
import { startDepono } from '../../src/depono.ts';
import type { Depono } from '../../src/serving.ts';
import { checkAgainstOpenApi } from './openapi.ts';
import { freshDatabase } from './server.ts';

export const TOKEN = 'a-token-for-the-tests-of-the-operator';

/** What production needs besides the token, and a bank and an insurer. The mail server of the tests has no TLS, unless a test is about it. */
export const PRODUCTION = {
  ENVIRONMENT: 'production',
  BASE_URL: 'https://depono.example',
  MAIL_FROM: 'deposits@depono.example',
  SMTP_URL: 'smtp://localhost:1',
  SMTP_ALLOW_PLAIN: 'true',
  PROVIDER_BANK: 'our_bank',
  PROVIDER_INSURANCE: 'our_insurance',
} as const;

export type Answer = { status: number; body: any; headers: Headers; text: string };

export type Service = {
  baseUrl: string;
  /** Where it really listens. */
  address: string;
  databaseUrl: string;
  config: Config;
  /** Any call, by method and path; answers of documented routes are checked against the OpenAPI document. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  operator: (method: string, path: string, body?: unknown) => Promise<Answer>;
  sandbox: (method: string, path: string, body?: unknown) => Promise<Answer>;
  stop: () => Promise<void>;
};

export type CallOptions = { headers?: Record<string, string>; body?: unknown; raw?: string | Buffer };

/** The whole service, in this process, over real HTTP on a free port and a database of its own. */
export async function startService({
  env = {},
  limits = {},
  databaseUrl,
}: { env?: Record<string, string>; limits?: Partial<Config>; databaseUrl?: string } = {}): Promise<
  Service & { depono: Depono }
> {
  const own = databaseUrl === undefined ? await freshDatabase({ isMigrated: true }) : null;
  // In the folder of the run, which is removed even if the run is interrupted.
  const dataDir = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'service-'));
  const url = databaseUrl ?? own?.url ?? '';
  const config: Config = {
    ...readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      OPERATOR_TOKEN: TOKEN,
      SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
      LOG_LEVEL: 'error',
      DEMO: 'keys',
      ...env,
    }),
    // No data is removed during a test, unless the clock is moved.
    cleanUpAfterMs: 24 * 3_600_000,
    // On a busy machine the usual five seconds are not enough, and calls would answer 500.
    databaseConnectMs: 60_000,
    ...limits,
  };
  const depono = await startDepono(config);
  const { baseUrl } = depono;
  const address = `http://127.0.0.1:${depono.port}`;
  // The OpenAPI document depends on nothing else: test/reference.test.ts compares those of other settings.
  const kind = JSON.stringify([config.environment, config.role, config.paths]);
  const call: Service['call'] = async (method, path, { headers = {}, body, raw } = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined && raw === undefined ? {} : { body: (raw as string) ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const answer = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
    // A process that only reads has no document.
    if (config.role !== 'read') await checkAgainstOpenApi({ address, kind }, method, path, answer);
    return answer;
  };
  const authorized = (prefix: string) => (method: string, path: string, body?: unknown) =>
    call(method, `${prefix}${path}`, { headers: { authorization: `Bearer ${TOKEN}` }, body });
  return {
    baseUrl,
    address,
    databaseUrl: url,
    config,
    call,
    operator: authorized('/operator/api'),
    sandbox: authorized('/sandbox/api'),
    depono,
    stop: async () => {
      await depono.stop();
      await own?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
