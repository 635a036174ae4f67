import { recordChange, together } from '../../actions/audit.ts';
import { contractId, ignoredInput } from '../../operator/inputs.ts';
import { unignoreContract, ignoreContracts, listIgnoredContracts } from '../../storage/set-up/ignored-contracts.ts';
import { checkedInput } from '../typed-input.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { organizationByName } from '../find.ts';
import { table } from '../output.ts';

const list = command({
  name: 'ignore list',
  role: 'viewer',
  summary: 'List the contracts that an organization ignores',
  usage: 'ORG',
  words: [1, 1],
  examples: ['depono ignore list "Muster Immobilien AG"'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const organization = await organizationByName(all, typed);
    const ignored = await listIgnoredContracts(all.database, organization.id);
    for (const contract of ignored) output.object(contract);
    const rows = ignored.map(({ externalContractId, until }) => [externalContractId, until ?? 'always']);
    output.say(rows.length === 0 ? `${organization.name} ignores no contract.` : table(['CONTRACT', 'UNTIL'], rows));
    return 0;
  },
});

const add = command({
  name: 'ignore add',
  role: 'clerk',
  summary: 'Ignore contracts of an organization: open calls for them are skipped',
  usage: 'ORG CONTRACT… [--until INSTANT]',
  words: [2, Infinity],
  examples: [
    'depono ignore add "Muster Immobilien AG" 4711 4712',
    'depono ignore add "Muster Immobilien AG" 4711 --until 2027-01-31T23:00:00Z',
  ],
  options: {
    until: { type: 'text', value: 'INSTANT', about: 'until this instant (ISO 8601); without it, permanently' },
  },
  run: async ({ output, services, author }, { words: [typed = '', ...contracts], options }) => {
    const { until } = checkedInput(ignoredInput, { until: options.until });
    const ids = contracts.map((contract) => checkedInput(contractId, contract));
    const all = await services();
    const { id: organizationId, name } = await organizationByName(all, typed);
    const instant = until === null ? null : new Date(until);
    const ignored = [...new Set(ids)].map((externalContractId) => ({ externalContractId, until: instant }));
    await together(all, async (inside) => {
      await ignoreContracts(inside.database, organizationId, ignored);
      for (const { externalContractId } of ignored) {
        await recordChange(inside, await author(), {
          verb: 'set',
          thing: 'ignored contract',
          about: { organization: organizationId, externalContractId },
          organizationId,
          changes: { until: { to: until } },
        });
      }
    });
    for (const { externalContractId } of ignored) output.object({ organizationId, externalContractId, until });
    output.say(`${name} ignores ${ids.join(', ')} ${until === null ? 'permanently' : `until ${until}`}.`);
    return 0;
  },
});

const remove = command({
  name: 'ignore remove',
  role: 'clerk',
  summary: 'Stop ignoring contracts of an organization',
  usage: 'ORG CONTRACT…',
  words: [2, Infinity],
  examples: ['depono ignore remove "Muster Immobilien AG" 4711'],
  options: {},
  run: async ({ output, services, author }, { words: [typed = '', ...contracts] }) => {
    const ids = contracts.map((contract) => checkedInput(contractId, contract));
    const all = await services();
    const { id: organizationId, name } = await organizationByName(all, typed);
    const known = new Set(
      (await listIgnoredContracts(all.database, organizationId)).map((one) => one.externalContractId),
    );
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) throw refuseCommand(`${name} does not ignore ${unknown.join(', ')}. Nothing was changed.`);
    await together(all, async (inside) => {
      for (const externalContractId of ids) {
        await unignoreContract(inside.database, { organizationId, externalContractId });
        await recordChange(inside, await author(), {
          verb: 'remove',
          thing: 'ignored contract',
          about: { organization: organizationId, externalContractId },
          organizationId,
        });
      }
    });
    for (const externalContractId of ids) output.object({ organizationId, externalContractId, removed: true });
    output.say(`${name} no longer ignores ${ids.join(', ')}.`);
    return 0;
  },
});

export const ignoreCommands: readonly Command[] = [list, add, remove];
