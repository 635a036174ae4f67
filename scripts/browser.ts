import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What finding and installing a browser needs to know of the machine, and to do on it. */
export type Machine = {
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** The value of CHROMIUM. */
  given: string | undefined;
  exists: (path: string) => boolean;
  run: (command: readonly string[]) => { ok: boolean; output: string };
  say: (line: string) => void;
};

export type Found = { browser: string } | { browser: null; why: string };

/** The browser of the tests: the one that is there, or else Debian's, installed where that is possible. */
export function provideBrowser(machine: Machine = thisMachine()): Found {
  const there = findBrowser(machine);
  if (there !== null) return { browser: there };
  const rights = rightsToInstall(machine);
  if (rights === null)
    return { browser: null, why: 'There is no browser here, and apt-get cannot be used to install one.' };
  machine.say('Installing Chromium (once; needs the package mirror) …');
  const outputs: string[] = [];
  // One mirror of several that is away fails the update, and need not fail the installation.
  for (const command of [UPDATE, ...INSTALL]) {
    outputs.push(machine.run([...rights, ...command]).output);
    const installed = findBrowser(machine);
    if (installed !== null) return { browser: installed };
  }
  machine.say(outputs.join('\n'));
  return { browser: null, why: 'apt-get could not install Chromium; what it said stands above.' };
}

/** First Chromium without its windows, which works less. */
const PHASES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

const APT = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
const UPDATE = [...APT, 'update'];
/** The second where there is no package of the first. */
const INSTALL = ['chromium-headless-shell', 'chromium'].map((name) => [
  ...APT,
  ...`install -y --no-install-recommends ${name} fonts-liberation`.split(' '),
]);

function findBrowser({ platform, given, exists, run }: Machine): string | null {
  // A file alone says little: Ubuntu has one in this place that only asks for a snap.
  const starts = (path: string): boolean => exists(path) && run([path, '--version']).ok;
  if (given === undefined || given === '') return (PHASES[platform] ?? []).find(starts) ?? null;
  if (!starts(given)) throw new Error(`CHROMIUM is ${given}, and no browser starts there.`);
  return given;
}

/** What goes before a command that installs; null where nothing can be installed. */
function rightsToInstall({ platform, isRoot, exists, run }: Machine): readonly string[] | null {
  if (platform !== 'linux' || !exists('/usr/bin/apt-get')) return null;
  if (isRoot) return [];
  return exists('/usr/bin/sudo') && run(['sudo', '-n', 'true']).ok ? ['sudo', '-n'] : null;
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    given: process.env['CHROMIUM'],
    exists: existsSync,
    run: ([command = '', ...args]) => {
      const { status, stdout, stderr } = spawnSync(command, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
    },
    say: console.log,
  };
}
