import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import '@fastify/swagger';
import { pageFor } from './access.ts';
import { acceptedEncoding, addVary, THOROUGH, type Encoding } from './encoding/compress.ts';

type Asset = { type: string; content: string | Buffer };

const here = join(import.meta.dirname, 'assets');
const own = (file: string): Buffer => readFileSync(join(here, file));

/** One file for each part, served as one. Later rules override earlier ones, so the order matters. */
export const STYLE_PARTS = [
  'tokens',
  'base',
  'shell',
  'text',
  'cards',
  'states',
  'steps',
  'forms',
  'buttons',
  'filters',
  'tables',
  'plots',
  'documentation',
  'guide',
  'deposit',
  'entries',
  'lists',
  'narrow',
  'print',
  'motion',
] as const;
const styles = (): Buffer => Buffer.concat(STYLE_PARTS.map((part) => own(`css/${part}.css`)));
const inter = (part: string): Asset => ({
  type: 'font/woff2',
  content: readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`),
  ),
});
const script = (file: string): Asset => ({ type: 'text/javascript; charset=utf-8', content: plainScript(file) });

/** Everything that pages load. */
const ASSETS: Record<string, Asset> = {
  'depono.css': { type: 'text/css; charset=utf-8', content: styles() },
  'icon.svg': { type: 'image/svg+xml', content: own('icon.svg') },
  'inter-latin.woff2': inter('latin'),
  'inter-latin-ext.woff2': inter('latin-ext'),
  'search.js': script('search.ts'),
  'copy.js': script('copy.ts'),
  'live.js': script('live.ts'),
  'file.js': script('file.ts'),
  'passkeys.js': script('passkeys.ts'),
  'tenants.js': script('tenants.ts'),
  'select.js': script('select.ts'),
  'shortcuts.js': script('shortcuts.ts'),
};

/** Scripts are written in TypeScript; browsers get them without the types. */
function plainScript(file: string): string {
  // Node would write a warning to the log that this is experimental.
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  Object.defineProperty(process, 'emitWarning', { value: () => undefined, configurable: true });
  try {
    return stripTypeScriptTypes(own(file).toString('utf8'));
  } finally {
    if (before === undefined) Reflect.deleteProperty(process, 'emitWarning');
    else Object.defineProperty(process, 'emitWarning', before);
  }
}

const VERSIONS = new Map(
  Object.entries(ASSETS).map(([name, { content }]) => [
    name,
    createHash('sha256').update(content).digest('base64url').slice(0, 10),
  ]),
);

/** Contains the version, so that browsers may cache it forever. */
export function assetUrl(name: string): string {
  const version = VERSIONS.get(name);
  if (version === undefined) throw new Error(`unknown asset ${name}`);
  return `/assets/${name}?v=${version}`;
}

export function serveAssets(server: FastifyInstance): void {
  server.get<{ Params: { name: string } }>('/assets/:name', pageFor('anyone'), async (request, reply) => {
    const { name } = request.params;
    const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (asset === undefined) return reply.callNotFound();
    const isText = !asset.type.startsWith('font/');
    const encoding = isText ? acceptedEncoding(request.headers['accept-encoding']) : null;
    const etag = `"${VERSIONS.get(name)}${encoding === null ? '' : `-${encoding}`}"`;
    if (isText) addVary(reply);
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      // An SVG that is opened on its own must not run anything.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
    if (encoding !== null) void reply.header('content-encoding', encoding);
    return reply
      .header('content-type', asset.type)
      .send(encoding === null ? asset.content : await packed(name, encoding));
  });
}

/** Whether the browser has this version already (RFC 9110, 13.1.2). */
function isKnown(etag: string, header: string | undefined): boolean {
  const known = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

const PACKED = new Map<string, Promise<Buffer>>();

/** Each asset is compressed once, when it is first asked for. */
function packed(name: string, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${name}`;
  const before = PACKED.get(key);
  if (before !== undefined) return before;
  const made = THOROUGH[encoding](Buffer.from((ASSETS[name] as Asset).content));
  PACKED.set(key, made);
  return made;
}
