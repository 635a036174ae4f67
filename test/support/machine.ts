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
const OWN = ['/etc', '/opt', '/root', '/srv', '/usr/local', '/var/backups', '/var/lib'];

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

/** `programs` are put before those of the machine. */
export async function startMachine(programs: Readonly<Record<string, string>>): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'depono-machine-'));
  chmodSync(folder, 0o755);
  const layers = OWN.filter((path) => existsSync(path)).map((path, index) => ({
    path,
    layer: join(folder, `layer-${index}`),
  }));
  for (const { layer } of layers)
    for (const name of ['upper', 'work']) mkdirSync(join(layer, name), { recursive: true });
  for (const [name, file] of Object.entries(programs)) {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    copyFileSync(file, join(folder, 'bin', name));
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const mounts = layers.map(
    ({ path, layer }) =>
      `mount -t overlay overlay -o lowerdir=${path},upperdir=${layer}/upper,workdir=${layer}/work ${path}`,
  );
  // Users of the real machine that the installation creates itself.
  const forget = "sed -i '/^depono/d' /etc/passwd /etc/group /etc/shadow /etc/gshadow";
  const init = [
    ...mounts,
    forget,
    `cp ${join(folder, 'bin')}/* /usr/local/bin/`,
    'cd /root',
    'exec bash -e -o pipefail',
  ].join(' && ');
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/root', LANG: 'C.UTF-8', UNITS_RUN: join(folder, 'units') };
  const shell = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', init], {
    env,
  });
  return machineOf(shell, folder);
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
