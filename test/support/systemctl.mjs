#!/usr/bin/env node
// A stand-in for systemctl, for machines without systemd: it starts the programs of unit files with their user, umask,
// settings and folders, and stops them as systemd does. What a unit is shut off from is not enforced.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UNITS = '/etc/systemd/system';
const RUN = process.env.UNITS_RUN ?? '/run/depono-units';
mkdirSync(RUN, { recursive: true });
const [verb = '', ...rest] = process.argv.slice(2);
const isNow = rest.includes('--now');
const names = rest
  .filter((one) => !one.startsWith('-'))
  .map((one) => (/\.(service|timer)$/.test(one) ? one : `${one}.service`));

if (verb === 'daemon-reload') process.exit(0);
if (names.length === 0) fail(`${verb}: no unit`);
for (const name of names) {
  if (verb === 'enable') {
    unitOf(name);
    if (isNow) await start(name);
  } else if (verb === 'start') await start(name);
  else if (verb === 'stop') await stop(name);
  else if (verb === 'restart') {
    await stop(name);
    await start(name);
  } else if (verb === 'status' || verb === 'is-active') {
    const isActive = pidOf(name) !== null || name.endsWith('.timer');
    console.log(isActive ? 'active' : 'inactive');
    if (!isActive) process.exit(3);
  } else fail(`unknown verb ${verb}`);
}

function fail(message) {
  console.error(`systemctl (stand-in): ${message}`);
  process.exit(1);
}

/** The values of a unit by name, with those of its drop-in files after its own. */
function unitOf(name) {
  const instance = /@([^.]*)\./.exec(name)?.[1] ?? '';
  const file = join(UNITS, name.replace(/@[^.]*\./, '@.'));
  if (!existsSync(file)) fail(`${file} does not exist`);
  const values = {};
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) (values[key] ??= []).push(value.replaceAll('%i', instance).replaceAll('%%', '%'));
  }
  return values;
}

function environmentOf(unit) {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: '/' };
  // In place of a database server on the same machine, which knows the user of the system.
  const passed = ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'NODE_COMPILE_CACHE'];
  for (const name of passed) if (process.env[name]) env[name] = process.env[name];
  for (const line of unit.Environment ?? []) {
    for (const [, key, quoted, bare] of line.matchAll(/([A-Z_a-z]+)=(?:"([^"]*)"|(\S*))/g)) env[key] = quoted ?? bare;
  }
  for (const entry of unit.EnvironmentFile ?? []) {
    const file = entry.replace(/^-/, '');
    if (!existsSync(file) && entry.startsWith('-')) continue;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, key, value = ''] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (key !== undefined) env[key] = value.trim().replace(/^(['"])(.*)\1$/, '$2');
    }
  }
  return env;
}

async function start(name) {
  if (name.endsWith('.timer')) return void unitOf(name);
  if (pidOf(name) !== null) return;
  const unit = unitOf(name);
  const user = unit.User?.at(-1) ?? 'root';
  for (const folder of unit.StateDirectory ?? []) {
    mkdirSync(join('/var/lib', folder), { recursive: true });
    spawnSync('chown', [`${user}:`, join('/var/lib', folder)]);
    spawnSync('chmod', [unit.StateDirectoryMode?.at(-1) ?? '0755', join('/var/lib', folder)]);
  }
  const program = `umask ${unit.UMask?.at(-1) ?? '0022'}; cd ${unit.WorkingDirectory?.at(-1) ?? '/'} && exec ${unit.ExecStart.at(-1)}`;
  const args = [`--reuid=${user}`, `--regid=${unit.Group?.at(-1) ?? user}`, '--init-groups', 'sh', '-c', program];
  if (unit.Type?.at(-1) === 'oneshot') {
    const { status } = spawnSync('setpriv', args, { env: environmentOf(unit), stdio: 'inherit' });
    if (status !== 0) fail(`${name} failed with ${status}`);
    return;
  }
  const log = openSync(join(RUN, `${name}.log`), 'a');
  const child = spawn('setpriv', args, { env: environmentOf(unit), stdio: ['ignore', log, log], detached: true });
  child.unref();
  writeFileSync(join(RUN, `${name}.pid`), String(child.pid));
  await new Promise((spawned) => child.once('spawn', spawned));
}

async function stop(name) {
  const pid = pidOf(name);
  if (pid === null) return;
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + 60_000;
  while (isAlive(pid) && Date.now() < deadline) await new Promise((later) => setTimeout(later, 50));
  if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  rmSync(join(RUN, `${name}.pid`), { force: true });
}

function pidOf(name) {
  const file = join(RUN, `${name}.pid`);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
