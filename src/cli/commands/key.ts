import { commandLine, recordChange } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { addPartnerKey, addStatusKey } from '../../actions/set-up/keys.ts';
import { isKeyId } from '../../storage/ids.ts';
import { listKeys } from '../../storage/key-uses.ts';
import { revokePartnerKey } from '../../storage/partners.ts';
import { revokeStatusKey } from '../../storage/status-keys.ts';
import { command, refuse, wrongCall, type Command } from '../command.ts';
import { findOrganization, findPartner } from '../find.ts';
import { fields, table } from '../output.ts';

const OF = {
  partner: { type: 'text', value: 'PARTNER', about: 'keys that open deposits: the name or id of the partner' },
  org: { type: 'text', value: 'ORG', about: 'keys that read contract status: the name or id of the organization' },
} as const;

const list = command({
  name: 'key list',
  summary: 'List the keys of a partner or of an organization',
  usage: '--partner PARTNER | --org ORG',
  words: [0, 0],
  examples: ['depono key list --partner "Garaio REM"', 'depono key list --org "Muster Immobilien AG" --json'],
  options: OF,
  run: async ({ output, services }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const { kind, id: ownerId } = owner;
    const keys = await listKeys(
      all.database,
      kind === 'partner' ? { partnerId: ownerId } : { organizationId: ownerId },
    );
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
  summary: 'Issue another key',
  usage: '--partner PARTNER | --org ORG',
  about:
    'Older keys stay valid: to rotate a key, issue a new one, have it put to use, and revoke the old one.\n' +
    'The key is shown this once. Only its hash is kept.',
  words: [0, 0],
  examples: ['depono key issue --partner "Garaio REM"', 'depono key issue --org "Muster Immobilien AG"'],
  options: OF,
  run: async ({ output, services }, { options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const made = owner.kind === 'partner' ? await addPartnerKey(all, owner.id) : await addStatusKey(all, owner.id);
    await recordKey(all, 'add', owner, made.keyId);
    output.show(made, () => `${fields(made)}\n\nKeep the key now: it is not shown again.`);
    return 0;
  },
});

const revoke = command({
  name: 'key revoke',
  summary: 'Revoke a key, at once and for good',
  usage: 'KEYID --partner PARTNER | --org ORG',
  words: [1, 1],
  examples: ['depono key revoke abcd2345efgh --partner "Garaio REM"'],
  options: OF,
  run: async ({ output, services }, { words: [keyId = ''], options }) => {
    const all = await services();
    const owner = await ownerOf(all, options);
    const revokeOf = owner.kind === 'partner' ? revokePartnerKey : revokeStatusKey;
    if (!isKeyId(keyId) || !(await revokeOf(all.database, owner.id, keyId))) {
      throw refuse(`${owner.name} has no key "${keyId}". Its keys: depono key list`);
    }
    await recordKey(all, 'remove', owner, keyId);
    output.show({ keyId, revoked: true }, () => `The key ${keyId} is revoked.`);
    return 0;
  },
});

type Owner = { kind: 'partner' | 'organization'; id: string; name: string };

async function ownerOf(services: Services, given: { partner: string | null; org: string | null }): Promise<Owner> {
  const { partner, org } = given;
  if ((partner === null) === (org === null)) {
    throw wrongCall('Say whose keys: either --partner PARTNER, or --org ORG for contract status.');
  }
  if (partner !== null) return { kind: 'partner', ...(await findPartner(services, partner)) };
  const { id, name } = await findOrganization(services, org ?? '');
  return { kind: 'organization', id, name };
}

async function recordKey(
  services: Services,
  verb: 'add' | 'remove',
  { kind, id }: Owner,
  keyId: string,
): Promise<void> {
  const isPartner = kind === 'partner';
  const thing = isPartner ? 'partner key' : 'status key';
  await recordChange(services, commandLine(), {
    verb,
    thing,
    about: { [kind]: id, [thing]: keyId },
    ...(isPartner ? { partnerId: id } : { organizationId: id }),
  });
}

export const keyCommands: readonly Command[] = [list, issue, revoke];
