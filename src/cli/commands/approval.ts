import { approvalOf, approve, listApprovals, reject, withdrawApproval } from '../../actions/approvals/decide.ts';
import { approvalView } from '../../operator/approval-routes.ts';
import { rejectInput } from '../../operator/inputs.ts';
import { APPROVAL_STATES, type ApprovalState } from '../../storage/operators/approvals.ts';
import { checkedInput } from '../typed-input.ts';
import { command, wrongCall, type Command, type CommandContext } from '../command.ts';
import { fields, table } from '../output.ts';

const MOST = 200;

const list = command({
  name: 'approval list',
  role: 'viewer',
  summary: `List what waits for a second person, newest first, at most ${MOST}`,
  usage: '[--state STATE]',
  words: [0, 0],
  examples: ['depono approval list', 'depono approval list --state rejected --json'],
  options: {
    state: { type: 'text', value: 'STATE', about: `${APPROVAL_STATES.join(', ')} (default: waiting)` },
  },
  run: async ({ output, services }, { options: { state } }) => {
    const wanted = state ?? 'waiting';
    if (!isState(wanted)) {
      throw wrongCall(`Unknown --state "${wanted}". Use one of: ${APPROVAL_STATES.join(', ')}`);
    }
    const approvals = (await listApprovals(await services(), { state: wanted, most: MOST })).map(approvalView);
    for (const approval of approvals) output.object(approval);
    const rows = approvals.map(({ id, at, by, what }) => [id, new Date(at), by, what]);
    const none = wanted === 'waiting' ? 'Nothing waits for a second person.' : `No approval is ${wanted}.`;
    output.say(rows.length === 0 ? none : table(['ID', 'ASKED', 'BY', 'WHAT'], rows));
    return 0;
  },
});

const show = command({
  name: 'approval show',
  role: 'viewer',
  summary: 'Show what an approval will change, and who has decided it',
  usage: 'ID',
  words: [1, 1],
  examples: ['depono approval show 0198…', 'depono approval show 0198… --json'],
  options: {},
  run: async ({ output, services }, { words: [id = ''] }) => {
    const approval = approvalView(await approvalOf(await services(), id));
    output.show(approval, () => inWords(approval));
    return 0;
  },
});

const approveOne = command({
  name: 'approval approve',
  role: 'clerk',
  summary: 'Approve what another person has asked for; it is carried out at once',
  usage: 'ID',
  about:
    'Needs DEPONO_TOKEN of a clerk or admin other than the person who asked. The token must not have been issued by\n' +
    'that person. Exit code 1 when another change has overtaken it: then nothing is changed, and it must be asked for\n' +
    'again.',
  words: [1, 1],
  examples: ['depono approval approve 0198…'],
  options: {},
  run: async (context, { words: [id = ''] }) => {
    const approval = approvalView(await approve(await context.services(), await decider(context), id));
    context.output.show(approval, () => `Approved and done: ${approval.what}`);
    return 0;
  },
});

const rejectOne = command({
  name: 'approval reject',
  role: 'clerk',
  summary: 'Reject what another person has asked for',
  usage: 'ID --reason REASON',
  about: 'Needs DEPONO_TOKEN of a clerk or admin other than the person who asked.',
  words: [1, 1],
  examples: ['depono approval reject 0198… --reason "The judgment is not final"'],
  options: { reason: { type: 'text', value: 'REASON', about: 'why, for the person who asked' } },
  run: async (context, { words: [id = ''], options }) => {
    const { reason } = checkedInput(rejectInput, { reason: options.reason ?? undefined });
    const approval = approvalView(await reject(await context.services(), await decider(context), id, reason));
    context.output.show(approval, () => `Rejected: ${approval.what}`);
    return 0;
  },
});

const withdraw = command({
  name: 'approval withdraw',
  role: 'clerk',
  summary: 'Withdraw a request that you have made',
  usage: 'ID',
  about: 'Without DEPONO_TOKEN: a request that was made on the command line without it.',
  words: [1, 1],
  examples: ['depono approval withdraw 0198…'],
  options: {},
  run: async (context, { words: [id = ''] }) => {
    const approval = approvalView(await withdrawApproval(await context.services(), await decider(context), id));
    context.output.show(approval, () => `Withdrawn: ${approval.what}`);
    return 0;
  },
});

async function decider({ acting, author }: CommandContext) {
  return { acting: await acting(), author: await author() };
}

function isState(text: string): text is ApprovalState {
  return APPROVAL_STATES.some((state) => state === text);
}

function inWords(approval: ReturnType<typeof approvalView>): string {
  const { id, what, by, at, state, expiresAt, decidedBy, decidedAt, reason, result, changes } = approval;
  const isWaiting = state === 'waiting';
  return [
    fields({
      approval: id,
      what,
      'asked for by': by,
      at: new Date(at),
      state,
      ...(isWaiting ? { expires: new Date(expiresAt) } : { 'decided by': decidedBy }),
      ...(decidedAt === null ? {} : { decided: new Date(decidedAt) }),
      ...(reason === null ? {} : { reason }),
      ...(result === null ? {} : { result }),
    }),
    '',
    table(
      ['CHANGES', 'BEFORE', 'AFTER'],
      changes.map(({ name, before, after }) => [name, before, after]),
    ),
    ...(isWaiting ? ['', `To approve it: depono approval approve ${id}`] : []),
  ].join('\n');
}

export const approvalCommands: readonly Command[] = [list, show, approveOne, rejectOne, withdraw];
