import type { LandlordAccount } from '../../domain/payee/payout-accounts.ts';
import { doOrAsk } from '../../actions/approvals/ask.ts';
import { differences, given, recordChange, together } from '../../actions/audit.ts';
import { addOrganization, organizationOf } from '../../actions/set-up/organizations.ts';
import { organizationChanges, organizationInput } from '../../operator/inputs.ts';
import { connectionView, organizationRecord } from '../../operator/views.ts';
import { listConnections } from '../../storage/set-up/connections.ts';
import { listMembers } from '../../storage/set-up/members.ts';
import { listOrganizations } from '../../storage/set-up/organizations.ts';
import { checkedInput, inRappen, readSettings } from '../typed-input.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { organizationByName, withProviderIds } from '../find.ts';
import { BRAND_TEXT_FIELDS, brandSettings, logoOption, withEmptyAsNull, withLogo } from '../settings/brand.ts';
import { fields, table, type Cell } from '../output.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';

/** Fields that are always text, even if they look like numbers, such as a zip. */
const TEXT_FIELDS = new Set([
  'name',
  'emailDomain',
  'payoutHolderName',
  'payoutBic',
  'address.street',
  'address.streetNumber',
  'address.zip',
  'address.city',
  ...BRAND_TEXT_FIELDS,
]);

const SETTINGS_ABOUT = `Settings are written as name=value: language, emailDomain, address.street, address.streetNumber, address.zip,
address.city, preSigned, sendDelayMinutes, ownerAlwaysCareOf, tenantChoosesProduct, product, offersInvestment,
smallDepositLimit (CHF), contractStatusEnabled, payoutIban, payoutHolderName, payoutBic,
payoutAccounts (a list in JSON of iban, propertyId, ownerName, holderName, bic),
bankProviderId, insurerProviderId (code or id; null: the default),
brand.name, brand.colour (#rrggbb), brand.senderName, brand.replyTo, brand.footer (empty: inherited).`;

const list = command({
  name: 'org list',
  role: 'viewer',
  summary: 'List the organizations',
  usage: '',
  words: [0, 0],
  examples: ['depono org list', 'depono org list --json | jq -r .id'],
  options: {},
  run: async ({ output, services }) => {
    const organizations = await listOrganizations((await services()).database);
    for (const organization of organizations) output.object(organizationRecord(organization));
    const nameOf = new Map(organizations.map(({ id, name }) => [id, name]));
    const rows = organizations.map(({ id, name, parentId, language, emailDomain }) => [
      id,
      name,
      parentId === null ? null : nameOf.get(parentId),
      language,
      emailDomain,
    ]);
    output.say(
      rows.length === 0
        ? 'No organizations yet. To add one: depono org add'
        : table(['ID', 'NAME', 'PART OF', 'LANGUAGE', 'E-MAIL DOMAIN'], rows),
    );
    return 0;
  },
});

const show = command({
  name: 'org show',
  role: 'viewer',
  summary: 'Show an organization with its settings, members and connections',
  usage: 'ORG',
  words: [1, 1],
  examples: ['depono org show "Muster Immobilien AG"', 'depono org show 0198… --json'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const organization = await organizationByName(all, typed);
    const members = await listMembers(all.database, organization.id);
    const connections = (await listConnections(all.database, organization.id)).map((one) => connectionView(one));
    output.show({ ...organizationRecord(organization), members, connections }, () => {
      const { address, payoutAccounts, brand, ...rest } = organizationRecord(organization);
      const { street, streetNumber, zip, city } = address;
      return [
        fields({
          ...rest,
          payoutAccounts: payoutAccounts.map(accountInWords).join('; ') || null,
          address: `${street} ${streetNumber}, ${zip} ${city}`,
          ...brandSettings(brand),
        }),
        '',
        table(
          ['MEMBER', 'NAME', 'LANGUAGE', 'ROLE'],
          members.map((member) => [
            member.email,
            `${member.firstName} ${member.lastName}`,
            member.language,
            member.defaultPropertyManager ? 'default' : member.administrator ? 'administrator' : null,
          ]),
        ),
        '',
        table(
          ['CONNECTION', 'EXTERNAL ID', 'CALLBACK', 'ON'],
          connections.map(({ id, externalOrgId, callback }) => [id, externalOrgId, callback?.url, callback?.active]),
        ),
      ].join('\n');
    });
    return 0;
  },
});

function accountInWords({ iban, propertyId, ownerName }: LandlordAccount): string {
  const of = [propertyId === null ? null : `property ${propertyId}`, ownerName].filter((part) => part !== null);
  return of.length === 0 ? iban : `${iban} (${of.join(', ')})`;
}

const add = command({
  name: 'org add',
  role: 'admin',
  summary: 'Add an organization',
  usage: 'NAME SETTING=VALUE… [--parent ORG]',
  about: `${SETTINGS_ABOUT}\nLanguage, e-mail domain and address are required; the others have defaults.`,
  words: [1, Infinity],
  examples: [
    'depono org add "Muster Immobilien AG" language=de emailDomain=muster.example \\\n' +
      '      address.street=Bahnhofstrasse address.streetNumber=1 address.zip=8001 address.city=Zürich preSigned=true',
  ],
  options: {
    ...logoOption,
    parent: { type: 'text', value: 'ORG', about: 'make it a sub-organization of this one' },
  },
  run: async ({ output, services, author }, { words: [name, ...settings], options: { parent, logo } }) => {
    const read = withLogo(withEmptyAsNull(readSettings(settings, TEXT_FIELDS)), logo);
    const typed = checkedInput(organizationInput, { name, ...read });
    const all = await services();
    const input = await withProviderIds(all, typed);
    const parentId = parent === null ? (input.parentId ?? null) : (await organizationByName(all, parent)).id;
    const made = await together(all, async (inside) => {
      const organization = await addOrganization(inside, inRappen({ ...input, parentId }));
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'organization',
        about: { organization: organization.id },
        organizationId: organization.id,
        changes: given({ ...input, ...(input.brand && { brand: organizationRecord(organization).brand }) }),
      });
      return organization;
    });
    output.show(organizationRecord(made), () => `Added ${made.name}, with the id ${made.id}.`);
    return 0;
  },
});

const change = command({
  name: 'org change',
  role: 'admin',
  summary: 'Change settings of an organization',
  usage: 'ORG [SETTING=VALUE…] [--logo FILE]',
  about: `${SETTINGS_ABOUT}
With FOUR_EYES, a change of the account that landlords are paid to waits for a second person, with all other settings
of the same command. Setting an account where there was none does not.`,
  words: [1, Infinity],
  examples: [
    'depono org change "Muster Immobilien AG" preSigned=true sendDelayMinutes=60',
    'depono org change "Muster Immobilien AG" payoutIban=CH9300762011623852957',
    'depono org change "Muster Immobilien AG" payoutIban=null',
    'depono org change "Muster Immobilien AG" bankProviderId=example_bank',
    'depono org change "Muster Immobilien AG" brand.colour=#14507a --logo logo.png',
  ],
  options: logoOption,
  run: async ({ output, services, acting, author }, { words: [typed = '', ...settings], options: { logo } }) => {
    const typedSettings = withLogo(withEmptyAsNull(readSettings(settings, TEXT_FIELDS)), logo);
    if (Object.keys(typedSettings).length === 0) throw wrongCall('Name at least one setting, such as preSigned=true.');
    const all = await services();
    const before = await organizationByName(all, typed);
    // One part of an address can be changed; the others stay.
    const address =
      'address' in typedSettings ? { ...before.address, ...(typedSettings['address'] as object) } : undefined;
    const checked = checkedInput(organizationChanges, {
      ...typedSettings,
      ...(address === undefined ? {} : { address }),
    });
    const input = await withProviderIds(all, checked);
    const by = await acting();
    const { approvalId, after, changes } = await together(all, async (inside) => {
      const asked = await doOrAsk(inside, by, 'change_organization', { id: before.id, changes: inRappen(input) });
      if (asked.approvalId !== null) {
        await recordAsked(inside, await author(), { approvalId: asked.approvalId, organizationId: before.id });
        return { approvalId: asked.approvalId, after: before, changes: {} };
      }
      const changed = await organizationOf(inside.database, before.id);
      const changedFields = differences(organizationRecord(before), organizationRecord(changed));
      await recordChange(inside, await author(), {
        verb: 'change',
        thing: 'organization',
        about: { organization: before.id },
        organizationId: before.id,
        changes: changedFields,
      });
      return { approvalId: null, after: changed, changes: changedFields };
    });
    if (approvalId !== null) {
      output.show({ approvalId }, () => waitsInWords(approvalId));
      return 0;
    }
    output.show(organizationRecord(after), () =>
      Object.keys(changes).length === 0
        ? 'Nothing to change.'
        : table(
            ['SETTING', 'WAS', 'IS'],
            Object.entries(changes).map(([field, { from, to }]) => [field, from as Cell, to as Cell]),
          ),
    );
    return 0;
  },
});

export const orgCommands: readonly Command[] = [list, show, add, change];
