import { readGoLiveFacts } from '../../../storage/partners/go-live.ts';
import { OUTCOME_CODES } from '../../codes.ts';
import type { PartnerApp } from '../app.ts';
import { firstCallsFor } from '../keys/first-call-part.ts';
import { MOST_UNHANDLED, partnerStartPage } from './start-page.ts';

/** Codes after which nothing is left to do. */
const HANDLED = Object.entries(OUTCOME_CODES).flatMap(([code, next]) => (next === 'done' ? [code] : []));

/** The first page: what is still to do before production. */
export function partnerStartRoute(app: PartnerApp): void {
  const { services, requestLog, baseUrl, hasSandbox } = app;
  app.get('/partner', 'partner_viewer', async (visit) => {
    const { partner, language, token, mayChange } = visit;
    // Keys that were used and calls are written a moment later.
    await Promise.all([services.keyUses.writeDown(), requestLog.flush()]);
    const wanted = { handled: HANDLED, most: MOST_UNHANDLED + 1 };
    const facts = await readGoLiveFacts(services.database, partner.id, wanted);
    const firstCalls = await firstCallsFor(app, visit);
    const about = { language, partner, facts, baseUrl: baseUrl(), hasSandbox, token, mayChange, firstCalls };
    return visit.show('start', partnerStartPage(about));
  });
}
