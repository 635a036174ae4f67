import { doOrAsk } from '../../actions/approvals/ask.ts';
import { recordChange, together } from '../../actions/audit.ts';
import { assignmentChange } from '../../actions/bank/money-changes.ts';
import { assignInput } from '../../operator/inputs.ts';
import { command, wrongCall } from '../command.ts';
import { checkedInput } from '../typed-input.ts';
import { recordAsked, waitsInWords } from '../waiting.ts';
import { depositByName } from './deposit-by-name.ts';

export const moneyAssign = command({
  name: 'money assign',
  role: 'clerk',
  summary: 'Assign money with an unknown reference to a deposit',
  usage: 'ID --deposit DEPOSIT|none --reason REASON',
  about:
    'ID is the id of the money: see GET /operator/api/money?kind=unknown_reference, or the console. It becomes a payment\n' +
    'of the deposit. In production an order brings it to the deposit’s own account first, and it counts once the bank has\n' +
    'booked it there. With FOUR_EYES it waits for a second person. The same words again change nothing; others are refused.\n' +
    'ID may be such a transfer order that the bank does not have, or that has failed: “none” takes its assignment back.',
  words: [1, 1],
  examples: ['depono money assign 0198… --deposit 4711 --reason "The payer called"'],
  options: {
    deposit: { type: 'text', value: 'DEPOSIT', about: 'id, contract id or payment reference of a deposit; or none' },
    reason: { type: 'text', value: 'REASON', about: 'how you know, for the audit log' },
  },
  run: async ({ output, services, acting, author }, { words: [orderId = ''], options }) => {
    if (options.deposit === null)
      throw wrongCall('Missing --deposit. Give the id, contract id or reference of a deposit.');
    const all = await services();
    const deposit = options.deposit === 'none' ? null : await depositByName(all, options.deposit);
    const depositId = deposit?.depositId ?? null;
    const about = deposit === null ? {} : { organizationId: deposit.organizationId };
    const given = checkedInput(assignInput, { depositId, reason: options.reason ?? undefined });
    const by = await acting();
    const input = { orderId, ...given };
    const approvalId = await together(all, async (inside) => {
      const asked = await doOrAsk(inside, by, 'assign_money', input);
      if (asked.approvalId !== null) {
        await recordAsked(inside, await author(), { approvalId: asked.approvalId, ...about });
      } else {
        await recordChange(inside, await author(), { ...assignmentChange(input), ...about });
      }
      return asked.approvalId;
    });
    if (approvalId !== null) output.show({ id: orderId, approvalId }, () => waitsInWords(approvalId));
    else {
      output.show({ id: orderId, depositId, assigned: true }, () =>
        deposit === null
          ? 'It belongs to no deposit again. Assign it, or pay it back.'
          : `Assigned to the deposit of ${deposit.externalContractId}.`,
      );
    }
    return 0;
  },
});
