import { given, recordChange, together } from '../../actions/audit.ts';
import { addPartner } from '../../actions/set-up/keys.ts';
import { INTEGRATIONS } from '../../domain/integration.ts';
import { partnerInput } from '../../operator/inputs.ts';
import { listPartners } from '../../storage/set-up/partners.ts';
import { checkedInput } from '../typed-input.ts';
import { command, refuseCommand, type Command } from '../command.ts';
import { fields, table } from '../output.ts';

const list = command({
  name: 'partner list',
  role: 'viewer',
  summary: 'List the partners',
  usage: '',
  words: [0, 0],
  examples: ['depono partner list', 'depono partner list --json | jq -r .name'],
  options: {},
  run: async ({ output, services }) => {
    const partners = await listPartners((await services()).database);
    for (const partner of partners) output.object(partner);
    const rows = partners.map(({ id, name, integration }) => [id, name, integration]);
    output.say(
      rows.length === 0 ? 'No partners yet. To add one: depono partner add' : table(['ID', 'NAME', 'PATH'], rows),
    );
    return 0;
  },
});

const add = command({
  name: 'partner add',
  role: 'admin',
  summary: 'Add a partner, with a first key',
  usage: 'NAME --integration PATH',
  about: 'The key is shown only once; Depono stores its hash.',
  words: [1, 1],
  examples: ['depono partner add "Garaio REM" --integration garaio-rem'],
  options: {
    integration: { type: 'text', value: 'PATH', about: `the API path for its keys: ${INTEGRATIONS.join(', ')}` },
  },
  run: async ({ output, services, author }, { words: [name], options: { integration } }) => {
    const input = checkedInput(partnerInput, { name, integration: integration ?? undefined });
    const all = await services();
    if ((await listPartners(all.database)).some((partner) => partner.name === input.name)) {
      throw refuseCommand(
        `The partner "${input.name}" already exists. For another key: depono key issue --partner NAME`,
      );
    }
    const made = await together(all, async (inside) => {
      const partner = await addPartner(inside, input);
      await recordChange(inside, await author(), {
        verb: 'add',
        thing: 'partner',
        about: { partner: partner.id, 'partner key': partner.keyId },
        partnerId: partner.id,
        changes: given(input),
      });
      return partner;
    });
    output.show(made, () => `${fields({ ...made })}\n\nSave the key now. It is not shown again.`);
    return 0;
  },
});

export const partnerCommands: readonly Command[] = [list, add];
