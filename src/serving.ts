import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from './config.ts';
import type { Metrics } from './metrics/metrics.ts';
import { DEPOSITS_PATH } from './partner/deposits-routes.ts';
import { EVENTS_PATH } from './partner/events-routes.ts';
import { OPEN_PATHS } from './partner/open-routes.ts';
import type { RequestLog } from './partner/request-log.ts';
import { STATUS_PATH } from './partner/status-routes.ts';
import type { Demo } from './sandbox/demo/demo.ts';
import type { DemoLinks } from './sandbox/demo/sign-in-routes.ts';

/** A started process, with whatever role. */
export type Depono = {
  baseUrl: string;
  port: number;
  demo: Demo | null;
  /** Sign in to the demo with one click. */
  demoLinks: DemoLinks | null;
  /** Ends when all deposits of the demo are made. */
  filled: Promise<void>;
  stop: () => Promise<void>;
};

export type Listeners = {
  /** From now on the service can be stopped, even if it is not ready yet. */
  onStoppable?: (stop: () => Promise<void>) => void;
  /** The embedded database has failed and cannot be restarted. */
  onLost?: (error: Error) => void;
  /** Whether the process was told to stop, but still serves. */
  isDraining?: () => boolean;
};

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

export function aboutProcess({ role, environment }: Config): { version: string; role: string; environment: string } {
  return { version, role, environment };
}

export const CALL_PATHS = [...OPEN_PATHS, STATUS_PATH, EVENTS_PATH, DEPOSITS_PATH];

/** The port that it listens on. */
export async function listen(server: FastifyInstance, { port, host, sharePort }: Config): Promise<number> {
  // Fastify passes `reusePort` on to Node, but its type does not have it.
  const options: FastifyListenOptions & { reusePort: boolean } = { port, host, reusePort: sharePort };
  await server.listen(options);
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Counts each recorded call in the metrics: its outcome is known where it is recorded. */
export function countingCalls(requestLog: RequestLog, metrics: Metrics): RequestLog {
  return {
    record: (call) => {
      metrics.called({ path: call.path, outcome: call.outcome, row: call.refusalRow });
      requestLog.record(call);
    },
    count: (call) => {
      metrics.called({ path: call.path, outcome: 'success', row: null });
      requestLog.count(call);
    },
    flush: () => requestLog.flush(),
  };
}
