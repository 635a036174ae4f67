import { notKnownIn, notRevokedIn, tellKey } from '../../actions/cells/tell-news.ts';
import { recordChange, together, type Author } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { addPartnerKey, addStatusKey } from '../../actions/set-up/keys.ts';
import { addProviderKey } from '../../actions/set-up/providers.ts';
import { revokeProviderKey } from '../../storage/providers/providers.ts';
import { listKeys, type ListedKey } from '../../storage/set-up/key-uses.ts';
import { revokePartnerKey } from '../../storage/set-up/partners.ts';
import { revokeStatusKey } from '../../storage/set-up/status-keys.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { organizationByName, partnerByName, providerByCode } from '../find.ts';
import { fields, table } from '../output.ts';

const OF = {
  partner: { type: 'text', value: 'PARTNER', about: 'keys that open deposits: the name or id of the partner' },
  provider: { type: 'text', value: 'CODE', about: 'keys of a bank or an insurer: its code or id' },
  org: { type: 'text', value: 'ORG', about: 'keys that read contract status: the name or id of the organization' },
} as const;

const list = command({
  name: 'key list',
  role: 'viewer',
  summary: 'List the keys of a partner, of a bank or insurer, or of an organization',
  usage: '--partner PARTNER | --provider CODE | --org ORG',
  words: [0, 0],
  examples: ['depono key list --partner "Garaio REM"', 'depono key list --org "Muster Immobilien AG" --json'],
  options: OF,
  run: async ({ output, services }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const keys = await keysOf(all, owner);
    for (const { id: keyId, notYetIn, ...key } of keys) {
      output.object({ keyId, ...key, ...(notYetIn.length === 0 ? {} : { notYetIn }) });
    }
    const isTold = keys.every(({ notYetIn }) => notYetIn.length === 0);
    const rows = keys.map(({ id, createdAt, usedAt, revokedAt, notYetIn }) => [
      id,
      createdAt,
      usedAt,
      revokedAt,
      ...(isTold ? [] : [notYetIn.join(', ')]),
    ]);
    output.say(
      rows.length === 0
        ? `${owner.name} has no key.`
        : table(['KEY', 'ISSUED', 'LAST USED', 'REVOKED', ...(isTold ? [] : ['NOT YET IN'])], rows),
    );
    return 0;
  },
});

const issue = command({
  name: 'key issue',
  role: 'admin',
  summary: 'Issue another key',
  usage: '--partner PARTNER | --provider CODE | --org ORG',
  about:
    'Older keys stay valid. To rotate a key, issue a new one, wait until it is in use, and revoke the old one.\n' +
    'The key is shown only once; Depono stores its hash.',
  words: [0, 0],
  examples: [
    'depono key issue --partner "Garaio REM"',
    'depono key issue --provider example_bank',
    'depono key issue --org "Muster Immobilien AG"',
  ],
  options: OF,
  run: async ({ output, services, author }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const made = await together(all, async (inside) => {
      const key = await ISSUE[owner.kind](inside, owner.id);
      await recordKey(inside, await author(), { verb: 'issue', owner, keyId: key.keyId });
      return key;
    });
    const elsewhere = await tellCells(all, owner, made.keyId);
    const words = elsewhere.length === 0 ? '' : `\n${notKnownIn(elsewhere)}`;
    const shown = elsewhere.length === 0 ? {} : { notYetIn: elsewhere };
    output.show({ ...made, ...shown }, () => `${fields(made)}\n\nSave the key now. It is not shown again.${words}`);
    return 0;
  },
});

const revoke = command({
  name: 'key revoke',
  role: 'admin',
  summary: 'Revoke a key immediately and permanently',
  usage: 'KEYID --partner PARTNER | --provider CODE | --org ORG [--yes]',
  about: 'Calls with this key are refused from then on. It asks first and shows when the key was last used.',
  words: [1, 1],
  examples: [
    'depono key revoke abcd2345efgh --partner "Garaio REM"',
    'depono key revoke abcd2345efgh --org "Muster Immobilien AG" --yes',
  ],
  options: { ...OF, ...YES },
  run: async (context, { words: [keyId = ''], options }) => {
    const { output, services, author } = context;
    const all = await services();
    const owner = await ownerOf(all, options);
    const noSuchKey = `${owner.name} has no key "${keyId}". To list its keys: depono key list`;
    const known = (await keysOf(all, owner)).find(({ id }) => id === keyId);
    if (known === undefined) throw refuseCommand(noSuchKey);
    const used = known.usedAt === null ? 'never used' : `last used ${known.usedAt.toISOString()}`;
    await confirm(context, options.yes, `Revoke the key ${keyId} of ${owner.name}, ${used}?`);
    await together(all, async (inside) => {
      if (!(await REVOKE[owner.kind](inside.database, owner.id, keyId))) throw refuseCommand(noSuchKey);
      await recordKey(inside, await author(), { verb: 'revoke', owner, keyId });
    });
    const elsewhere = await tellCells(all, owner, keyId);
    const words = elsewhere.length === 0 ? 'is revoked.' : `is revoked here. ${notRevokedIn(elsewhere)}`;
    const shown = elsewhere.length === 0 ? {} : { notRevokedIn: elsewhere };
    output.show({ keyId, revoked: true, ...shown }, () => `The key ${keyId} ${words}`);
    return 0;
  },
});

type Owner = { kind: 'partner' | 'provider' | 'organization'; id: string; name: string };

const ISSUE = { partner: addPartnerKey, provider: addProviderKey, organization: addStatusKey };
const REVOKE = { partner: revokePartnerKey, provider: revokeProviderKey, organization: revokeStatusKey };
/** As other cells are told of them. */
const SHARED_KEYS = { partner: 'partner_key', provider: 'provider_key', organization: null } as const;
/** As the audit log calls them. */
const KEYS = { partner: 'partner key', provider: 'provider key', organization: 'status key' } as const;

/** The cells that do not know of the change yet. */
async function tellCells(services: Services, { kind }: Owner, keyId: string): Promise<string[]> {
  const what = SHARED_KEYS[kind];
  return what === null ? [] : tellKey({ services }, what, keyId);
}

type Given = { partner: string | null; provider: string | null; org: string | null };

async function ownerOf(services: Services, { partner, provider, org }: Given): Promise<Owner> {
  if ([partner, provider, org].filter((one) => one !== null).length !== 1) {
    throw wrongCall(
      'Give either --partner PARTNER, --provider CODE for a bank or an insurer, or --org ORG for keys that read contract status.',
    );
  }
  if (partner !== null) return { kind: 'partner', ...(await partnerByName(services, partner)) };
  if (provider !== null) {
    const { id, code } = await providerByCode(services, provider);
    return { kind: 'provider', id, name: code };
  }
  const { id, name } = await organizationByName(services, org ?? '');
  return { kind: 'organization', id, name };
}

function keysOf({ database }: Services, { kind, id }: Owner): Promise<ListedKey[]> {
  switch (kind) {
    case 'partner':
      return listKeys(database, { partnerId: id });
    case 'provider':
      return listKeys(database, { providerId: id });
    case 'organization':
      return listKeys(database, { organizationId: id });
  }
}

async function recordKey(
  services: Services,
  author: Author,
  { verb, owner: { kind, id }, keyId }: { verb: 'issue' | 'revoke'; owner: Owner; keyId: string },
): Promise<void> {
  const thing = KEYS[kind];
  await recordChange(services, author, {
    verb,
    thing,
    about: { [kind]: id, [thing]: keyId },
    ...(kind === 'partner' ? { partnerId: id } : kind === 'organization' ? { organizationId: id } : {}),
  });
}

export const keyCommands: readonly Command[] = [list, issue, revoke];
