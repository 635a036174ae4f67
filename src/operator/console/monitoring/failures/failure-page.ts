import { html, type Html } from '../../../../web/html.ts';
import type { Page } from '../../../../web/page.ts';
import { notice } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { doneNotice, paging, tabs } from '../parts.ts';
import { callbackList, deliveryList, effectLists, mismatchList, queueList } from './failure-lists.ts';
import { FAILURE_LISTS, type FailureView, type FailureList } from './failure-view.ts';

const ADDRESS = '/operator/failures';

const NAMES: Record<FailureList, string> = {
  mails: 'Mails',
  steps: 'Other steps',
  deliveries: 'Deliveries',
  callbacks: 'Callbacks switched off',
  register: 'Register',
  queue: 'Queue',
};

const DONE = {
  retried: 'It was tried again. What is no longer listed is done.',
  all: 'All of them are tried again. What is no longer listed is done.',
  replayed: 'The delivery is made again.',
};

export function failurePage(
  { counts, rows, next }: FailureView,
  visit: ConsoleVisit,
  refusal: string | null,
): Pick<Page, 'title' | 'content'> {
  const content = html`<h1>Failures</h1>
    ${doneNotice(visit.query, DONE)} ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${tabs(
      FAILURE_LISTS.map((one) => ({
        name: NAMES[one],
        count: counts[one],
        href: `${ADDRESS}?show=${one}`,
        isCurrent: one === rows.list,
      })),
    )}
    ${list(rows, visit)} ${paging(ADDRESS, visit.query, next)}`;
  return { title: `Failures: ${NAMES[rows.list]}`, content };
}

function list(rows: FailureView['rows'], visit: ConsoleVisit): Html {
  switch (rows.list) {
    case 'mails':
    case 'steps':
      return effectLists(visit, rows.list, rows.givenUp, rows.retried);
    case 'deliveries':
      return deliveryList(visit, rows.deliveries);
    case 'callbacks':
      return callbackList(visit, rows.callbacks);
    case 'register':
      return mismatchList(rows.mismatches);
    case 'queue':
      return queueList(rows.queue, rows.deliveries, rows.now);
  }
}
