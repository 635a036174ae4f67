import { recordChange, together } from '../../actions/audit.ts';
import { issueToken, revokeToken } from '../../actions/operators/tokens.ts';
import { parseDay, startOfDay, type Day } from '../../domain/values/calendar.ts';
import { tokenInput } from '../../operator/inputs.ts';
import { listOperatorTokens } from '../../storage/operators/tokens.ts';
import { checkedInput } from '../typed-input.ts';
import { command, wrongCall, type Command } from '../command.ts';
import { operatorByName } from '../find.ts';
import { fields, table } from '../output.ts';

const list = command({
  name: 'operator tokens',
  role: 'admin',
  summary: 'List the tokens of an operator that are not revoked',
  usage: 'EMAIL',
  words: [1, 1],
  examples: ['depono operator tokens anna@depono.example'],
  options: {},
  run: async ({ output, services }, { words: [typed = ''] }) => {
    const all = await services();
    const { id, email } = await operatorByName(all, typed);
    const tokens = await listOperatorTokens(all.database, id);
    for (const { tokenId, name, createdAt, expiresAt } of tokens)
      output.object({ tokenId, name, createdAt, expiresAt });
    const rows = tokens.map(({ tokenId, name, createdAt, expiresAt }) => [
      tokenId,
      name,
      createdAt,
      expiresAt ?? 'never',
    ]);
    output.say(rows.length === 0 ? `${email} has no token.` : table(['TOKEN', 'NAME', 'ISSUED', 'EXPIRES'], rows));
    return 0;
  },
});

const issue = command({
  name: 'operator token',
  role: 'admin',
  summary: 'Issue a token that acts with the name and role of an operator',
  usage: 'EMAIL --name NAME [--expires DAY|INSTANT]',
  about:
    'For DEPONO_TOKEN on the command line, and for the operator API. The token is shown only once; Depono stores its\n' +
    'hash. With four eyes, a token cannot approve what the person who issued it has asked for.',
  words: [1, 1],
  examples: [
    'depono operator token anna@depono.example --name laptop',
    'depono operator token anna@depono.example --name laptop --expires 2027-12-31',
  ],
  options: {
    name: { type: 'text', value: 'NAME', about: 'what the token is for' },
    expires: {
      type: 'text',
      value: 'DAY|INSTANT',
      about: 'the last day it is valid, such as 2027-12-31, or an instant (ISO 8601); without it, no end',
    },
  },
  run: async ({ output, services, acting, author }, { words: [typed = ''], options: { name, expires } }) => {
    const input = checkedInput(tokenInput, { name: name ?? undefined, expiresAt: endOf(expires) });
    const all = await services();
    const { id, email } = await operatorByName(all, typed);
    const expiresAt = typeof input.expiresAt === 'string' ? new Date(input.expiresAt) : null;
    const by = await acting();
    const made = await together(all, async (inside) => {
      const issued = await issueToken(inside, id, { name: input.name, expiresAt, by });
      const about = { operator: id, 'operator token': issued.tokenId };
      await recordChange(inside, await author(), { verb: 'issue', thing: 'operator token', about });
      return issued;
    });
    output.show({ ...made, expiresAt }, () =>
      [
        fields({ operator: email, ...made, expires: expiresAt ?? 'never' }),
        '',
        'Save the token now. It is not shown again.',
      ].join('\n'),
    );
    return 0;
  },
});

const revoke = command({
  name: 'operator revoke',
  role: 'admin',
  summary: 'Revoke a token of an operator immediately and permanently',
  usage: 'EMAIL TOKENID',
  words: [2, 2],
  examples: ['depono operator revoke anna@depono.example abcd2345efgh'],
  options: {},
  run: async ({ output, services, author }, { words: [typed = '', tokenId = ''] }) => {
    const all = await services();
    const { id, email } = await operatorByName(all, typed);
    await together(all, async (inside) => {
      await revokeToken(inside, id, tokenId);
      const about = { operator: id, 'operator token': tokenId };
      await recordChange(inside, await author(), { verb: 'revoke', thing: 'operator token', about });
    });
    output.show({ tokenId, revoked: true }, () => `The token ${tokenId} of ${email} is revoked.`);
    return 0;
  },
});

/** A day is included: the token ends with it, in Switzerland. */
function endOf(expires: string | null): string | null {
  if (expires === null || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return expires;
  const day = parseDay(expires);
  if (day === null) throw wrongCall(`--expires: there is no day ${expires}.`);
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString() as Day).toISOString();
}

export const operatorTokenCommands: readonly Command[] = [list, issue, revoke];
