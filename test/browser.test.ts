import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideBrowser, type Machine } from '../scripts/browser.ts';

const CHROME_ON_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const SHELL = '/usr/bin/chromium-headless-shell';
const APT = '/usr/bin/apt-get';
const SUDO = '/usr/bin/sudo';
const NONE = 'There is no browser here, and apt-get cannot be used to install one.';

type Case = {
  has?: string[];
  /** Files that exist but do not start. */
  broken?: string[];
  given?: string;
  platform?: NodeJS.Platform;
  isRoot?: boolean;
  sudoAsks?: boolean;
  aptFails?: boolean;
  /** The packages of its distribution. */
  packages?: string[];
};

/** A simulated machine: what it has, and which commands were run on it. */
function machine({ has = [], broken = [], given, platform = 'linux', isRoot = true, ...rest }: Case) {
  const { sudoAsks, aptFails, packages = ['chromium', 'chromium-headless-shell'] } = rest;
  const files = new Set([...has, ...broken]);
  const ran: string[] = [];
  const said: string[] = [];
  const run: Machine['run'] = (command) => {
    const line = command.join(' ').replace('env DEBIAN_FRONTEND=noninteractive ', '');
    if (line === 'sudo -n true') return { ok: sudoAsks !== true, output: '' };
    if (line.endsWith(' --version')) return { ok: !broken.some((path) => line.startsWith(path)), output: '' };
    ran.push(line.replace('-o DPkg::Lock::Timeout=120 ', ''));
    if (aptFails === true) return { ok: false, output: `E: ${ran.length}` };
    const wanted = / install .* (\S+) fonts-liberation$/.exec(line)?.[1];
    if (wanted === undefined) return { ok: true, output: '' };
    if (packages.includes(wanted)) files.add(`/usr/bin/${wanted}`);
    return { ok: packages.includes(wanted), output: '' };
  };
  const exists = (path: string): boolean => files.has(path);
  return { machine: { platform, isRoot, given, exists, run, say: (line: string) => said.push(line) }, ran, said };
}

const FOUND: [string, Case, string][] = [
  ['Debian’s', { has: ['/usr/bin/chromium', '/usr/bin/google-chrome', APT] }, '/usr/bin/chromium'],
  ['the one without windows', { has: ['/usr/bin/chromium', SHELL] }, SHELL],
  ['under its older name', { has: ['/usr/bin/chromium-browser'] }, '/usr/bin/chromium-browser'],
  ['Chrome', { has: ['/usr/bin/google-chrome'] }, '/usr/bin/google-chrome'],
  [
    'Chrome beside a file that only asks for a snap',
    { has: ['/usr/bin/google-chrome'], broken: ['/usr/bin/chromium-browser'] },
    '/usr/bin/google-chrome',
  ],
  ['Chrome on a Mac', { platform: 'darwin', has: [CHROME_ON_MAC] }, CHROME_ON_MAC],
  ['the one that CHROMIUM names, before others', { given: '/opt/c', has: ['/opt/c', '/usr/bin/chromium'] }, '/opt/c'],
  ['Debian’s where CHROMIUM is empty', { given: '', has: ['/usr/bin/chromium'] }, '/usr/bin/chromium'],
];

for (const [name, given, browser] of FOUND) {
  test(`an installed browser is used, and nothing is installed: ${name}`, () => {
    const { machine: here, ran, said } = machine(given);
    assert.deepEqual([provideBrowser(here), ran, said], [{ browser }, [], []]);
  });
}

const install = (name: string): string => `apt-get install -y --no-install-recommends ${name} fonts-liberation`;
const INSTALL = install('chromium-headless-shell');
const INSTALLED: [string, Case, string[], string?][] = [
  ['by root', { has: [APT] }, ['apt-get update', INSTALL]],
  [
    'by a user whom sudo asks for no password',
    { has: [APT, SUDO], isRoot: false },
    ['sudo -n apt-get update', `sudo -n ${INSTALL}`],
  ],
  [
    'with its windows where there is no other',
    { has: [APT], packages: ['chromium'] },
    ['apt-get update', INSTALL, install('chromium')],
    '/usr/bin/chromium',
  ],
];

for (const [name, given, commands, browser = SHELL] of INSTALLED) {
  test(`a missing browser is installed ${name}, and a line says so`, () => {
    const { machine: here, ran, said } = machine(given);
    assert.deepEqual(provideBrowser(here), { browser });
    assert.deepEqual(ran, commands);
    assert.deepEqual(said, ['Installing Chromium (once; needs the package mirror) …']);
  });
}

const MISSING: [string, Case][] = [
  ['no sudo', { has: [APT], isRoot: false }],
  ['sudo asks for a password', { has: [APT, SUDO], isRoot: false, sudoAsks: true }],
  ['no apt-get', { has: [SUDO] }],
  ['a Mac', { platform: 'darwin', has: [APT] }],
];

for (const [name, given] of MISSING) {
  test(`without a way to install one nothing is tried: ${name}`, () => {
    const { machine: here, ran, said } = machine(given);
    assert.deepEqual([provideBrowser(here), ran, said], [{ browser: null, why: NONE }, [], []]);
  });
}

test('an installation that fails shows what apt-get said', () => {
  const { machine: here, said } = machine({ has: [APT], aptFails: true });
  assert.deepEqual(provideBrowser(here), {
    browser: null,
    why: 'apt-get could not install Chromium; what it said stands above.',
  });
  assert.deepEqual(said.slice(1), ['E: 1\nE: 2\nE: 3']);
});

test('a CHROMIUM that does not exist is an error, not a reason to skip tests', () => {
  const { machine: here, ran } = machine({ given: '/opt/c', has: ['/usr/bin/chromium', APT] });
  assert.throws(() => provideBrowser(here), /CHROMIUM is \/opt\/c, and no browser starts there/);
  assert.deepEqual(ran, []);
});
