import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MACHINE } from './support/command-line.ts';
import { IN_DEPTH } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startProcess, type OwnProcess } from './support/process.ts';
import { copyProject } from './support/project-copy.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, TOKEN } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';

// The way of an operator through two versions, as docs/operations.md describes it, with real processes.

const root = join(import.meta.dirname, '..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'depono-walk-')));
const home = join(folder, 'opt');
const source = join(folder, 'source');
const SECRET_KEY = 'a-secret-key-for-the-tests-of-at-least-32';

type Database = Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let letterbox: Letterbox;
before(async () => {
  database = await freshDatabase();
  letterbox = await openLetterbox();
});
after(async () => {
  await letterbox.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function makeSource(version: string): void {
  rmSync(source, { recursive: true, force: true });
  copyProject(source);
  setVersion(version);
}

function setVersion(version: string): void {
  const file = join(source, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }, null, 2));
}

const settings = (): Record<string, string> => ({
  ...PRODUCTION,
  // Accepts mails: failures in the log would hide why the test fails.
  SMTP_URL: letterbox.url,
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  OPERATOR_TOKEN: TOKEN,
  SECRET_KEY,
});

type Ended = { code: number | null; output: string };

/** One line of a shell. npm is replaced: it links packages that are installed already. */
function sh(
  line: string,
  env: Record<string, string> = {},
  onStart: (pid: number) => void = () => undefined,
): Promise<Ended> {
  const npm = { npm_execpath: join(import.meta.dirname, 'support', 'scratch-npm.mjs'), SCRATCH_PROJECT: root };
  const child = spawn('sh', ['-c', line], {
    env: { ...MACHINE, DATA_DIR: join(folder, 'data'), ...npm, ...env },
    detached: true,
  });
  onStart(child.pid ?? 0);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((ended) => child.on('close', (code) => ended({ code, output })));
}

async function done(line: string, env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await sh(line, env);
  assert.equal(code, 0, `${line}: ${output}`);
  return output;
}

async function start(): Promise<OwnProcess> {
  const port = String(await freePort());
  const env = { ...settings(), PORT: port, BASE_URL: `http://localhost:${port}` };
  return startProcess(database.url, env, join(home, 'current'));
}

async function versionOf(service: OwnProcess): Promise<string> {
  const { text } = await service.call('GET', '/metrics');
  return /depono_info\{[^}]*version="([^"]+)"/.exec(text)?.[1] ?? text;
}

/** Opens deposits one after the other until it is stopped; every answer must be 200. */
function openUntilStopped(through: () => Partner): { stop: () => Promise<string[]> } {
  const contracts: string[] = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const body = payload();
      const { status, text } = await through().open(body);
      assert.equal(status, 200, text);
      contracts.push(String(body['externalContractId']));
      await wait(100);
    }
  })();
  // `stop` throws what went wrong; until then it is no unhandled rejection.
  loop.catch(() => undefined);
  return {
    stop: async () => {
      isOver = true;
      await loop;
      return contracts;
    },
  };
}

test('install 1, upgrade to 2 under load, roll back to 1', IN_DEPTH, async () => {
  const depono = join(home, 'current', 'bin', 'depono');
  makeSource('0.9.1');
  await done(`${source}/bin/depono release add ${source}`, { DEPONO_HOME: home });
  await done(`${source}/bin/depono release use newest`, { DEPONO_HOME: home });
  const bill = JSON.parse(readFileSync(join(home, 'current', 'sbom.cdx.json'), 'utf8'));
  assert.equal(bill.metadata.component.version, '0.9.1');
  const running: OwnProcess[] = [await start()];
  let load: ReturnType<typeof openUntilStopped> | null = null;
  try {
    const [first] = running as [OwnProcess];
    assert.equal(await versionOf(first), '0.9.1');
    const partner = await setUpPartner(first);
    load = openUntilStopped(() => partner);

    await addSecond(depono);
    assert.match(await done(`${depono} release use newest`, settings()), /0\.9\.2 is current, before it was 0\.9\.1/);
    assert.equal(await versionOf(first), '0.9.1', 'the old process keeps its release');
    const second = await start();
    running.push(second);
    assert.equal(await versionOf(second), '0.9.2');
    await wait(500);
    const opened = await load.stop();
    assert.ok(opened.length > 0, 'deposits were opened in between');
    await running.shift()?.stop();
    await allThere(second, partner, opened);

    assert.match(await done(`${depono} release rollback`, settings()), /0\.9\.1 is current, before it was 0\.9\.2/);
    await running.shift()?.stop();
    const again = await start();
    running.push(again);
    assert.equal(await versionOf(again), '0.9.1');
    await allThere(again, partner, opened);
    assert.equal(
      (await again.call('POST', '/webhook/custom', { headers: keysOf(partner), body: payload() })).status,
      200,
    );
    assert.match(await done(`${depono} release verify`), /0\.9\.2: all files[^]*0\.9\.1: all files/);
    await refuseThird(depono);
  } catch (error) {
    // Ends before its service does, and must not hide what went wrong.
    await load?.stop().catch(() => undefined);
    const printed = running.map((service) => service.printed().stderr).join('\n');
    throw new Error(`${(error as Error).message}\nThe log of what runs: ${printed}`, { cause: error });
  } finally {
    for (const service of running) await service.stop();
  }
});

/** A newer version with a migration; the command is killed once in the middle. */
async function addSecond(depono: string): Promise<void> {
  setVersion('0.9.2');
  const migrations = join(source, 'src', 'storage', 'migrations');
  const newest = Number(readdirSync(migrations).sort().at(-1)?.slice(0, 4));
  const digits = (number: number): string => String(number).padStart(4, '0');
  writeFileSync(
    join(migrations, `${digits(newest + 1)}-note.sql`),
    `-- works with code from: ${digits(newest)}\nalter table deposits add column note text;\n`,
  );
  const line = `${depono} release add ${source}`;
  const partial = (): string | undefined =>
    readdirSync(join(home, 'releases')).find((name) => name.startsWith('.partial'));
  const killed = await sh(line, { SCRATCH_HANG: 'yes' }, (pid) => void killWhen(pid, () => isInstalling(partial())));
  assert.equal(killed.code, null);
  assert.deepEqual(readdirSync(join(home, 'releases')), [partial(), '0.9.1']);
  await done(line);
  assert.deepEqual(readdirSync(join(home, 'releases')).sort(), ['0.9.1', '0.9.2']);
  assert.match(await done(line), /already there, with the same files/);
}

const isInstalling = (partial = 'none'): boolean => existsSync(join(home, 'releases', partial, '.installing'));

async function killWhen(pid: number, isTime: () => boolean): Promise<void> {
  while (!isTime()) await wait(20);
  process.kill(-pid, 'SIGKILL');
}

/** A version with which the running one cannot go on. */
async function refuseThird(depono: string): Promise<void> {
  setVersion('0.9.3');
  writeFileSync(
    join(source, 'src', 'storage', 'migrations', '0999-gone.sql'),
    'alter table deposits drop column note;\n',
  );
  await done(`${depono} release add ${source}`);
  const { code, output } = await sh(`${depono} release use 0.9.3`, settings());
  assert.equal(code, 1);
  assert.match(output, /0\.9\.1 cannot work with migration 999 of 0\.9\.3[^]*--stopped/);
  assert.match(await done(`${depono} release list`), /0\.9\.1 +current/);
}

const keysOf = ({ apiKey, externalOrgId }: Partner): Record<string, string> => ({
  'x-api-key': apiKey,
  'x-external-org-id': externalOrgId,
});

async function allThere(service: OwnProcess, { organizationId }: Partner, contracts: readonly string[]): Promise<void> {
  for (const contract of contracts) {
    const query = new URLSearchParams({ externalContractId: contract });
    const { body } = await service.operator('GET', `/organizations/${organizationId}/deposits?${query}`);
    assert.equal(body.deposits[0]?.externalContractId, contract);
  }
}
