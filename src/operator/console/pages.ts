import type { FastifyInstance } from 'fastify';
import { consoleApp, type ConsoleSettings } from './app.ts';
import { auditPages } from './audit/pages.ts';
import { callPages } from './calls/pages.ts';
import { picturePages } from './statistics/pages.ts';
import { privacyPages } from './privacy/pages.ts';
import { setUpPages } from './set-up/pages.ts';
import { signInPages } from './sign-in/pages.ts';
import { watchPages } from './monitoring/pages.ts';

/** `/operator`: the console of those who run the service. */
export async function consolePages(scope: FastifyInstance, settings: ConsoleSettings): Promise<void> {
  const app = await consoleApp(scope, settings);
  signInPages(scope, app);
  picturePages(app);
  watchPages(app);
  callPages(app);
  setUpPages(app);
  privacyPages(app);
  auditPages(app);
}
