import { fill, refuseSmallDisk, setUp } from './growth/fill.ts';
import type { Call } from './load.ts';
import { PAYLOAD } from './payload.ts';
import { demoOf, tidyUp, withClient, type Site } from './service.ts';
import { show } from './show.ts';
import { httpSide, type Side } from './side.ts';
import { CALLERS, fresh, opening } from './subjects.ts';

/** What an operator has after some years. */
export const DEPOSITS = 1_000_000;

/** Reads the option before any work starts. */
export function depositsOf(text: string): number {
  const deposits = Number(text);
  if (!Number.isSafeInteger(deposits) || deposits < 0)
    throw new Error(`--deposits must be a whole number, not ${text}`);
  if (deposits > 0) refuseSmallDisk(deposits);
  return deposits;
}

/**
 * Open calls to a service with a large database. A new one grows by a tenth with every minute of a benchmark, so that
 * autovacuum runs each minute and every WAL file is created for the first time. Without deposits, a new database.
 */
export async function openCalls(
  site: Site,
  { deposits, seconds }: { deposits: number; seconds: number },
): Promise<{ side: Side; url: string; pid: number; call: Call }> {
  if (deposits > 0) await fillAsAfterYears(site, deposits);
  const { url, pid } = await site.start({ ROLE: 'web' });
  const { apiKey, externalOrgId } = demoOf(site);
  const call: Call = {
    method: 'POST',
    path: '/webhook/custom',
    headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
    body: JSON.stringify(PAYLOAD),
  };
  await warmUp(url, call, seconds);
  await withClient(site, tidyUp);
  return { side: httpSide(url, () => fresh(call)), url, pid, call };
}

async function fillAsAfterYears(site: Site, deposits: number): Promise<void> {
  console.log(`\nA database with ${deposits.toLocaleString('en')} deposits is being created`);
  // The first start creates the tables and a partner with keys.
  await (await site.start()).stop();
  await setUp(site, demoOf(site));
  const start = performance.now();
  await fill(site, { from: 0, to: deposits });
  console.log(`  in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/** Warm-up: V8 compiles the code, and a new database creates WAL files for reuse. */
async function warmUp(url: string, call: Call, seconds: number): Promise<void> {
  const { measure } = opening('open a deposit', url, call);
  for (let tries = 0; tries < 3; tries++) {
    for (const callers of CALLERS) show('open a deposit', await measure(seconds, callers), callers);
  }
}
