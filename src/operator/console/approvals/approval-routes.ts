import type { FastifyReply } from 'fastify';
import {
  approvalOf,
  approve,
  isAuthor,
  listApprovals,
  reject,
  withdrawApproval,
  type Approval,
} from '../../../actions/approvals/decide.ts';
import { NotYours } from '../../../actions/approvals/refused.ts';
import type { Services } from '../../../actions/services.ts';
import { SetUpRefused } from '../../../actions/set-up/refused.ts';
import { maskRecord } from '../../../domain/masking/mask-for-viewer.ts';
import { APPROVAL_STATES, countWaitingApprovals } from '../../../storage/operators/approvals.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { rejectInput } from '../../inputs.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput } from '../forms.ts';
import { approvalPage, type ApprovalGiven } from './approval-page.ts';
import { approvalsPage, MOST_APPROVALS } from './approvals-page.ts';

const ADDRESS = '/operator/approvals';

type Decider = Parameters<typeof approve>[1];

/** What waits for a second person. The services are those without the audit log: a decision records itself. */
export function approvalRoutes(app: ConsoleApp, services: Services): void {
  app.get(ADDRESS, 'viewer', async (visit) => {
    const state = APPROVAL_STATES.find((one) => one === visit.query.get('state')) ?? 'waiting';
    const approvals = await listApprovals(services, { state, most: MOST_APPROVALS });
    return visit.show(
      'approvals',
      approvalsPage(state, approvals.map(shownTo(visit)), await countWaitingApprovals(services.database)),
    );
  });

  app.get(`${ADDRESS}/:id`, 'viewer', (visit) => showApproval(services, visit, {}));

  const decides = (verb: string, decide: (decider: Decider, id: string, visit: ConsoleVisit) => Promise<unknown>) =>
    app.post(`${ADDRESS}/:id/${verb}`, 'clerk', async (visit) => {
      const id = visit.params['id'] ?? '';
      const refused = await decide(deciderOf(visit), id, visit).then(
        () => null,
        (error: unknown) => refusalIn(error),
      );
      if (refused !== null) return showApproval(services, visit, refused);
      await app.settle();
      return seeOther(visit.reply, `${ADDRESS}/${id}?done=${verb}`);
    });

  decides('approve', (decider, id) => approve(services, decider, id));
  decides('withdraw', (decider, id) => withdrawApproval(services, decider, id));
  decides('reject', async (decider, id, { form }) => {
    const read = readInput(rejectInput, { reason: field(form, 'reason') });
    if (read.problems !== null) throw new SetUpRefused('invalid', 'reason', read.problems['reason'] ?? '');
    return reject(services, decider, id, read.value.reason);
  });
}

function deciderOf({ acting, operator, request }: ConsoleVisit): Decider {
  return { acting, author: { actor: operator.session.emailKey, way: 'console', origin: request.ip } };
}

/** Why it was not decided. */
function refusalIn(error: unknown): ApprovalGiven {
  if (error instanceof NotYours) return { refusal: error.message, status: 403 };
  if (!(error instanceof SetUpRefused)) throw error;
  if (error.kind === 'invalid') return { problems: { [error.about]: error.message }, status: 422 };
  return { refusal: error.message, status: 409 };
}

/** The approval as it is now, with what was typed and why it was not done. */
async function showApproval(
  services: Services,
  visit: ConsoleVisit,
  given: ApprovalGiven,
): Promise<FastifyReply | null> {
  const found = await approvalOf(services, visit.params['id'] ?? '').catch((error: unknown) => {
    if (error instanceof SetUpRefused) return null;
    throw error;
  });
  if (found === null) return null;
  const isOwn = isAuthor(found, visit.acting);
  return visit.show('approvals', approvalPage(shownTo(visit)(found), { visit, isOwn, given }), given.status ?? 200);
}

/** As its reader may see it: masked for a viewer. */
function shownTo(visit: ConsoleVisit): (approval: Approval) => Approval {
  if (visit.may('clerk')) return (approval) => approval;
  return (approval) => {
    const changes = approval.shown.changes.map(([name, before, after]) => {
      const change = maskRecord({ name, before, after });
      return [name, change.before, change.after] as const;
    });
    const masked = maskRecord(approval);
    return { ...masked, shown: { ...masked.shown, changes } };
  };
}
