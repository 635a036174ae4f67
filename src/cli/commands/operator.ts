import { differences, given, recordChange, together } from '../../actions/audit.ts';
import { addOperator, changeOperator, removeOperator, resetPasskeys } from '../../actions/operators/operators.ts';
import { OPERATOR_ROLES } from '../../domain/operator.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { operatorChanges, operatorInput } from '../../operator/inputs.ts';
import { operatorView } from '../../operator/operator-routes.ts';
import { defined } from '../../operator/routes.ts';
import { checkedInput } from '../typed-input.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { allOperators, operatorByName } from '../find.ts';
import { table } from '../output.ts';

const PERSON = {
  name: { type: 'text', value: 'NAME', about: 'first and last name' },
  role: { type: 'text', value: 'ROLE', about: OPERATOR_ROLES.join(', ') },
} as const;

const ROLES_ABOUT = `A viewer reads, with personal data masked. A clerk does the daily work on deposits, money, members and deliveries. An
admin also sets up partners, organizations, keys and operators.`;

const list = command({
  name: 'operator list',
  role: 'viewer',
  summary: 'List the people who run the service',
  usage: '',
  words: [0, 0],
  examples: ['depono operator list', 'depono operator list --json | jq -r .email'],
  options: {},
  run: async ({ output, services }) => {
    const operators = (await allOperators(await services())).map(operatorView);
    for (const operator of operators) output.object(operator, 'operators');
    const rows = operators.map(({ email, name, role, inSettings, signedInAt }) => [
      email,
      name,
      role,
      inSettings ? 'OPERATOR_EMAILS' : null,
      signedInAt === null ? null : new Date(signedInAt),
    ]);
    output.say(
      rows.length === 0
        ? 'No operators yet. To add one: depono operator add'
        : table(['E-MAIL', 'NAME', 'ROLE', 'NAMED IN', 'FIRST SIGNED IN'], rows),
    );
    return 0;
  },
});

const add = command({
  name: 'operator add',
  role: 'admin',
  summary: 'Add someone who runs the service',
  usage: 'EMAIL --name NAME --role ROLE',
  about: `${ROLES_ABOUT} No mail is sent. The person can sign in to the console immediately.`,
  words: [1, 1],
  examples: ['depono operator add anna@depono.example --name "Anna Muster" --role clerk'],
  options: PERSON,
  run: async ({ output, services, author }, { words: [email], options: { name, role } }) => {
    const input = checkedInput(operatorInput, { email, name: name ?? undefined, role: role ?? undefined });
    const all = await services();
    const operator = await together(all, async (inside) => {
      const added = await addOperator(inside, { ...input, email: input.email as EmailAddress });
      const about = { operator: added.id };
      await recordChange(inside, await author(), { verb: 'add', thing: 'operator', about, changes: given(input) });
      return added;
    });
    output.show(operatorView(operator), () => `Added ${operator.email} as ${operator.role}.`);
    return 0;
  },
});

const change = command({
  name: 'operator change',
  role: 'admin',
  summary: 'Change the name or the role of an operator',
  usage: 'EMAIL [--name NAME] [--role ROLE]',
  about: `${ROLES_ABOUT} The new role counts immediately, also for open
sessions and tokens. Operators named in OPERATOR_EMAILS stay admins, and the last admin stays one.`,
  words: [1, 1],
  examples: ['depono operator change anna@depono.example --role admin'],
  options: PERSON,
  run: async ({ output, services, author }, { words: [typed = ''], options: { name, role } }) => {
    const changes = checkedInput(operatorChanges, defined({ name: name ?? undefined, role: role ?? undefined }));
    if (Object.keys(changes).length === 0) {
      throw wrongCall('Nothing to change was given. See: depono operator change --help');
    }
    const all = await services();
    const before = await operatorByName(all, typed);
    const after = await together(all, async (inside) => {
      const changed = await changeOperator(inside, before.id, changes as Parameters<typeof changeOperator>[2]);
      await recordChange(inside, await author(), {
        verb: 'change',
        thing: 'operator',
        about: { operator: before.id },
        changes: differences(operatorView(before), operatorView(changed)),
      });
      return changed;
    });
    output.show(operatorView(after), () => `Changed ${after.email}: ${after.name}, ${after.role}.`);
    return 0;
  },
});

const remove = command({
  name: 'operator remove',
  role: 'admin',
  summary: 'Remove an operator with all sessions, passkeys and tokens',
  usage: 'EMAIL [--yes]',
  about:
    'What the person has asked for keeps waiting for a second person. Operators named in OPERATOR_EMAILS and the last\n' +
    'admin cannot be removed. It asks before removing.',
  words: [1, 1],
  examples: ['depono operator remove anna@depono.example', 'depono operator remove anna@depono.example --yes'],
  options: YES,
  run: async (context, { words: [typed = ''], options: { yes } }) => {
    const { output, services, author } = context;
    const all = await services();
    const { id, email, role } = await operatorByName(all, typed);
    await confirm(context, yes, `Remove the ${role} ${email}, with all sessions, passkeys and tokens?`);
    await together(all, async (inside) => {
      await removeOperator(inside, id);
      const changes = { email: { from: email } };
      await recordChange(inside, await author(), {
        verb: 'remove',
        thing: 'operator',
        about: { operator: id },
        changes,
      });
    });
    output.show({ id, removed: true }, () => `Removed ${email}.`);
    return 0;
  },
});

const resetPasskey = command({
  name: 'operator reset-passkey',
  role: 'admin',
  summary: 'Let an operator who lost the passkey sign in by mail link again',
  usage: 'EMAIL',
  about:
    'Removes the passkeys of this operator and ends all sessions. The next sign-in counts as the first: with\n' +
    'OPERATOR_PASSKEY=required a mail link works once more, and the person adds a new passkey. First make sure that it\n' +
    'is this person who asks. Tokens stay valid: see depono operator revoke.',
  words: [1, 1],
  examples: ['depono operator reset-passkey anna@depono.example'],
  options: {},
  run: async ({ output, services, author }, { words: [typed = ''] }) => {
    const all = await services();
    const { id, email } = await operatorByName(all, typed);
    await together(all, async (inside) => {
      await resetPasskeys(inside, id);
      await recordChange(inside, await author(), { verb: 'reset', thing: 'passkeys', about: { operator: id } });
    });
    output.show({ id, reset: true }, () => `${email} can sign in by mail link once, and then add a passkey.`);
    return 0;
  },
});

export const operatorCommands: readonly Command[] = [list, add, change, remove, resetPasskey];
