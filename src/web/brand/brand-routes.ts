import type { FastifyInstance } from 'fastify';
import type { Logo } from '../../domain/brand/brand.ts';
import { parseColour, shadesOf, type Colour, type Shades } from '../../domain/brand/colour.ts';
import { pageFor } from '../access.ts';

const FOREVER = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
} as const;

const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg' };

/** The address names the content, so a browser may keep it forever. */
export function logoPath({ sha256, type }: Logo): string {
  return `/brand/logo/${sha256}.${ENDINGS[type]}`;
}

export function colourPath(colour: Colour): string {
  return `/brand/colour/${colour.slice(1)}.css`;
}

/** Logos and colours, from our own address: pages load nothing from elsewhere and have no styles of their own. */
export function serveBrands(
  server: FastifyInstance,
  { logo }: { logo: (sha256: string) => Promise<Buffer | null> },
): void {
  server.get<{ Params: { name: string } }>('/brand/logo/:name', pageFor('anyone'), async (request, reply) => {
    const [, sha256, ending] = /^([0-9a-f]{64})\.(png|jpg)$/.exec(request.params.name) ?? [];
    const content = sha256 === undefined ? null : await logo(sha256);
    if (content === null || ending === undefined) return reply.callNotFound();
    return reply.headers(FOREVER).header('content-type', TYPES[ending]).send(content);
  });
  server.get<{ Params: { name: string } }>('/brand/colour/:name', pageFor('anyone'), async (request, reply) => {
    const colour = parseColour(request.params.name.replace(/^([0-9a-f]{6})\.css$/, '#$1'));
    if (colour === null || colour === 'too_light') return reply.callNotFound();
    return reply.headers(FOREVER).header('content-type', 'text/css; charset=utf-8').send(styleOf(colour));
  });
}

/** The tokens of tokens.css that a colour replaces. */
function styleOf(colour: Colour): string {
  const { light, dark } = shadesOf(colour);
  return `:root{${tokens(light)}}\n@media screen and (prefers-color-scheme: dark){:root{${tokens(dark)}}}\n`;
}

function tokens({ brand, dark, pale, on }: Shades): string {
  return `--brand:${brand};--brand-dark:${dark};--brand-pale:${pale};--chosen:${pale};--on-brand:${on}`;
}
