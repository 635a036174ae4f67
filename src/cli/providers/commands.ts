import { differences, given, recordChange, together } from '../../actions/audit.ts';
import { addProvider, changeProvider } from '../../actions/set-up/providers.ts';
import type { Services } from '../../actions/services.ts';
import { PROVIDER_KINDS } from '../../domain/provider.ts';
import { offerFrom, providerChangesInput, providerInput } from '../../operator/providers/provider-inputs.ts';
import { contactView, keyView, providerView } from '../../operator/providers/provider-views.ts';
import { listContacts } from '../../storage/providers/contacts.ts';
import { listProviders, type StoredProvider } from '../../storage/providers/providers.ts';
import { listKeys } from '../../storage/set-up/key-uses.ts';
import { command, wrongCall, type Command, type CommandContext } from '../command.ts';
import { providerByCode } from '../find.ts';
import { fields, table, type Cell } from '../output.ts';
import { checkCallbackAddress, checkedInput, readSettings } from '../typed-input.ts';

/** Fields that are always text, even if they look like numbers. */
const TEXT_FIELDS = new Set([
  'name',
  'initiatingParty',
  'exchangeFolder',
  'ownIban',
  'offer.phone',
  ...['street', 'streetNumber', 'zip', 'city'].map((part) => `address.${part}`),
  ...['de', 'fr', 'it', 'en'].map((language) => `offer.conditions.${language}`),
]);

const SETTINGS_ABOUT = `Settings are written as name=value: name, address.street, address.streetNumber, address.zip, address.city,
offer.phone, offer.conditions.de (also fr, it, en; a link);
of a bank also offer.interestRate (percent per year), offer.fees (CHF per year), exchangeFolder, initiatingParty, ownIban;
of an insurer also offer.premiumPercent (per year), offer.premiumMinimum (CHF per year), offer.stampDutyPercent,
offer.feeOnce (CHF).`;

const list = command({
  name: 'provider list',
  role: 'viewer',
  summary: 'List the banks and insurers',
  usage: '',
  words: [0, 0],
  examples: ['depono provider list', 'depono provider list --json | jq -r .code'],
  options: {},
  run: async ({ output, services }) => {
    const providers = (await listProviders((await services()).database)).map((one) => providerView(one));
    for (const provider of providers) output.object(provider);
    const rows = providers.map(({ id, code, kind, name, default: isDefault, active }) => [
      id,
      code,
      kind,
      name,
      isDefault ? 'default' : active ? null : 'retired',
    ]);
    output.say(
      rows.length === 0
        ? 'No banks or insurers yet. To add one: depono provider add'
        : table(['ID', 'CODE', 'KIND', 'NAME', 'ROLE'], rows),
    );
    return 0;
  },
});

const show = command({
  name: 'provider show',
  role: 'viewer',
  summary: 'Show a bank or an insurer with its offer, keys and contacts',
  usage: 'CODE',
  words: [1, 1],
  examples: ['depono provider show example_bank', 'depono provider show example_bank --json'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const provider = await providerByCode(all, typed);
    const keys = (await listKeys(all.database, { providerId: provider.id })).map(keyView);
    const contacts = (await listContacts(all.database, provider.id)).map(contactView);
    output.show({ ...providerView(provider), keys, contacts }, () =>
      [
        inWords(provider),
        '',
        table(
          ['KEY', 'ISSUED', 'LAST USED', 'REVOKED'],
          keys.map(({ keyId, createdAt, usedAt, revokedAt }) => [keyId, createdAt, usedAt, revokedAt]),
        ),
        '',
        table(
          ['CONTACT', 'NAME', 'ROLE'],
          contacts.map(({ email, name, role }) => [email, name, role]),
        ),
      ].join('\n'),
    );
    return 0;
  },
});

const add = command({
  name: 'provider add',
  role: 'admin',
  summary: 'Add a bank or an insurer, with a first key',
  usage: 'CODE --kind KIND SETTING=VALUE… [--callback URL]',
  about: `${SETTINGS_ABOUT}
Name and address are required. The code is what contract status shows as provider; it cannot be changed. The first of a
kind becomes the default of that kind. Key and callback secret are shown only once.`,
  words: [1, Infinity],
  examples: [
    'depono provider add example_bank --kind bank name="Example Bank AG" address.street=Bankgasse address.streetNumber=7 \\\n' +
      '      address.zip=9000 address.city="St. Gallen" offer.interestRate=0.05 offer.fees=0',
  ],
  options: {
    kind: { type: 'text', value: 'KIND', about: PROVIDER_KINDS.join(' or ') },
    callback: { type: 'text', value: 'URL', about: 'told when something is asked of the provider, or no longer' },
  },
  run: async ({ output, services, settings, author }, { words: [code, ...words], options: { kind, callback } }) => {
    if (kind === null) throw wrongCall(`--kind KIND is required: ${PROVIDER_KINDS.join(' or ')}.`);
    if (callback !== null) checkCallbackAddress(callback, settings());
    const { offer, ...input } = checkedInput(providerInput, {
      kind,
      code,
      ...readSettings(words, TEXT_FIELDS),
      ...(callback === null ? {} : { callback: { url: callback } }),
    });
    const all = await services();
    const made = await together(all, async (inside) => {
      const added = await addProvider(inside, { ...input, offer: offer && offerFrom(offer) });
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'provider',
        about: { provider: added.provider.id, 'provider key': added.keyId },
        changes: given({ ...input, offer }),
      });
      return added;
    });
    const { keyId, apiKey, secret } = made;
    output.show({ ...providerView(made.provider, secret), keyId, apiKey }, () => {
      const shown = secret === null ? {} : { 'callback secret': secret };
      const saved = secret === null ? 'Save the key now. It is' : 'Save the key and the secret now. They are';
      return `${inWords(made.provider)}\n${fields({ keyId, apiKey, ...shown })}\n\n${saved} not shown again.`;
    });
    return 0;
  },
});

const change = command({
  name: 'provider change',
  role: 'admin',
  summary: 'Change settings of a bank or an insurer, or make it the default',
  usage: 'CODE SETTING=VALUE…',
  about: `${SETTINGS_ABOUT}
Also default=true, and active=true for one that was retired. Parts of address and offer that are not given stay; an
empty value removes a part of the offer. Deposits keep the name and offer that their tenants chose.`,
  words: [2, Infinity],
  examples: [
    'depono provider change example_bank offer.interestRate=0.1',
    'depono provider change example_bank offer.phone= default=true',
  ],
  options: {},
  run: async (context, { words: [typed = '', ...words] }) => {
    const before = await providerByCode(await context.services(), typed);
    const changes = mergedChanges(before, readSettings(words, TEXT_FIELDS));
    return changeAndShow(context, before, checkedInput(providerChangesInput, changes));
  },
});

const retire = command({
  name: 'provider retire',
  role: 'admin',
  summary: 'Retire a bank or an insurer: it gets no new deposits',
  usage: 'CODE',
  about: `Open applications stay, and it can still answer them. Organizations that had it use the default.
To undo it: depono provider change CODE active=true. The default cannot be retired: make another one the default first.`,
  words: [1, 1],
  examples: ['depono provider retire example_bank'],
  options: {},
  run: async (context, { words: [typed = ''] }) => {
    const before = await providerByCode(await context.services(), typed);
    return changeAndShow(context, before, { active: false });
  },
});

async function changeAndShow(
  { output, services, author }: CommandContext,
  before: StoredProvider,
  { offer, ...rest }: ReturnType<typeof providerChangesInput.parse>,
): Promise<0> {
  const { provider, changes } = await together(await services(), async (inside: Services) => {
    const changed = await changeProvider(inside, before.id, { ...rest, offer: offer && offerFrom(offer) });
    const changedFields = differences(providerView(changed.before), providerView(changed.provider));
    if (Object.keys(changedFields).length > 0) {
      await recordChange(inside, await author(), {
        verb: 'change',
        thing: 'provider',
        about: { provider: before.id },
        changes: changedFields,
      });
    }
    return { provider: changed.provider, changes: changedFields };
  });
  output.show(providerView(provider), () =>
    Object.keys(changes).length === 0
      ? 'Nothing to change.'
      : table(
          ['SETTING', 'WAS', 'IS'],
          Object.entries(changes).map(([field, { from, to }]) => [field, from as Cell, to as Cell]),
        ),
  );
  return 0;
}

/** Parts of the address and of the offer can be changed one by one. An empty part of the offer is removed. */
function mergedChanges(before: StoredProvider, typed: Record<string, unknown>): Record<string, unknown> {
  const { address, offer } = typed;
  const was = providerView(before).offer;
  return {
    ...typed,
    ...(isRecord(address) ? { address: { ...before.address, ...address } } : {}),
    ...(isRecord(offer) ? { offer: withParts(was, offer) } : {}),
  };
}

function withParts(before: object, parts: Record<string, unknown>): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(before));
  for (const [name, part] of Object.entries(parts)) {
    const was = known.get(name);
    const value = isRecord(part) ? withParts(isRecord(was) ? was : {}, part) : part;
    const isEmpty = isRecord(value) && Object.keys(value).length === 0;
    if (value === null || value === '' || isEmpty) known.delete(name);
    else known.set(name, value);
  }
  return Object.fromEntries(known);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Nested members are named by their path, as they are written in settings. */
function inWords(provider: StoredProvider): string {
  const { address, offer, callback, ...rest } = providerView(provider);
  const { conditions = {}, ...amounts } = offer;
  const [offered, linked] = [named(amounts, 'offer'), named(conditions, 'offer.conditions')];
  const place = address === null ? null : `${address.street} ${address.streetNumber}, ${address.zip} ${address.city}`;
  const called = callback === null ? null : `${callback.url}${callback.active ? '' : ' (switched off)'}`;
  return fields({ ...rest, address: place, ...offered, ...linked, callback: called });
}

function named(members: Readonly<Record<string, Cell>>, prefix: string): Record<string, Cell> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}.${name}`, value]));
}

export const providerCommands: readonly Command[] = [list, show, add, change, retire];
