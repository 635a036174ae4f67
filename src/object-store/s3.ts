import { AwsClient } from 'aws4fetch';
import type { StoreSettings } from './settings.ts';

/** Why the store did not do what it was asked to. */
export class StoreFailed extends Error {}

type ListedObject = { name: string; bytes: number; modifiedAt: Date };

/** Objects by name. Everything throws `StoreFailed` where the store does not do it. */
export type ObjectStore = {
  put: (name: string, content: Buffer) => Promise<void>;
  /** Null: there is no such object. */
  get: (name: string) => Promise<Buffer | null>;
  /** Also where there is no such object. */
  remove: (name: string) => Promise<void>;
  /** All whose names begin so, in the order of their names. */
  list: (start: string) => AsyncGenerator<ListedObject>;
  /** Throws if the store does not answer, refuses the key, or has no such bucket. */
  probe: () => Promise<void>;
};

/** How long a request may take. */
const LIMIT_MS = 15_000;
const PROBE_LIMIT_MS = 5_000;
/** No object of ours is larger. */
const MOST_BYTES = 128 * 1_048_576;

export function openS3({ address, region, bucket, prefix, ...key }: StoreSettings): ObjectStore {
  // A request that failed is repeated by who asked, not here: it may hold a lock.
  const client = new AwsClient({ ...key, region, service: 's3', retries: 0 });
  const root = `${address}/${bucket}`;

  async function ask(method: string, url: string, limitMs: number, body?: Buffer): Promise<Response> {
    const signal = AbortSignal.timeout(limitMs);
    try {
      return await client.fetch(url, { method, signal, ...(body === undefined ? {} : { body: new Uint8Array(body) }) });
    } catch (error) {
      throw unreachable(error);
    }
  }

  async function list(query: Record<string, string>, limitMs = LIMIT_MS): Promise<string> {
    const asked = new URLSearchParams({ 'list-type': '2', ...query });
    const answer = await ask('GET', `${root}?${asked}`, limitMs);
    if (!answer.ok) throw await refused(answer, bucket);
    return textOf(answer);
  }

  return {
    put: async (name, content) => {
      const answer = await ask('PUT', `${root}/${prefix}${name}`, LIMIT_MS, content);
      if (!answer.ok) throw await refused(answer, bucket);
      await textOf(answer);
    },
    get: async (name) => {
      const answer = await ask('GET', `${root}/${prefix}${name}`, LIMIT_MS);
      if (answer.status === 404) {
        if (codeIn(await textOf(answer)) === 'NoSuchBucket') throw noBucket(bucket);
        return null;
      }
      if (!answer.ok) throw await refused(answer, bucket);
      return bytesOf(answer);
    },
    remove: async (name) => {
      const answer = await ask('DELETE', `${root}/${prefix}${name}`, LIMIT_MS);
      if (answer.ok) return void (await textOf(answer));
      const failure = await refused(answer, bucket);
      if (answer.status !== 404 || failure.message === noBucket(bucket).message) throw failure;
    },
    list: async function* (start) {
      let after: string | null = null;
      for (;;) {
        const page = await list({ prefix: `${prefix}${start}`, ...(after === null ? {} : { 'start-after': after }) });
        const found = objectsIn(page);
        for (const one of found) yield { ...one, name: one.name.slice(prefix.length) };
        after = found.at(-1)?.name ?? null;
        if (after === null || !isCut(page)) return;
      }
    },
    probe: async () => void (await list({ prefix, 'max-keys': '1' }, PROBE_LIMIT_MS)),
  };
}

async function bytesOf(answer: Response): Promise<Buffer> {
  if (Number(answer.headers.get('content-length') ?? 0) > MOST_BYTES) {
    await answer.body?.cancel();
    throw new StoreFailed('the object store sent more than any document has');
  }
  try {
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    throw unreachable(error);
  }
}

async function textOf(answer: Response): Promise<string> {
  return (await bytesOf(answer)).toString('utf8');
}

function unreachable(error: unknown): StoreFailed {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const why = name === 'TimeoutError' ? 'in time' : cause?.code === undefined ? '' : `(${cause.code})`;
  return new StoreFailed(`the object store does not answer ${why}`.trim(), { cause: error });
}

const noBucket = (bucket: string): StoreFailed => new StoreFailed(`the object store has no bucket ${bucket}`);

async function refused(answer: Response, bucket: string): Promise<StoreFailed> {
  const code = codeIn(await textOf(answer).catch(() => ''));
  if (code === 'NoSuchBucket') return noBucket(bucket);
  const said = `${answer.status}${code === null ? '' : ` ${code}`}`;
  const isKey = answer.status === 401 || answer.status === 403;
  return new StoreFailed(isKey ? `the object store refuses the key (${said})` : `the object store answered ${said}`);
}

const codeIn = (xml: string): string | null => /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(xml)?.[1] ?? null;
const isCut = (xml: string): boolean => xml.includes('<IsTruncated>true</IsTruncated>');

/** Our names have no character that XML escapes. */
function objectsIn(xml: string): ListedObject[] {
  return xml
    .split('<Contents>')
    .slice(1)
    .map((part) => {
      const name = /<Key>([^<]{1,1024})<\/Key>/.exec(part)?.[1];
      const modified = /<LastModified>([^<]{1,64})<\/LastModified>/.exec(part)?.[1];
      const size = /<Size>([0-9]{1,15})<\/Size>/.exec(part)?.[1];
      if (name === undefined || modified === undefined || size === undefined) {
        throw new StoreFailed('the object store sent a list that cannot be read');
      }
      return { name, bytes: Number(size), modifiedAt: new Date(modified) };
    });
}
