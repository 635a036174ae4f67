import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { debianPackages } from './debian-program.ts';
import { freePort } from './free-port.ts';

type Command = { path: string; env: NodeJS.ProcessEnv };

/** The HAProxy that is installed, or that of Debian, unpacked. Null where neither can be had. */
export function findHaproxy(): Command | null {
  if (spawnSync('haproxy', ['-v']).status === 0) return { path: 'haproxy', env: process.env };
  const folder = debianPackages('haproxy');
  if (folder === null) return null;
  const libraries = readdirSync(join(folder, 'usr', 'lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(folder, 'usr', 'lib', name));
  const found = {
    path: join(folder, 'usr', 'sbin', 'haproxy'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  };
  return spawnSync(found.path, ['-v'], { env: found.env }).status === 0 ? found : null;
}

type Call = { method: string; path: string; headers: Record<string, string>; body?: string };

export type Haproxy = {
  /** Its runtime socket. */
  socket: string;
  call: (call: Call) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>;
  stop: () => void;
};

/** With the frontend that docs/scaling.md shows, and a backend for each cell. `maps`: what `depono organization map` prints. */
export async function startHaproxy(
  { path, env }: Command,
  { backends, maps }: { backends: Readonly<Record<string, number>>; maps: string },
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-haproxy-'));
  const port = await freePort();
  const socket = join(folder, 'admin.sock');
  for (const [kind, file] of [
    ['key', 'keys.map'],
    ['org', 'organizations.map'],
  ] as const) {
    const own = maps.split('\n').filter((line) => line.startsWith(`${kind} `));
    writeFileSync(join(folder, file), own.map((line) => `${line.slice(kind.length + 1)}\n`).join(''));
  }
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'scaling.md'), 'utf8');
  const frontend = /```haproxy\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const settings = [
    `global\n  stats socket ${socket} level admin\n  maxconn 200`,
    'defaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s',
    frontend.replace(/bind .*/, `bind 127.0.0.1:${port}`).replaceAll('/etc/haproxy', folder),
    ...Object.entries(backends).map(([name, at]) => `backend ${name}\n  server ${name} 127.0.0.1:${at}`),
  ];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${settings.join('\n\n')}\n`);
  const running = spawn(path, ['-db', '-f', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  running.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const call: Haproxy['call'] = ({ method, path: address, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path: address, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  for (let attempt = 0; ; attempt++) {
    const isUp = await call({ method: 'GET', path: '/healthz', headers: {} }).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (attempt > 100 || running.exitCode !== null) throw new Error(`HAProxy does not start: ${printed}`);
    await wait(50);
  }
  return {
    socket,
    call,
    stop: () => {
      running.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
