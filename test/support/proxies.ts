import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { debianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';

export type ProxyAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
export type ProxyCall = { headers?: Record<string, string>; body?: string };

export type Proxy = {
  /** Where it redirects from. */
  plain: string;
  /** What it has written to its log. */
  printed: () => string;
  call: (method: string, path: string, call?: ProxyCall) => Promise<ProxyAnswer>;
  /** Sends no more calls to the process at this port, as the operator would before stopping it; and sends them again. */
  takeOut: (port: number) => Promise<void>;
  putBack: (port: number) => Promise<void>;
  stop: () => Promise<void>;
};

const packaged = (file: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'packaging', file), 'utf8');

/** Why the tests with a proxy are skipped, or false. */
export function missing(name: 'nginx' | 'caddy'): string | false {
  if (spawnSync('openssl', ['version']).status !== 0) return 'not installed: openssl';
  return debianProgram(name, name) === null && `${name} cannot be had here: install Debian’s package`;
}

/** The packaged configuration, with ports, folders and a certificate of the test. */
type Made = {
  settings: (isOut: (port: number) => boolean) => string;
  file: string;
  command: string[];
  reload: string[];
};

export async function startNginx(ports: readonly [number, number]): Promise<Proxy> {
  return startProxy(({ folder, port, plainPort }) => {
    const site = (isOut: (at: number) => boolean): string =>
      packaged('nginx.conf')
        .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}${isOut(ports[0]) ? ' down' : ''}`)
        .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}${isOut(ports[1]) ? ' down' : ''}`)
        .replaceAll(/^ +listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replaceAll('depono.example.ch', 'localhost')
        .replaceAll('/etc/ssl/depono', folder)
        .replaceAll('/var/log/nginx', folder);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${folder}/${name};`,
    );
    const file = join(folder, 'nginx.conf');
    const command = [debianProgram('nginx', 'nginx') ?? 'nginx', '-p', folder, '-c', file, '-e', 'stderr'];
    return {
      settings: (isOut) =>
        `daemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${folder}/pid;\nworker_processes 1;\nevents {}\nhttp {\n${places.join('\n')}\n${site(isOut)}}\n`,
      file,
      command,
      reload: [...command, '-s', 'reload'],
    };
  });
}

export async function startCaddy(ports: readonly [number, number]): Promise<Proxy> {
  return startProxy(({ folder, port, plainPort }) => {
    const file = join(folder, 'Caddyfile');
    return {
      settings: () =>
        packaged('Caddyfile')
          .replace('\tservers {', `\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tservers {`)
          .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
          .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
          .replace('http://depono.example.ch', 'http://localhost')
          .replace('\ndepono.example.ch {', `\nlocalhost {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`),
      file,
      command: [debianProgram('caddy', 'caddy') ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', file],
      // Caddy asks /readyz by itself.
      reload: ['true'],
    };
  });
}

type Places = { folder: string; port: number; plainPort: number };

async function startProxy(make: (places: Places) => Made): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-proxy-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const { settings, file, command, reload } = make({ folder, port, plainPort });
  const [program = '', ...args] = command;
  certify(folder);
  writeFileSync(
    file,
    settings(() => false),
  );
  const child = spawn(program, args, { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } });
  let printed = '';
  let isOver = false;
  child.stderr.on('data', (text) => (printed += String(text)));
  const over = new Promise<void>((done) =>
    child.on('close', () => {
      isOver = true;
      done();
    }),
  );
  const call: Proxy['call'] = (method, path, how = {}) => ask(port, method, path, how);
  while (!isOver && (await call('GET', '/healthz').catch(() => null))?.status !== 200) await wait(50);
  if (isOver) throw new Error(`${program} did not start: ${printed}`);
  const out = new Set<number>();
  const reloaded = async (): Promise<void> => {
    writeFileSync(
      file,
      settings((at) => out.has(at)),
    );
    const [name = '', ...rest] = reload;
    execFileSync(name, rest, { stdio: 'ignore' });
    // The new settings hold for connections that arrive from now on, a moment after the command has ended.
    await wait(500);
  };
  return {
    plain: `http://localhost:${plainPort}`,
    printed: () => printed,
    call,
    takeOut: (at) => {
      out.add(at);
      return reloaded();
    },
    putBack: (at) => {
      out.delete(at);
      return reloaded();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await over;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function certify(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, ...subject, ...files], { stdio: 'ignore' });
}

/** Over a connection of its own. */
function ask(port: number, method: string, path: string, { headers = {}, body = '' }: ProxyCall): Promise<ProxyAnswer> {
  return new Promise((done, fail) => {
    const asked = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        method,
        path,
        rejectUnauthorized: false,
        agent: false,
        headers: { host: 'localhost', ...headers },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', fail);
      },
    );
    asked.on('error', fail);
    asked.end(body);
  });
}
