import { readGoLiveFacts } from '../../../storage/partners/go-live.ts';
import { OUTCOME_CODES } from '../../codes.ts';
import type { PartnerApp } from '../app.ts';
import { MOST_UNHANDLED, partnerStartPage } from './start-page.ts';

/** Codes after which nothing is left to do. */
const HANDLED = Object.entries(OUTCOME_CODES).flatMap(([code, next]) => (next === 'done' ? [code] : []));

/** The first page: what is still to do before production. */
export function partnerStartRoute({ services, requestLog, baseUrl, hasSandbox, get }: PartnerApp): void {
  get('/partner', 'partner_viewer', async (visit) => {
    const { partner, language } = visit;
    // Keys that were used and calls are written a moment later.
    await Promise.all([services.keyUses.writeDown(), requestLog.flush()]);
    const wanted = { handled: HANDLED, most: MOST_UNHANDLED + 1 };
    const facts = await readGoLiveFacts(services.database, partner.id, wanted);
    return visit.show('start', partnerStartPage({ language, partner, facts, baseUrl: baseUrl(), hasSandbox }));
  });
}
