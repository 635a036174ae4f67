import { execFileSync } from 'node:child_process';
import { cpSync, chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { debianPackages } from './debian-program.ts';
import { startMachine, type Machine } from './machine.ts';

/** In place of the base image, which cannot be pulled everywhere. */
export const BASE_IMAGE = 'localhost/node:base';

/** Podman's own network: where a container finds the machine that it runs on. */
export const GATEWAY = '10.88.0.1';

/** A machine with Debian's podman and a network of its own; null where the packages cannot be had. */
export async function startPodmanMachine(): Promise<Machine | null> {
  const packages = debianPackages('podman', 'crun', 'netavark', 'iptables');
  if (packages === null) return null;
  const machine = await startMachine({ packages, hasOwnNetwork: true });
  // Layers cannot lie on a layer, so images are beside the machine. Processes are not put into control groups: those of
  // the real machine would be changed.
  await machine.run(`mount -t tmpfs tmpfs /run
    umount /sys/fs/cgroup/unified 2> /dev/null || true
    rm -rf /etc/cni/net.d
    for name in iptables ip6tables; do [ -e /usr/sbin/$name ] || ln -s xtables-nft-multi /usr/sbin/$name; done
    cat > /etc/containers/storage.conf << END
[storage]
driver = "overlay"
graphroot = "${machine.folder}/images"
runroot = "/run/containers/storage"
END
    cat > /etc/containers/containers.conf << END
[containers]
cgroups = "disabled"
[engine]
cgroup_manager = "cgroupfs"
[network]
network_backend = "netavark"
END
    # There is no name server. Podman gives these lines to containers as well.
    echo '${GATEWAY} db.example.ch depono.example.ch' >> /etc/hosts
    hash -r`);
  return machine;
}

/** What is needed of the base image: its shell, Node, npm and a user `node`. npm takes packages from a cache alone. */
export function makeBaseImage(folder: string, { npm, npmCache }: { npm: string; npmCache: string }): string {
  const base = join(folder, 'base');
  const at = (path: string): string => join(base, path);
  for (const path of ['bin', 'dev', 'etc', 'home/node', 'proc', 'root', 'sys', 'tmp', 'usr/bin', 'usr/local/bin'])
    mkdirSync(at(path), { recursive: true });
  chmodSync(at('tmp'), 0o1777);
  const programs = { '/bin/sh': '/bin/sh', '/bin/mkdir': '/bin/mkdir', '/bin/chown': '/bin/chown' };
  const copied = { ...programs, '/usr/bin/env': '/usr/bin/env', '/usr/local/bin/node': process.execPath };
  for (const [path, program] of Object.entries(copied)) {
    cpSync(realpathSync(program), at(path));
    for (const [library] of execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+/g)) {
      mkdirSync(dirname(at(library)), { recursive: true });
      cpSync(realpathSync(library), at(library));
    }
  }
  cpSync(join(dirname(realpathSync(npm)), '..'), at('usr/local/lib/npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', at('usr/local/bin/npm'));
  cpSync(npmCache, at('root/.npm'), { recursive: true });
  writeFileSync(at('root/.npmrc'), 'offline=true\n');
  writeFileSync(at('etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(at('etc/group'), 'root:x:0:\nnode:x:1000:\n');
  const archive = join(folder, 'base.tar');
  execFileSync('tar', ['-cf', archive, '-C', base, '.']);
  return archive;
}

/** Lets the machine and its containers reach a server of the test, by another port. */
export async function reach(machine: Machine, from: number, to: number): Promise<() => void> {
  const path = join(machine.folder, `relay-${from}`);
  const relay: Server = createServer((incoming) => {
    const outgoing = connect(to, '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
  });
  await new Promise<void>((done) => relay.listen(path, done));
  const inner = join(import.meta.dirname, 'relay.mjs');
  await machine.run(`${process.execPath} ${inner} ${from} ${path} > ${path}.log 2>&1 &
    for n in $(seq 200); do grep -q ready ${path}.log && break; sleep 0.05; done`);
  return () => void relay.close();
}
