import { replayOwnDelivery } from '../../../actions/partners/deliveries.ts';
import { isId } from '../../../storage/database/ids.ts';
import { DELIVERY_STATES } from '../../../storage/callbacks/delivery-queue.ts';
import {
  findFoundDelivery,
  searchDeliveries,
  type DeliveryFilter,
  type FoundDelivery,
} from '../../../storage/partners/delivery-search.ts';
import { listConnectedOrganizations } from '../../../storage/set-up/connections.ts';
import { seeOther } from '../../../web/page.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { idIn, textIn } from '../query.ts';
import { deliveriesPage, deliveryPage } from './deliveries-page.ts';

const ON_A_PAGE = 50;

/** What a partner's receivers were told, with each attempt, and sending it again. */
export function partnerDeliveryRoutes(app: PartnerApp): void {
  const { services } = app;
  const { database } = services;
  app.get('/partner/deliveries', 'partner_viewer', async (visit) => {
    const { partner, language, query } = visit;
    const filter = filterIn(query);
    const before = idIn(query, 'before');
    const found = await searchDeliveries(database, partner.id, { filter, before, most: ON_A_PAGE + 1 });
    const deliveries = found.slice(0, ON_A_PAGE);
    const next = found.length > ON_A_PAGE ? (deliveries.at(-1)?.id ?? null) : null;
    const organizations = await listConnectedOrganizations(database, partner.id);
    return visit.show('deliveries', deliveriesPage({ language, query, filter, organizations, deliveries, next }));
  });

  app.get('/partner/deliveries/:id', 'partner_viewer', async (visit) => {
    const delivery = await deliveryInAddress(app, visit);
    const isQueued = visit.query.get('done') === 'queued';
    return delivery && visit.show('deliveries', deliveryPage({ ...visit, delivery, isQueued, refused: null }));
  });
  app.post('/partner/deliveries/:id/replay', 'partner_admin', async (visit) => {
    const delivery = await deliveryInAddress(app, visit);
    if (delivery === null) return null;
    const own = { partnerId: visit.partner.id, id: delivery.id };
    const replayed = await replayOwnDelivery(services, visit.author, own);
    switch (replayed.is) {
      case 'queued':
        return seeOther(visit.reply, `/partner/deliveries/${delivery.id}?done=queued`);
      case 'unknown':
        return null;
      case 'too_old':
      case 'under_way':
      case 'switched_off': {
        const page = deliveryPage({ ...visit, delivery, isQueued: false, refused: replayed.is });
        return visit.show('deliveries', page, 409);
      }
    }
  });
}

function filterIn(query: URLSearchParams): DeliveryFilter {
  return {
    state: DELIVERY_STATES.find((state) => state === query.get('state')) ?? null,
    connectionId: idIn(query, 'organization'),
    externalContractId: textIn(query, 'contract'),
  };
}

async function deliveryInAddress(
  { services: { database } }: PartnerApp,
  { partner, params: { id = '' } }: PartnerVisit,
): Promise<FoundDelivery | null> {
  return isId(id) ? findFoundDelivery(database, partner.id, id) : null;
}
