import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { TOKEN, type Service } from './service.ts';

export type OwnProcess = Service & {
  /** Its output so far. */
  printed: () => { stdout: string; stderr: string };
  signal: (signal: NodeJS.Signals) => void;
  /** Its exit code, at its end. */
  ended: Promise<number | null>;
};

const ROOT = join(import.meta.dirname, '..', '..');

/** The service as a separate process, with readable output. `root`: another copy of the project. */
export async function startProcess(
  databaseUrl: string,
  env: Record<string, string>,
  root: string = ROOT,
): Promise<OwnProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'depono-process-'));
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    OPERATOR_TOKEN: TOKEN,
    SECRET_KEY: 'a-secret-key-for-the-tests-of-at-least-32',
    DEMO: 'keys',
    ...env,
  };
  const main = join(root, 'src', 'main.ts');
  const child = spawn(process.execPath, [main], { cwd: root, env: { ...process.env, ...settings } });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  let isOver = false;
  const over = new Promise<number | null>((done) =>
    child.on('close', (code) => {
      isOver = true;
      done(code);
    }),
  );
  const ready = (): string | undefined => /^Depono is ready at (\S+)/m.exec(printed.stdout)?.[1];
  while (ready() === undefined && !isOver) await wait(20);
  const baseUrl = ready();
  if (baseUrl === undefined) throw new Error(`it did not start: ${printed.stderr}`);

  const call: Service['call'] = async (method, path, { headers = {}, body, raw } = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined && raw === undefined ? {} : { body: (raw as string) ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  };
  const authorized = (prefix: string) => (method: string, path: string, body?: unknown) =>
    call(method, `${prefix}${path}`, { headers: { authorization: `Bearer ${TOKEN}` }, body });
  return {
    baseUrl,
    address: baseUrl,
    databaseUrl,
    config: readConfig(settings),
    call,
    operator: authorized('/operator/api'),
    sandbox: authorized('/sandbox/api'),
    printed: () => printed,
    signal: (signal) => void child.kill(signal),
    ended: over,
    stop: async () => {
      child.kill('SIGINT');
      await over;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
