import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { postmasterOf } from '../processes.ts';
import { withClient, type Site } from '../service.ts';
import type { What } from './sampler.ts';
import type { Gap, Sample, Seen } from './types.ts';

/** Records who uses the CPUs until it is stopped; `folder` is on the database's disk. */
export type Watch = { folder: string; start: () => Promise<{ stop: () => Promise<Seen> }> };

export async function watchOf(site: Site, service: number): Promise<Watch> {
  const { rows } = await withClient(site, (client) => client.query<{ data_directory: string }>('show data_directory'));
  const what: What = {
    service,
    postmaster: await postmasterOf(site),
    callers: process.pid,
    logFolder: join(rows[0]?.data_directory ?? '', 'pg_wal'),
  };
  const start = async (): Promise<{ stop: () => Promise<Seen> }> => {
    const sampler = fork(join(import.meta.dirname, 'sampler.ts'), [JSON.stringify(what)]);
    await once(sampler, 'message');
    const probes = await Promise.all(cpus().map((_, processor) => probeOn(processor)));
    return {
      stop: async () => {
        const samples = await toldBy<Sample>(sampler);
        const gaps = probes.flatMap((probe) => probe ?? []).map((probe) => toldBy<Gap>(probe));
        const all = (await Promise.all(gaps)).flat();
        return { samples, gaps: probes.includes(null) ? null : all };
      },
    };
  };
  return { folder: site.dataDir, start };
}

async function toldBy<T>(child: ChildProcess): Promise<T[]> {
  child.send('stop');
  const [all] = (await once(child, 'message')) as [T[]];
  child.disconnect();
  return all;
}

/** With real-time priority on its CPU, which needs root and Linux; otherwise null. */
async function probeOn(processor: number): Promise<ChildProcess | null> {
  const probe = fork(join(import.meta.dirname, 'probe.ts'), {
    execPath: 'chrt',
    execArgv: ['--fifo', '90', 'taskset', '--cpu-list', String(processor), process.execPath],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const isReady = await Promise.race([
    once(probe, 'message').then(() => true),
    once(probe, 'exit').then(() => false),
  ]).catch(() => false);
  return isReady ? probe : null;
}
