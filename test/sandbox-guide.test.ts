import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { SCENARIOS } from '../src/sandbox/scenarios.ts';
import { IN_DEPTH, test } from './support/depth.ts';
import { startService, TOKEN, type Service } from './support/service.ts';

const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'sandbox.md'), 'utf8');

let service: Service;
let folder: string;
before(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'depono-guide-'));
  mkdirSync(join(folder, 'data'));
  cpSync(join(service.config.dataDir, 'demo.json'), join(folder, 'data', 'demo.json'));
  writeFileSync(join(folder, 'data', 'operator-token'), `${TOKEN}\n`);
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every command of the sandbox guide prints what the guide says', IN_DEPTH, async () => {
  const blocks = [...guide.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
    kind,
    text: text as string,
  }));
  const commands = blocks.filter(({ kind }) => kind === 'sh');
  assert.ok(commands.length > 15);
  const address = service.baseUrl.replace('localhost', '127.0.0.1');
  const script = commands.map(({ text }) => text.replace('http://localhost:8080', address)).join(`\necho '${CUT}'\n`);
  const printed = (await run(script)).split(`${CUT}\n`);
  let place = -1;
  for (const { kind, text } of blocks) {
    if (kind === 'sh') place++;
    else assert.match(printed[place] ?? '', asPattern(text), `after:\n${commands[place]?.text}`);
  }
});

test('the guide lists every scenario', () => {
  const listed = [...guide.matchAll(/^\| `(SIM-[A-Z-]+)` \|/gm)].map(([, prefix]) => prefix);
  assert.deepEqual(
    listed,
    SCENARIOS.map(({ prefix }) => prefix),
  );
});

test('the guide lists every call of the sandbox', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const calls = Object.keys(body.paths).filter((path) => path.startsWith('/sandbox/api/'));
  for (const path of calls) {
    const name = path.replace('/sandbox/api/deposits/{id}/', '');
    assert.ok(guide.includes(`\`${name}\``) || guide.includes(path), path);
  }
});

const CUT = '-- end of a block --';

/** An ellipsis stands for text that changes from run to run. */
function asPattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('…', '.*')}$`);
}

function run(script: string): Promise<string> {
  const shell = spawn('sh', ['-s'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', (data) => (output += String(data)));
  shell.stdin.end(script);
  return new Promise((done) => shell.on('close', () => done(output)));
}
