import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createServices } from '../../src/services.ts';
import type { Services } from '../../src/actions/services.ts';
import { openDatabase, type Database } from '../../src/storage/database/database.ts';
import { freePort } from './free-port.ts';
import { freshDatabase } from './server.ts';
import { startService, type Service } from './service.ts';

/** A cell that knows the address of the other one. Nothing moves between them: that needs a server that replicates. */
export type ToldCell = {
  name: string;
  service: Service;
  sql: Client;
  /** As the command line and jobs have them. */
  services: Services;
  /** Stops its processes; the database stays. */
  leave: () => Promise<void>;
  comeBack: () => Promise<void>;
};

export type ToldCells = { main: ToldCell; second: ToldCell; stop: () => Promise<void> };

export async function startToldCells(env: Record<string, string> = {}): Promise<ToldCells> {
  const ports = { main: await freePort(), second: await freePort() };
  const addresses = Object.entries(ports).map(([name, port]) => `${name}=http://localhost:${port}`);
  const start = async (name: 'main' | 'second'): Promise<ToldCell & { end: () => Promise<void> }> => {
    const made = await freshDatabase({ isMigrated: true });
    const own = { CELL: name, CELLS: addresses.join(','), PORT: String(ports[name]), TRUST_PROXY: 'true', ...env };
    const begin = (): Promise<Service> => startService({ databaseUrl: made.url, env: own });
    const service = await begin();
    const sql = new Client({ connectionString: made.url });
    await sql.connect();
    const database: Database = await openDatabase(made.url, () => undefined);
    const cell: ToldCell = {
      name,
      service,
      sql,
      services: createServices(service.config, database),
      leave: () => cell.service.stop(),
      comeBack: async () => {
        cell.service = await begin();
      },
    };
    const end = async (): Promise<void> => {
      await cell.service.stop();
      await database.end();
      await sql.end();
      await made.drop();
    };
    return Object.assign(cell, { end });
  };
  const [main, second] = [await start('main'), await start('second')];
  return {
    main,
    second,
    stop: async () => {
      await main.end();
      await second.end();
    },
  };
}

/** Asks again until it is so: cells are told every two seconds. */
export async function eventually<T>(ask: () => Promise<T | null | false | undefined>, what: string): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await ask();
    if (found !== null && found !== false && found !== undefined) return found;
    if (Date.now() > end) throw new Error(`it did not come: ${what}`);
    await wait(100);
  }
}
