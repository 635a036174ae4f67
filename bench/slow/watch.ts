import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { postmasterOf } from '../processes.ts';
import { withClient, type Site } from '../service.ts';
import type { What } from './sampler.ts';
import type { Sample } from './types.ts';

/** Tells, when it is asked to stop, who has used the processors since it was started; and the folder on the database's disk. */
export type Watch = { folder: string; start: () => { stop: () => Promise<Sample[]> } };

export async function watchOf(site: Site, service: number): Promise<Watch> {
  const { rows } = await withClient(site, (client) => client.query<{ data_directory: string }>('show data_directory'));
  const what: What = {
    service,
    postmaster: await postmasterOf(site),
    callers: process.pid,
    logFolder: join(rows[0]?.data_directory ?? '', 'pg_wal'),
  };
  const start = (): { stop: () => Promise<Sample[]> } => {
    const sampler = fork(join(import.meta.dirname, 'sampler.ts'), [JSON.stringify(what)]);
    return {
      stop: async () => {
        sampler.send('stop');
        const [samples] = (await once(sampler, 'message')) as [Sample[]];
        sampler.disconnect();
        return samples;
      },
    };
  };
  return { folder: site.dataDir, start };
}
