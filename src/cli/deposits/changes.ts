import { doOrAsk } from '../../actions/approvals/ask.ts';
import { recordChange, together } from '../../actions/audit.ts';
import type { MoveInput } from '../../actions/move-deposit.ts';
import { HOLD_GROUNDS } from '../../domain/deposit.ts';
import type { MoveName } from '../../domain/lifecycle/moves.ts';
import { contactWish, holdInput, liftHoldInput, tenantContactInput } from '../../operator/input/change-inputs.ts';
import { tryMove } from '../../operator/move.ts';
import { command, refuseCommand, wrongCall, type Command, type CommandContext } from '../command.ts';
import { checkedInput } from '../typed-input.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';

const reason = { type: 'text', value: 'REASON', about: 'for history and audit log' } as const;

const hold = command({
  name: 'deposit hold',
  role: 'clerk',
  summary: 'Put a deposit on hold: nothing is paid out until the hold is lifted',
  usage: 'DEPOSIT --ground GROUND --evidence EVIDENCE',
  about:
    'DEPOSIT is the id of a deposit. Consents and the year are noted meanwhile. The property manager is told, without\nground and evidence.',
  words: [1, 1],
  examples: ['depono deposit hold 0198… --ground death --evidence "Zivilstandsamt Bern, 12.11.2026"'],
  options: {
    ground: { type: 'text', value: 'GROUND', about: HOLD_GROUNDS.join(', ') },
    evidence: { type: 'text', value: 'EVIDENCE', about: 'stored in the history, and told to nobody' },
  },
  run: async (context, { words: [depositId = ''], options }) => {
    const input = checkedInput(holdInput, given(options));
    await moved(context, { depositId, name: 'hold', verb: 'hold', thing: 'deposit' }, () => input);
    context.output.show({ depositId, hold: input.ground }, () => 'The deposit is on hold.');
    return 0;
  },
});

const liftHold = command({
  name: 'deposit lift-hold',
  role: 'clerk',
  summary: 'Lift a hold: what was agreed meanwhile is paid out',
  usage: 'DEPOSIT --reason REASON',
  about: 'DEPOSIT is the id of a deposit. It waits for a second person with FOUR_EYES.',
  words: [1, 1],
  examples: ['depono deposit lift-hold 0198… --reason "the heirs are known"'],
  options: { reason },
  run: async ({ output, services, acting, author }, { words: [depositId = ''], options }) => {
    const input = { depositId, ...checkedInput(liftHoldInput, given(options)) };
    const all = await services();
    const by = await acting();
    const who = await author();
    const approvalId = await together(all, async (inside) => {
      const asked = await doOrAsk(inside, by, 'lift_hold', input);
      if (asked.approvalId !== null) await recordAsked(inside, who, { approvalId: asked.approvalId });
      else await recordChange(inside, who, { verb: 'lift', thing: 'hold', about: { deposit: depositId } });
      return asked.approvalId;
    });
    if (approvalId !== null) output.show({ approvalId }, () => waitsInWords(approvalId));
    else output.show({ depositId, hold: null }, () => 'The hold is lifted.');
    return 0;
  },
});

const contact = command({
  name: 'deposit contact',
  role: 'clerk',
  summary: 'Change e-mail address, telephone number or postal address of a tenant',
  usage:
    'DEPOSIT POSITION [--email EMAIL] [--phone PHONE] [--street STREET --zip ZIP --city CITY [--street-number NO] [--country CC]] --reason REASON',
  about:
    'DEPOSIT is the id of a deposit, POSITION that of the tenant: 1 is the main tenant. Telephone number and postal\naddress hold at once, an e-mail address once it is confirmed.',
  words: [2, 2],
  examples: ['depono deposit contact 0198… 1 --phone +41791234567 --reason "the tenant called"'],
  options: {
    email: { type: 'text', value: 'EMAIL', about: 'gets a link to confirm it; the previous address is told' },
    phone: { type: 'text', value: 'PHONE', about: 'telephone number' },
    street: { type: 'text', value: 'STREET', about: 'of the new address' },
    'street-number': { type: 'text', value: 'NO', about: 'without it, split from the street' },
    zip: { type: 'text', value: 'ZIP', about: 'postcode' },
    city: { type: 'text', value: 'CITY', about: 'town' },
    country: { type: 'text', value: 'CC', about: 'such as DE; without it CH' },
    reason,
  },
  run: async (context, { words: [depositId = '', position = ''], options }) => {
    if (!/^[1-4]$/.test(position)) throw wrongCall(`POSITION is 1 to 4. Got: ${position}`);
    const { email, phone, street, zip, city, country } = options;
    const address = given({ street, streetNumber: options['street-number'], zip, city, countryCode: country });
    const { reason: why, ...wish } = checkedInput(tenantContactInput, {
      ...given({ email, phoneNumber: phone, reason: options.reason }),
      ...(Object.keys(address).length > 0 && { address }),
    });
    const tenant = Number(position);
    const about = { depositId, name: 'change_contact', verb: 'change', thing: 'tenant' } as const;
    await moved(context, about, () => contactWish(wish, { by: 'operator', tenant, reason: why }));
    context.output.show({ depositId, tenant }, () => 'The contact data are recorded.');
    return 0;
  },
});

/** Without what was not given. */
function given(options: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter((one): one is [string, string] => one[1] !== null));
}

type About<N extends MoveName> = { depositId: string; name: N; verb: string; thing: string };

/** The move with its entry in the audit log, or what refuses it. */
async function moved<N extends MoveName>(
  { services, author }: CommandContext,
  { depositId, name, verb, thing }: About<N>,
  input: MoveInput<N>,
): Promise<void> {
  const who = await author();
  await together(await services(), async (inside) => {
    const refusal = await tryMove(inside, depositId, name, input);
    if (refusal !== null) {
      throw refuseCommand(refusal.is === 'unknown_deposit' ? 'There is no deposit with this id.' : refusal.message);
    }
    await recordChange(inside, who, { verb, thing, about: { deposit: depositId } });
  });
}

/** What an operator changes of a deposit in force. */
export const depositChangeCommands: readonly Command[] = [hold, liftHold, contact];
