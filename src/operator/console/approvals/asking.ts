import type { FastifyReply } from 'fastify';
import { doOrAsk } from '../../../actions/approvals/ask.ts';
import { AlreadyAsked, NotYours } from '../../../actions/approvals/refused.ts';
import type { ApprovalInput, ApprovalName } from '../../../actions/approvals/table.ts';
import type { Shown } from '../../../actions/approvals/row.ts';
import type { Change } from '../../../actions/audit.ts';
import type { Services } from '../../../actions/services.ts';
import { SetUpRefused } from '../../../actions/set-up/refused.ts';
import type { Acting } from '../../../domain/operator.ts';
import { html, type Html } from '../../../web/html.ts';
import { seeOther } from '../../../web/page.ts';
import { noteAsked } from '../../asked.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { inSentence, type Problems } from '../forms.ts';

/** Done, or waiting for a second person, or why neither. */
type Asked = { is: 'done'; shown: Shown } | { is: 'asked'; approvalId: string; shown: Shown } | NotAsked;
type NotAsked = { is: 'refused'; refusal: Html } | { is: 'invalid'; problems: Problems } | { is: 'unknown' };

/** Does what a form asks for, or stores it for a second person. */
export async function askFor<N extends ApprovalName>(
  services: Services,
  by: Acting,
  name: N,
  input: ApprovalInput<N>,
): Promise<Asked> {
  try {
    const { approvalId, shown } = await doOrAsk(services, by, name, input);
    return approvalId === null ? { is: 'done', shown } : { is: 'asked', approvalId, shown };
  } catch (error) {
    if (error instanceof AlreadyAsked) return { is: 'refused', refusal: alreadyAsked(error) };
    if (error instanceof NotYours) return { is: 'refused', refusal: html`${error.message}` };
    if (!(error instanceof SetUpRefused)) throw error;
    switch (error.kind) {
      case 'unknown':
        return { is: 'unknown' };
      case 'invalid':
        return { is: 'invalid', problems: { [error.about]: inSentence(error.message) } };
      case 'conflict':
        return { is: 'refused', refusal: html`${inSentence(error.message)}` };
    }
  }
}

function alreadyAsked({ message, approvalId }: AlreadyAsked): Html {
  return html`${message} <a href="/operator/approvals/${approvalId}">Show the request</a>`;
}

/** After a form whose change waits: the page of the request. */
export async function showRequest(
  app: ConsoleApp,
  visit: ConsoleVisit,
  approvalId: string,
  { about = {}, organizationId = null, changes = {} }: Pick<Change, 'about' | 'organizationId' | 'changes'>,
): Promise<FastifyReply> {
  noteAsked(visit.request, approvalId, { about, organizationId, changes });
  await app.settle();
  return seeOther(visit.reply, `/operator/approvals/${approvalId}?done=asked`);
}
