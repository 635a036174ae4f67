import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A shell on a machine of its own: what it changes in /etc, /opt and so on is gone afterwards. */
export type Machine = {
  folder: string;
  /** Runs a script in the shell, which keeps its variables. Throws with the output if a command fails. */
  run: (script: string, input?: string) => Promise<string>;
  read: (path: string) => string;
  end: () => Promise<void>;
};

/** Written to by an installation. */
const OWN = ['/etc', '/opt', '/root', '/srv', '/usr', '/var/backups', '/var/lib'];

/** Why there can be no such machine here, or null. */
export function whyNoMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const folder = mkdtempSync(join(tmpdir(), 'depono-overlay-'));
  for (const name of ['upper', 'work']) mkdirSync(join(folder, name));
  const mount = `mount -t overlay overlay -o lowerdir=/opt,upperdir=${folder}/upper,workdir=${folder}/work /opt`;
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', mount]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? null : 'needs mount namespaces with overlays';
}

type Given = {
  /** Programs that are put before those of the machine, by name. */
  programs?: Readonly<Record<string, string>>;
  /** A folder with files of packages that are installed on it (`debianPackages`). */
  packages?: string;
  /** Whether it has a network of its own, with nothing but itself in it. */
  hasOwnNetwork?: boolean;
};

export async function startMachine({ programs = {}, packages, hasOwnNetwork = false }: Given): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-machine-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  // Each command would compile the whole service again. Several users of the machine write to it.
  const compiled = join(folder, 'compiled');
  mkdirSync(compiled);
  chmodSync(compiled, 0o777);
  for (const [name, file] of Object.entries(programs)) {
    copyFileSync(file, join(folder, 'bin', name));
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  // Users of the real machine that the installation creates itself.
  const forget = "sed -i '/^depono/d' /etc/passwd /etc/group /etc/shadow /etc/gshadow";
  const init = [
    ...layersIn(folder, packages),
    forget,
    ...(hasOwnNetwork ? ['ip link set lo up'] : []),
    `cp -r ${join(folder, 'bin')}/. /usr/local/bin/`,
    'cd /root',
    'exec bash -e -o pipefail',
  ].join(' && ');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/root',
    LANG: 'C.UTF-8',
    UNITS_RUN: join(folder, 'units'),
    NODE_COMPILE_CACHE: compiled,
  };
  const namespaces = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    ...(hasOwnNetwork ? ['--net'] : []),
  ];
  return machineOf(spawn('unshare', [...namespaces, 'sh', '-c', init], { env }), folder);
}

/** The commands that lay an empty layer over each folder of its own, so that what it writes stays apart. */
function layersIn(folder: string, packages: string | undefined): string[] {
  return OWN.filter((path) => existsSync(path)).map((path, index) => {
    const layer = join(folder, `layer-${index}`);
    for (const name of ['upper', 'work']) mkdirSync(join(layer, name), { recursive: true });
    const added = packages === undefined ? '' : join(packages, path);
    const lower = existsSync(added) ? `${added}:${path}` : path;
    return `mount -t overlay overlay -o lowerdir=${lower},upperdir=${layer}/upper,workdir=${layer}/work ${path}`;
  });
}

function machineOf(shell: ChildProcess, folder: string): Machine {
  let output = '';
  let count = 0;
  let onOutput = (): void => undefined;
  const ended = new Promise<void>((done) => shell.once('close', () => done()));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
    onOutput();
  });
  for (const stream of [shell.stdout, shell.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput();
    });
  }
  return {
    folder,
    run: async (script, input = '') => {
      const number = ++count;
      const [file, given, mark] = [
        join(folder, `script-${number}`),
        join(folder, `input-${number}`),
        `__done_${number}__`,
      ];
      writeFileSync(file, script);
      writeFileSync(given, input);
      output = '';
      shell.stdin?.write(`source ${file} < ${given}\necho ${mark}\n`);
      await new Promise<void>((done) => {
        onOutput = () => {
          if (isOver || output.includes(mark)) done();
        };
        onOutput();
      });
      const said = output.replace(`${mark}\n`, '');
      if (isOver) throw new Error(`failed:\n${script}\n--\n${said}`);
      return said;
    },
    read: (path) => readFileSync(path, 'utf8'),
    end: async () => {
      shell.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
