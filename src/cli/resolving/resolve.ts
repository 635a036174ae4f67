import { doOrAsk } from '../../actions/approvals/ask.ts';
import { recordChange, together } from '../../actions/audit.ts';
import { resolutionChange } from '../../actions/bank/money-changes.ts';
import type { Services } from '../../actions/services.ts';
import { RESOLUTIONS, type Resolution, type ResolvedAs } from '../../domain/bank/resolution.ts';
import { TARGET_OF, WITHOUT_ID, type ResolutionTarget } from '../../domain/resolving/suggestion.ts';
import { orderIdOf } from '../../domain/values/end-to-end-id.ts';
import { resolutionFrom, resolveInput } from '../../operator/bank-entry-routes.ts';
import { findKept } from '../../storage/money/bank-entries.ts';
import { command, wrongCall, type CommandContext } from '../command.ts';
import { explainError } from '../run.ts';
import { checkedInput } from '../typed-input.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';
import { depositByName } from './deposit-by-name.ts';

const OPTION_OF: Record<ResolutionTarget, 'deposit' | 'order' | 'payment'> = {
  depositId: 'deposit',
  orderId: 'order',
  paymentId: 'payment',
};

export const bankResolve = command({
  name: 'bank resolve',
  role: 'clerk',
  summary: 'Resolve statement entries that a person must check',
  usage: 'KEY… --as AS [--deposit DEPOSIT] [--order ORDER] [--payment PAYMENT] [--parts JSON] --reason REASON',
  about:
    'AS says what the entry is: payment, interest, charge or withholding_tax (with --deposit); return or order (with\n' +
    '--order); reversal (with --payment); payback, to send it back to the payer; duplicate or none, to close it without\n' +
    'booking; again, to decide once more with what is known now. Several keys can be given where AS names nothing.\n' +
    'Instead of --as, an entry whose parts do not add up takes --parts. With FOUR_EYES what books money waits for a\n' +
    'second person. The same words again change nothing; others are refused.',
  words: [1, Infinity],
  examples: [
    'depono bank resolve 3f1c… --as charge --deposit 4711 --reason "Account fee, statement of November"',
    'depono bank resolve 3f1c… 77ab… --as duplicate --reason "Also in the camt.053 of 14 November"',
    `depono bank resolve 3f1c… --parts '[{"as":"interest","amount":20,"depositId":"0198…"},{"as":"none","amount":5}]' --reason "Letter of the bank"`,
  ],
  options: {
    as: { type: 'text', value: 'AS', about: RESOLUTIONS.join(', ') },
    deposit: { type: 'text', value: 'DEPOSIT', about: 'id, contract id or payment reference of a deposit' },
    order: { type: 'text', value: 'ORDER', about: 'id or end-to-end id of an order' },
    payment: { type: 'text', value: 'PAYMENT', about: 'id of a payment' },
    parts: {
      type: 'text',
      value: 'JSON',
      about: 'a list of parts, each with as, amount and depositId, orderId or paymentId',
    },
    reason: { type: 'text', value: 'REASON', about: 'how you know, for the audit log' },
  },
  run: async (context, { words: keys, options }) => {
    const all = await context.services();
    const resolution = await readResolution(all, options, keys.length);
    if (keys.length === 1) {
      await resolveOne(context, all, keys[0] as string, resolution);
      return 0;
    }
    let failed = 0;
    for (const key of keys) {
      try {
        await resolveOne(context, all, key, resolution);
      } catch (error) {
        const { sentence: why } = explainError(error);
        context.output.show({ key, error: why }, () => `${key}: not resolved. ${why}`);
        failed++;
      }
    }
    return failed > 0 ? 1 : 0;
  },
});

type Given = Record<'as' | 'deposit' | 'order' | 'payment' | 'parts' | 'reason', string | null>;

async function readResolution(all: Services, given: Given, keys: number): Promise<Resolution> {
  const reason = given.reason ?? undefined;
  if ((given.as === null) === (given.parts === null)) throw wrongCall('Give either --as or --parts. See --help.');
  if (given.parts !== null) {
    if (keys > 1) throw wrongCall('--parts belong to one entry. Give one key.');
    return resolutionFrom(checkedInput(resolveInput, { parts: readParts(given.parts), reason }));
  }
  const as = given.as ?? '';
  if (!isResolution(as)) throw wrongCall(`Unknown --as "${as}". Use one of: ${RESOLUTIONS.join(', ')}`);
  const target = TARGET_OF[as];
  if (target !== null && keys > 1) {
    throw wrongCall(`--as ${as} belongs to one entry. Several keys can be given with: ${WITHOUT_ID.join(', ')}`);
  }
  const named = target === null ? {} : { [target]: await nameOf(all, target, given, as) };
  return resolutionFrom(checkedInput(resolveInput, { as, ...named, reason }));
}

async function nameOf(all: Services, target: ResolutionTarget, given: Given, as: string): Promise<string> {
  const option = OPTION_OF[target];
  const typed = given[option];
  if (typed === null) throw wrongCall(`--as ${as} needs --${option}.`);
  switch (target) {
    case 'depositId':
      return (await depositByName(all, typed)).depositId;
    case 'orderId':
      return orderIdOf(typed) ?? typed;
    case 'paymentId':
      return typed;
  }
}

function readParts(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrongCall(
      '--parts is not JSON. Example: [{"as":"charge","amount":5,"depositId":"ID"},{"as":"none","amount":1}]',
    );
  }
}

function isResolution(as: string): as is ResolvedAs['as'] {
  return (RESOLUTIONS as readonly string[]).includes(as);
}

/** The resolution and its entry in the audit log are one transaction. */
async function resolveOne(
  { output, acting, author }: CommandContext,
  all: Services,
  key: string,
  resolution: Resolution,
): Promise<void> {
  const by = await acting();
  const approvalId = await together(all, async (inside) => {
    const asked = await doOrAsk(inside, by, 'resolve_entry', { key, resolution });
    if (asked.approvalId !== null) await recordAsked(inside, await author(), { approvalId: asked.approvalId });
    else await recordChange(inside, await author(), resolutionChange(key, resolution));
    return asked.approvalId;
  });
  if (approvalId !== null) {
    output.show({ key, approvalId }, () => `${key}: ${waitsInWords(approvalId)}`);
    return;
  }
  const kept = await findKept(all.database, key);
  const isOpen = kept !== null && kept.settledAt === null;
  output.show({ key, resolved: !isOpen }, () =>
    isOpen ? `${key}: decided once more, and still to be checked. ${kept.attention}` : `${key}: resolved.`,
  );
}
