import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The encodings of answers, the better one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this, the headers cost as much as the compression saves. */
const LEAST_BYTES = 1_024;

const TEXTS = /^(?:text\/|application\/(?:json|problem\+json|xml)|image\/svg\+xml)/;

/**
 * Compresses the texts that the framework answers with. The routes of `direct.ts`, streams, and what has an encoding
 * already stay as they are; so does the partner interface, whose answers are short and must be fast.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isText = TEXTS.test(type) && (typeof payload === 'string' || Buffer.isBuffer(payload));
    if (!isText || reply.hasHeader('content-encoding') || request.url.startsWith('/webhook/')) return payload;
    addVary(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === null || Buffer.byteLength(payload) < LEAST_BYTES || mayHaveForeignText(request)) return payload;
    const compressed = await FAST[encoding](Buffer.from(payload));
    reply.header('content-encoding', encoding);
    reply.removeHeader('content-length');
    return compressed;
  });
}

/** The answer depends on what the browser accepts, so that a cache must not give it to another one. */
export function addVary(reply: { header: (name: string, value: string) => unknown }): void {
  reply.header('vary', 'accept-encoding');
}

/**
 * Whether another site may have chosen a part of what the page repeats. Compressed together, the length of the answer
 * would tell whether that text occurs elsewhere on the page (BREACH). What others cannot choose is compressed: pages
 * without a query, and those that our own pages or the person asked for.
 */
function mayHaveForeignText({ url, headers, host }: FastifyRequest): boolean {
  if (!url.includes('?')) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  // Older browsers do not say so. Our pages send a referrer within our site; others can leave it out, not invent it.
  const { referer } = headers;
  return referer === undefined || !URL.canParse(referer) || new URL(referer).host !== host;
}

/** The best encoding that a request accepts; null: none (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const quality = parameters.find((text) => text.startsWith('q='));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))];
      }),
  );
  const qualityOf = (encoding: Encoding): number => accepted.get(encoding) ?? accepted.get('*') ?? 0;
  const usable = ENCODINGS.filter((encoding) => qualityOf(encoding) > 0);
  return usable.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0] ?? null;
}

type Compress = (content: Buffer) => Promise<Buffer>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const text = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

/** For each answer: small and quick. In the thread pool, so that other requests do not wait. */
const FAST: Record<Encoding, Compress> = {
  br: (content) => brotli(content, { params: { ...text, [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (content) => zip(content, { level: 6 }),
};

/** Once, for what is kept: as small as possible. */
export const THOROUGH: Record<Encoding, Compress> = {
  br: (content) =>
    brotli(content, { params: { ...text, [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (content) => zip(content, { level: 9 }),
};
