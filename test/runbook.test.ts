import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { IN_DEPTH } from './support/depth.ts';
import { freePort } from './support/free-port.ts';
import { blocks, guide } from './support/guide.ts';
import { startMachine, whyNoMachine, type Machine } from './support/machine.ts';
import { debianPostgres, startOwnPostgres, type OwnPostgres } from './support/own-postgres.ts';
import { payload } from './support/payload.ts';
import { remoteIn } from './support/remote.ts';
import { openLetterbox } from './support/smtp.ts';

const root = join(import.meta.dirname, '..');
const SCRATCH_NPM = join(root, 'test', 'support', 'scratch-npm.mjs');

test('a block of commands that this test does not run is run by another one', () => {
  const others = globSync('test/*.test.ts', { cwd: root }).filter((file) => !file.endsWith('runbook.test.ts'));
  const tests = others.map((file) => readFileSync(join(root, file), 'utf8'));
  const kinds = new Set(blocks.filter(({ language }) => language === 'sh').map(({ kind }) => kind));
  for (const kind of kinds) {
    if (kind === '' || kind === 'embedded') continue;
    assert.ok(
      tests.some((text) => text.includes(` ${kind}`)),
      kind,
    );
  }
});

test('grants.sql is the SQL of the guide', () => {
  const [, ...lines] = readFileSync(join(root, 'packaging', 'grants.sql'), 'utf8').split('\n');
  assert.equal(lines.join('\n'), blocks.find(({ kind }) => kind === 'database')?.text);
});

/** What stands for a host of the reader's own, and what belongs to the machine of a test. */
type Place = { postgres: OwnPostgres; smtpPort: number; port: number; source: string };

function placed(text: string, { postgres, smtpPort, port, source }: Place): string {
  return text
    .replaceAll('https://git.example.ch/depono.git', source)
    .replaceAll('@db.example.ch/', `@127.0.0.1:${postgres.port}/`)
    .replace(
      "smtp://depono:secret@mail.example.ch:587'",
      `smtp://127.0.0.1:${smtpPort}'\nSMTP_ALLOW_PLAIN=true\nPORT=${port}`,
    )
    .replace('SHUTDOWN_DELAY=10', 'SHUTDOWN_DELAY=1');
}

/** A partner whose contract 4711 is open, as the guide takes for granted, and an old key of that partner. */
async function open4711(machine: Machine, port: number): Promise<string> {
  const env = await machine.run('cat /etc/depono/depono.env');
  const token = /^OPERATOR_TOKEN='(.*)'$/m.exec(env)?.[1] ?? '';
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const api = '/operator/api';
  const partner = await call(`${api}/partners`, { name: 'Garaio REM', integration: 'garaio-rem' });
  const organization = await call(`${api}/organizations`, {
    name: 'Verwaltung AG',
    language: 'de',
    emailDomain: 'verwaltung.example',
    address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
  });
  const inside = `${api}/organizations/${organization.id}`;
  await call(`${inside}/connections`, { partnerId: partner.id, externalOrgId: 'ext' });
  const member = { firstName: 'Clara', lastName: 'Chefin', language: 'de', defaultPropertyManager: true };
  await call(`${inside}/members`, { ...member, email: 'chefin@verwaltung.example' });
  const keys = { 'x-api-key': partner.apiKey, 'x-external-org-id': 'ext' };
  await call('/webhook/garaio-rem', payload({ externalContractId: '4711' }), keys);
  return partner.keyId as string;
}

test('every command of the guide works, in its order, on a new machine', IN_DEPTH, async (t: TestContext) => {
  const binaries = debianPostgres();
  const why = binaries === null ? 'needs Debian’s PostgreSQL' : whyNoMachine();
  if (binaries === null || why !== null) return t.skip(why ?? '');
  const postgres = await startOwnPostgres(binaries);
  t.after(postgres.stop);
  const letterbox = await openLetterbox();
  t.after(letterbox.close);
  const machine = await startMachine({ programs: { systemctl: join(root, 'test/support/systemctl.mjs') } });
  t.after(machine.end);
  const { source, release } = remoteIn(machine.folder);
  const place: Place = { postgres, smtpPort: Number(new URL(letterbox.url).port), port: await freePort(), source };

  const psql = `PGHOST=127.0.0.1 PGPORT=${postgres.port} PGUSER=${postgres.superuser} PGPASSWORD=${postgres.password}`;
  await machine.run(`export ${psql}`);
  // The other machine, for which backups leave this one.
  mkdirSync(join(machine.folder, 'other'));
  await machine.run(
    `printf '#!/bin/sh\\ncd ${machine.folder}/other && exec sh -c "$2"\\n' > /usr/local/bin/ssh; chmod +x /usr/local/bin/ssh; hash -r`,
  );
  await machine.run(
    `printf '#!/bin/sh\\nset -e\\nplace() { case "$1" in *:*) echo "${machine.folder}/other/\${1#*:}";; *) echo "$1";; esac; }\\ncp "$(place "$1")" "$(place "$2")"\\n' > /usr/local/bin/scp; chmod +x /usr/local/bin/scp; hash -r`,
  );
  const ready = `for n in $(seq 200); do curl -fs http://127.0.0.1:${place.port}/readyz > /dev/null && break; sleep 0.1; done`;
  let token = '';
  for (const { language, kind, text } of blocks) {
    if (language === 'sql') {
      const database = kind === 'database' ? 'depono' : 'postgres';
      await machine.run(`psql --set ON_ERROR_STOP=1 --quiet --dbname ${database} << 'SQL'\n${text}SQL\n`);
      continue;
    }
    if (language !== 'sh' || !(kind === '' || kind === 'embedded')) continue;
    if (text.includes('git -C /root/depono pull')) {
      release();
      // The packages of the first version were installed by npm, from the registry. These are the same.
      await machine.run(`export npm_execpath=${SCRATCH_NPM} SCRATCH_PROJECT=${root}`);
    }
    const script = placed(text, place);
    if (kind === 'embedded') {
      await machine.run(`(unset DATABASE_URL DEPONO_ENV_FILE; export DATA_DIR=/srv/one; depono migrate\n${script})`);
      continue;
    }
    const output = await machine.run(script, `${token}\n`);
    token = /dok_\S+/.exec(output)?.[0] ?? token;
    if (text.includes('read -rs')) await machine.run('unset DEPONO_TOKEN');
    if (text.includes('carla@example.ch')) await listPeople(machine);
    if (/systemctl (enable --now|start|restart) depono$/m.test(text)) await machine.run(ready);
    if (text.includes('enable --now depono\n')) await machine.run(`OLD_KEY=${await open4711(machine, place.port)}`);
  }

  const shown = await machine.run('depono deposit show 4711 --json; depono release list; depono deposit verify');
  assert.match(shown, /4711/, 'what was opened has survived upgrade, roll-back and restore');
  assert.match(await machine.run(`ls ${machine.folder}/other`), /^depono-\d+T\d+Z\.gz\.age$/m);
  const settings = await machine.run('cat /etc/depono/depono.env; ls /root');
  assert.match(settings, /^DATA_DIR='\/var\/lib\/depono'$/m);
  assert.match(settings, /^DATABASE_URL='.*\/restored'$/m);
  assert.doesNotMatch(settings, /backup\.key/, 'the secret key of the archives is not here');
  await machine.run('systemctl start depono-backup.service');
  await inlineCommands(machine);
  await machine.run('systemctl stop depono');
});

async function listPeople(machine: Machine): Promise<void> {
  const people = await machine.run('depono operator list');
  for (const [name, role] of Object.entries({ Anna: 'admin', Carla: 'admin', David: 'clerk', Finn: 'viewer' })) {
    assert.match(people, new RegExp(`${name} .*${role}`));
  }
}

/** The commands within sentences and tables, as far as they can be typed as they stand: they are at least understood. */
async function inlineCommands(machine: Machine): Promise<void> {
  const all = new Set([...guide.matchAll(/`(depono [a-z][^`]*)`/g)].map(([, command = '']) => command));
  const run = new Set(blocks.flatMap(({ text }) => text.split('\n')));
  const typed = [...all].filter(
    (command) =>
      !/[A-Z…$]/.test(command) && !/serve|listen|migrate|keygen|restore -/.test(command) && !run.has(command),
  );
  assert.ok(typed.length > 15);
  for (const command of typed) {
    const output = await machine.run(`{ ${command} < /dev/null || echo "exit $?"; } 2>&1 | cat`);
    assert.doesNotMatch(output, /Unknown command|Unknown option|at .*\.ts:\d+/, `${command}: ${output}`);
  }
}
