import type { FastifyInstance, FastifyReply } from 'fastify';
import { NO_IMPRINT, operatorBrand, SERVICE_NAME, type Imprint, type ShownBrand } from '../../domain/brand/brand.ts';
import { html, trustedMarkup, type Content, type Html } from '../html.ts';
import { BRAND } from '../../brand/colours.ts';
import { logoPath } from './brand-routes.ts';

/** What pages show of the operator. */
export type Look = {
  brand: ShownBrand;
  imprint: Imprint;
  /** Everything here is made up, and pages say so. */
  isDemo?: boolean;
};

declare module 'fastify' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- an interface of Fastify can only be merged
  interface FastifyInstance {
    look?: () => Look;
  }
}

/** Every page has the operator's brand and phone number, unless it belongs to an organization. */
export function showLook(
  server: FastifyInstance,
  { current, fresh, isDemo }: { current: () => Look; fresh: () => Promise<void>; isDemo: boolean },
): void {
  server.decorate('look', () => ({ ...current(), isDemo }));
  server.addHook('onRequest', fresh);
}

const PLAIN: Look = { brand: operatorBrand({}), imprint: NO_IMPRINT };

export function lookOf(reply: FastifyReply): Look {
  return reply.server.look?.() ?? PLAIN;
}

const MARK = trustedMarkup(
  `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="7" fill="${BRAND}"/><path d="M6.5 11.5 12 7l5.5 4.5V17a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1z" fill="none" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/><circle cx="12" cy="13.4" r="1.7" fill="#fff"/></svg>`,
);

const LOGO_HEIGHT = 36;
const LOGO_WIDTH = 200;

/** The logo, or the name; our own mark beside our own name alone. */
export function brandMark({ name, logo }: ShownBrand): Content {
  if (logo !== null) {
    const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDTH / logo.width, 1);
    const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
    return html`<img class="logo" src="${logoPath(logo)}" alt="${name}" width="${width}" height="${height}" />`;
  }
  return name === SERVICE_NAME ? html`${MARK} ${name}` : name;
}

/** Tags and the content of text fields stay as they are. */
const NAMED = new RegExp(String.raw`<textarea[\s\S]*?</textarea>|<[^>]*>|${SERVICE_NAME}`, 'g');

/** Where our texts name the service, they name it as its operator does. */
export function namedAs(page: Html, service: string): string {
  if (service === SERVICE_NAME) return page.markup;
  const name = html`${service}`.markup;
  return page.markup.replaceAll(NAMED, (found) => (found === SERVICE_NAME ? name : found));
}
