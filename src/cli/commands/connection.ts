import { differences, given, recordChange, together } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { addConnection, changeCallback, retireSecret, rotateSecret } from '../../actions/set-up/connections.ts';
import { connectionChanges, connectionInput } from '../../operator/inputs.ts';
import { connectionView, type ConnectionView } from '../../operator/views.ts';
import { checkCallbackAddress, checkedInput } from '../typed-input.ts';
import { command, wrongCall, type Command, type CommandContext } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { connectionByName, organizationByName, partnerByName } from '../find.ts';
import { fields } from '../output.ts';

const CALLBACK = {
  callback: { type: 'text', value: 'URL', about: 'where documents are sent; the secret is shown only once' },
  document: { type: 'list', value: 'KIND', about: 'send only documents of this kind; repeatable' },
  event: {
    type: 'list',
    value: 'TYPE',
    about: 'send these events: document.created, deposit.state_changed; repeatable',
  },
  inline: { type: 'flag', about: 'send the PDF as base64 instead of a link' },
} as const;

const connect = command({
  name: 'org connect',
  role: 'admin',
  summary: 'Connect an organization to a partner',
  usage: 'ORG --partner PARTNER --external-id ID [--callback URL]',
  about: 'The external id is what the partner sends as x-external-org-id. It is unique for each partner.',
  words: [1, 1],
  examples: ['depono org connect "Muster Immobilien AG" --partner "Garaio REM" --external-id 4711'],
  options: {
    partner: { type: 'text', value: 'PARTNER', about: 'name or id of the partner' },
    'external-id': { type: 'text', value: 'ID', about: 'the id this partner uses for the organization' },
    ...CALLBACK,
  },
  run: async ({ output, services, settings, author }, { words: [typed = ''], options }) => {
    const { partner, 'external-id': externalId } = options;
    if (partner === null || externalId === null)
      throw wrongCall('--partner PARTNER and --external-id ID are required.');
    const callback = callbackOf(options, settings);
    const all = await services();
    const organization = await organizationByName(all, typed);
    const { id: partnerId } = await partnerByName(all, partner);
    const input = checkedInput(connectionInput, { partnerId, externalOrgId: externalId, callback });
    const made = await together(all, async (inside) => {
      const added = await addConnection(inside, organization.id, { ...input, callback: input.callback ?? null });
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'connection',
        about: { organization: organization.id, connection: added.connection.id, partner: partnerId },
        organizationId: organization.id,
        partnerId,
        changes: given({ externalOrgId: externalId, callback: { url: input.callback?.url ?? null } }),
      });
      return added;
    });
    const view = connectionView(made.connection, made.secret);
    output.show(view, () => inWords(view));
    return 0;
  },
});

const callback = command({
  name: 'org callback',
  role: 'admin',
  summary: 'Set, enable again, remove or re-key the callback of a connection',
  usage: 'ORG CONNECTION --callback URL | --remove | --new-secret | --retire-old-secret [--yes]',
  about:
    'CONNECTION is the id or external id of the connection. Setting a callback again enables it again and keeps its\n' +
    'secret. A new secret and the old one are both valid until the old one is retired. Removing and retiring ask first.',
  words: [2, 2],
  examples: [
    'depono org callback "Muster Immobilien AG" 4711 --callback https://partner.example/hook',
    'depono org callback "Muster Immobilien AG" 4711 --new-secret',
  ],
  options: {
    ...CALLBACK,
    remove: { type: 'flag', about: 'stop sending documents' },
    'new-secret': { type: 'flag', about: 'create a new secret, shown only once' },
    'retire-old-secret': { type: 'flag', about: 'make the newest secret the only valid one' },
    ...YES,
  },
  run: async (context, { words: [typed = '', which = ''], options }) => {
    const { output, services, settings, author } = context;
    const chosen = [options.callback !== null, options.remove, options['new-secret'], options['retire-old-secret']];
    if (chosen.filter(Boolean).length !== 1) {
      throw wrongCall('Give one of --callback URL, --remove, --new-secret and --retire-old-secret.');
    }
    const wanted = callbackOf(options, settings);
    const all = await services();
    const organization = await organizationByName(all, typed);
    const organizationId = organization.id;
    const connection = await connectionByName(all, organization, which);
    const key = { organizationId, id: connection.id };
    const record = async (inside: Services, verb: string, thing: string, changes = {}): Promise<void> =>
      recordChange(inside, await author(), {
        verb,
        thing,
        about: { organization: organizationId, connection: connection.id },
        organizationId,
        partnerId: connection.partnerId,
        changes,
      });
    if (options['new-secret']) {
      const secret = await together(all, async (inside) => {
        const made = await rotateSecret(inside, key);
        await record(inside, 'rotate', 'callback secret');
        return made;
      });
      output.show({ connectionId: key.id, secret }, () => `${secret}\n\nSave the secret now. It is not shown again.`);
      return 0;
    }
    const whose = `the connection ${connection.externalOrgId} of ${organization.name}`;
    if (options['retire-old-secret']) {
      await confirm(context, options.yes, `Retire the old secret of ${whose}?`);
      await together(all, async (inside) => {
        await retireSecret(inside, key);
        await record(inside, 'retire', 'callback secret');
      });
      output.show(
        { connectionId: key.id, retired: true },
        () => 'The old secret is retired. Only the newest one is valid now.',
      );
      return 0;
    }
    const { callback: input } = checkedInput(connectionChanges, { callback: wanted });
    if (options.remove) await confirm(context, options.yes, `Remove the callback of ${whose}, with its secrets?`);
    const [before, after] = [connection, { callback: input }].map(({ callback: at }) => ({
      callback: { url: at?.url ?? null },
    }));
    const changed = await together(all, async (inside) => {
      const made = await changeCallback(inside, key, input);
      await record(inside, 'change', 'connection', differences(before ?? {}, after ?? {}));
      return made;
    });
    const view = connectionView(changed.connection, changed.secret);
    output.show(view, () => inWords(view));
    return 0;
  },
});

type CallbackOptions = { callback: string | null; document: string[]; event: string[]; inline: boolean };

function callbackOf({ callback: url, document, event, inline }: CallbackOptions, settings: CommandContext['settings']) {
  if (url === null) {
    if (document.length > 0 || event.length > 0 || inline)
      throw wrongCall('--document, --event and --inline require --callback URL.');
    return null;
  }
  checkCallbackAddress(url, settings());
  return {
    url,
    inline,
    ...(document.length > 0 && { documents: document }),
    ...(event.length > 0 && { events: event }),
  };
}

function inWords({ id, externalOrgId, callback: set }: ConnectionView): string {
  const shown = fields({
    connection: id,
    'external id': externalOrgId,
    callback: set?.url,
    documents: set === null ? null : (set.documents?.join(', ') ?? 'all kinds of the path'),
    ...(set?.secret === undefined ? {} : { secret: set.secret }),
  });
  return set?.secret === undefined ? shown : `${shown}\n\nSave the secret now. It is not shown again.`;
}

export const connectionCommands: readonly Command[] = [connect, callback];
