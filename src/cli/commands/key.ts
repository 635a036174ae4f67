import { recordChange, together, type Author } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { addPartnerKey, addStatusKey } from '../../actions/set-up/keys.ts';
import { listKeys, type ListedKey } from '../../storage/set-up/key-uses.ts';
import { revokePartnerKey } from '../../storage/set-up/partners.ts';
import { revokeStatusKey } from '../../storage/set-up/status-keys.ts';
import { command, refuseCommand, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { organizationByName, partnerByName } from '../find.ts';
import { fields, table } from '../output.ts';

const OF = {
  partner: { type: 'text', value: 'PARTNER', about: 'keys that open deposits: the name or id of the partner' },
  org: { type: 'text', value: 'ORG', about: 'keys that read contract status: the name or id of the organization' },
} as const;

const list = command({
  name: 'key list',
  role: 'viewer',
  summary: 'List the keys of a partner or of an organization',
  usage: '--partner PARTNER | --org ORG',
  words: [0, 0],
  examples: ['depono key list --partner "Garaio REM"', 'depono key list --org "Muster Immobilien AG" --json'],
  options: OF,
  run: async ({ output, services }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const keys = await keysOf(all, owner);
    for (const { id: keyId, ...key } of keys) output.object({ keyId, ...key });
    const rows = keys.map(({ id, createdAt, usedAt, revokedAt }) => [id, createdAt, usedAt, revokedAt]);
    output.say(
      rows.length === 0 ? `${owner.name} has no key.` : table(['KEY', 'ISSUED', 'LAST USED', 'REVOKED'], rows),
    );
    return 0;
  },
});

const issue = command({
  name: 'key issue',
  role: 'admin',
  summary: 'Issue another key',
  usage: '--partner PARTNER | --org ORG',
  about:
    'Older keys stay valid. To rotate a key, issue a new one, wait until it is in use, and revoke the old one.\n' +
    'The key is shown only once; Depono stores its hash.',
  words: [0, 0],
  examples: ['depono key issue --partner "Garaio REM"', 'depono key issue --org "Muster Immobilien AG"'],
  options: OF,
  run: async ({ output, services, author }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const issueTo = owner.kind === 'partner' ? addPartnerKey : addStatusKey;
    const made = await together(all, async (inside) => {
      const key = await issueTo(inside, owner.id);
      await recordKey(inside, await author(), { verb: 'issue', owner, keyId: key.keyId });
      return key;
    });
    output.show(made, () => `${fields(made)}\n\nSave the key now. It is not shown again.`);
    return 0;
  },
});

const revoke = command({
  name: 'key revoke',
  role: 'admin',
  summary: 'Revoke a key immediately and permanently',
  usage: 'KEYID --partner PARTNER | --org ORG [--yes]',
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
    const revokeOf = owner.kind === 'partner' ? revokePartnerKey : revokeStatusKey;
    await together(all, async (inside) => {
      if (!(await revokeOf(inside.database, owner.id, keyId))) throw refuseCommand(noSuchKey);
      await recordKey(inside, await author(), { verb: 'revoke', owner, keyId });
    });
    output.show({ keyId, revoked: true }, () => `The key ${keyId} is revoked.`);
    return 0;
  },
});

type Owner = { kind: 'partner' | 'organization'; id: string; name: string };

async function ownerOf(services: Services, given: { partner: string | null; org: string | null }): Promise<Owner> {
  const { partner, org } = given;
  if ((partner === null) === (org === null)) {
    throw wrongCall('Give either --partner PARTNER, or --org ORG for keys that read contract status.');
  }
  if (partner !== null) return { kind: 'partner', ...(await partnerByName(services, partner)) };
  const { id, name } = await organizationByName(services, org ?? '');
  return { kind: 'organization', id, name };
}

function keysOf({ database }: Services, { kind, id }: Owner): Promise<ListedKey[]> {
  return listKeys(database, kind === 'partner' ? { partnerId: id } : { organizationId: id });
}

async function recordKey(
  services: Services,
  author: Author,
  { verb, owner: { kind, id }, keyId }: { verb: 'issue' | 'revoke'; owner: Owner; keyId: string },
): Promise<void> {
  const isPartner = kind === 'partner';
  const thing = isPartner ? 'partner key' : 'status key';
  await recordChange(services, author, {
    verb,
    thing,
    about: { [kind]: id, [thing]: keyId },
    ...(isPartner ? { partnerId: id } : { organizationId: id }),
  });
}

export const keyCommands: readonly Command[] = [list, issue, revoke];
