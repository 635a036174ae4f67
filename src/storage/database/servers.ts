import { callbackify } from 'node:util';
import { Client, type ClientConfig } from 'pg';

export type Connection = string | { host: string; port: number; user: string; password: string; database: string };

/** `any`: a replica is as good. */
export type WantedServer = 'read-write' | 'any';

/** A client, and how it finds its server. Both are what `pg` takes. */
type Server = { Client: typeof Client; config: ClientConfig };

/** How long one of several servers may take to say whether it accepts writes. */
const ASKED_FOR_MS = 2_000;
/** A pool opens many connections at once: a server that was just found is not asked again. */
const KNOWN_FOR_MS = 1_000;

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** `postgres://user:password@a:5432,b:5432/name`: one address for each server, in their order. */
export function serverAddresses(databaseUrl: string): string[] {
  const [, start, hosts, rest] = ADDRESS.exec(databaseUrl) ?? [];
  if (start === undefined || hosts === undefined) return [databaseUrl];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** No server of several can be used; the sentence says why for each. */
export class NoServer extends Error {}

/** Of several servers each new connection takes the first that accepts writes, beginning with the one used last. */
export function serverOf(connection: Connection, wanted: WantedServer = 'read-write'): Server {
  if (typeof connection !== 'string') return { Client, config: connection };
  const [first = connection, ...others] = serverAddresses(connection);
  const config = { connectionString: first };
  if (others.length === 0) return { Client, config };
  const search = new ServerSearch([first, ...others], wanted);
  return { Client: clientThatSearches(search), config };
}

function clientThatSearches(search: ServerSearch): typeof Client {
  class SearchingClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      if (callback === undefined) return this.#search();
      const done = callback as (error: Error | null) => void;
      callbackify(() => search.find())((error, place) => (error ? done(error) : this.#connectTo(place, done)));
    }

    async #search(): Promise<Client> {
      const place = await search.find();
      await new Promise<void>((resolve, reject) =>
        this.#connectTo(place, (error) => (error ? reject(error) : resolve())),
      );
      return this;
    }

    #connectTo(place: Place, done: (error: Error | null) => void): void {
      Object.assign(this, place);
      super.connect(done);
    }
  }
  return SearchingClient;
}

type Place = { host: string; port: number };

class ServerSearch {
  readonly #addresses: readonly string[];
  readonly #wanted: WantedServer;
  #found: { index: number; place: Place; atMs: number } | null = null;
  #running: Promise<Place> | null = null;

  constructor(addresses: readonly string[], wanted: WantedServer) {
    this.#addresses = addresses;
    this.#wanted = wanted;
  }

  find(): Promise<Place> {
    const found = this.#found;
    if (found !== null && performance.now() - found.atMs < KNOWN_FOR_MS) return Promise.resolve(found.place);
    this.#running ??= this.#search().finally(() => (this.#running = null));
    return this.#running;
  }

  async #search(): Promise<Place> {
    const first = this.#found?.index ?? 0;
    const refusals: string[] = [];
    for (const offset of this.#addresses.keys()) {
      const index = (first + offset) % this.#addresses.length;
      const answer = await ask(this.#addresses[index] as string, this.#wanted);
      if ('place' in answer) {
        this.#found = { index, place: answer.place, atMs: performance.now() };
        return answer.place;
      }
      refusals.push(answer.refusal);
    }
    this.#found = null;
    const what = this.#wanted === 'any' ? 'can be reached' : 'accepts writes';
    throw new NoServer(`None of the ${refusals.length} servers in DATABASE_URL ${what}: ${refusals.join('; ')}.`);
  }
}

async function ask(address: string, wanted: WantedServer): Promise<{ place: Place } | { refusal: string }> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: ASKED_FOR_MS,
    query_timeout: ASKED_FOR_MS,
    application_name: 'depono (looking for the primary)',
  });
  client.on('error', () => undefined);
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ is_read_only: boolean }>(
      `select current_setting('transaction_read_only')::boolean as is_read_only`,
    );
    if (wanted === 'read-write' && rows[0]?.is_read_only !== false) return { refusal: `${host}:${port} only reads` };
    return { place: { host, port } };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { refusal: `${host}:${port}: ${message || code || 'no answer'}` };
  } finally {
    await client.end().catch(() => undefined);
  }
}
