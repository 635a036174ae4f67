import type { FastifyRequest } from 'fastify';
import { listPartnerConnections } from '../../storage/set-up/connections.ts';
import { partnerCookie, personOf, type PartnerPagesSettings } from './app.ts';

/** Who reads the guide, for its examples. Without a session the database is not asked. */
export async function guideReader(
  settings: Pick<PartnerPagesSettings, 'services' | 'baseUrl'>,
  request: FastifyRequest,
) {
  const { services, baseUrl } = settings;
  if (request.cookies[partnerCookie(baseUrl()).name] === undefined) return null;
  const person = await personOf(settings, request).catch((error: unknown) => {
    request.log.warn({ err: error, request: request.id }, 'who reads the guide could not be told');
    return null;
  });
  if (person === null) return null;
  const { id, name, integration } = person.partner;
  const [first = null] = await listPartnerConnections(services.database, id);
  const connection = first && { externalOrgId: first.externalOrgId, organizationId: first.organizationId };
  return { partner: name, integration, connection };
}
