import { join } from 'node:path';
import { start } from '../start.ts';
import type { NestedPayload } from './payload.ts';

export { installPeer } from './install.ts';
export { nested, type NestedPayload } from './payload.ts';

/** What most teams would build, doing the same work on the same database. */
export type Peer = {
  name: string;
  folder: string;
  /** How to run it once it is installed and built. */
  program: string;
  body: (payload: NestedPayload) => unknown;
  openPath: string;
  statusPath: (externalContractId: string) => string;
  headers?: Record<string, string>;
};

/** The contract ids of a run are unique within it. */
const HEADERS = { 'x-org-id': '019a0000-0000-7000-8000-000000000000' };

export const PEERS: readonly Peer[] = [
  {
    name: 'Express + Prisma',
    folder: 'express-prisma',
    program: 'src/main.ts',
    body: (payload) => payload,
    openPath: '/deposits',
    statusPath: (id) => `/deposits/${id}`,
    headers: HEADERS,
  },
  {
    name: 'NestJS + TypeORM',
    folder: 'nest-typeorm',
    program: 'dist/main.js',
    body: (payload) => payload,
    openPath: '/deposits',
    statusPath: (id) => `/deposits/${id}`,
    headers: HEADERS,
  },
  {
    name: 'Strapi',
    folder: 'strapi',
    program: 'start.js',
    body: (payload) => payload,
    openPath: '/api/deposits',
    statusPath: (id) => `/api/deposits/${id}`,
    headers: HEADERS,
  },
];

/** Starts an installed peer on a free port. It creates its tables in an empty database. */
export async function startPeer(
  { folder, program }: Peer,
  { databaseUrl }: { databaseUrl: string },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { url, stop } = await start(join('bench', 'peers', folder, program), {
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    PORT: '0',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
    STRAPI_TELEMETRY_DISABLED: 'true',
  });
  // A peer with pending calls would print errors if it were stopped normally.
  return { url, stop: () => stop('SIGKILL') };
}
