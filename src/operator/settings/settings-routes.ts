import type { FastifyInstance } from 'fastify';
import { differences } from '../../actions/audit.ts';
import { changeServiceSettings } from '../../actions/set-up/service-settings.ts';
import { readServiceSettings } from '../../storage/set-up/service-settings.ts';
import { noteChange } from '../audit.ts';
import { serviceSettingsSchema, serviceSettingsView } from './brand-view.ts';
import { serviceSettingsInput } from '../input/brand-input.ts';
import { describe, refusing, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

/** What the operator says of the service as a whole: brand and imprint. */
export function settingsApi(scope: FastifyInstance, { services }: OperatorSettings): void {
  const server = typed(scope);
  const { database } = services;
  server.get(
    '/settings',
    describe('viewer', 'Read the brand and the imprint of the service', { response: { 200: serviceSettingsSchema } }),
    async () => serviceSettingsView(await readServiceSettings(database)),
  );
  server.patch(
    '/settings',
    describe('admin', 'Change the brand and the imprint of the service', {
      body: serviceSettingsInput,
      response: { 200: serviceSettingsSchema },
    }),
    async (request) => {
      const before = serviceSettingsView(await readServiceSettings(database));
      const after = serviceSettingsView(await refusing(changeServiceSettings(services, request.body)));
      services.look.expire();
      noteChange(request, { changes: differences(before, after) });
      return after;
    },
  );
}
