import type { SwitchedOff } from '../../../../storage/callbacks/deliveries.ts';
import type { DeliveryCounts } from '../../../../storage/callbacks/delivery-queue.ts';
import type { Mismatch } from '../../../../storage/deposit-list/everywhere.ts';
import type { FailedEffect, FailedKind, Queued } from '../../../../storage/effects/failed-effects.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { buttonForm } from '../../../../web/parts.ts';
import type { ConsoleVisit } from '../../app.ts';
import { shownTime } from '../../moment.ts';
import {
  tabCount,
  MOST_ON_A_TAB,
  differenceText,
  duration,
  maskedAddress,
  nothing,
  recordTable,
  withoutAddresses,
} from '../parts.ts';
import { lastAttempt, toldBy } from '../deposits/trail-cards.ts';
import { QUEUE_UP_TO, type FailedDelivery } from './failure-view.ts';
import { EFFECT_WORDS, MAIL_WORDS, STATE_WORDS } from '../words.ts';

const RETRY_WORDS: Record<FailedKind, { givenUp: string; one: string; all: string; none: string }> = {
  mails: {
    givenUp: 'Mails that were given up',
    one: 'Send again',
    all: 'Send all of them again',
    none: 'Every mail has left.',
  },
  steps: {
    givenUp: 'Steps that were given up',
    one: 'Try again',
    all: 'Try all of them again',
    none: 'Every step was made.',
  },
};

/** What was given up, and what is retried automatically. */
export function effectLists(
  visit: ConsoleVisit,
  what: FailedKind,
  givenUp: readonly FailedEffect[],
  retried: readonly FailedEffect[],
): Html {
  const words = RETRY_WORDS[what];
  if (givenUp.length + retried.length === 0) return nothing('Nothing has failed', words.none);
  const hidden = visit.may('clerk') && html`${visit.token}<input type="hidden" name="show" value="${what}" />`;
  return html`${
    givenUp.length > 0 &&
    html`<div class="heading">
        <h2>${words.givenUp}</h2>
        ${
          hidden !== false &&
          buttonForm({ action: '/operator/failures/retry-all', label: words.all, hidden, className: 'second' })
        }
      </div>
      ${effectTable(words.givenUp, givenUp, hidden, words.one)}`
  }
  ${
    retried.length > 0 &&
    html`<h2>Still being tried</h2>
      <p class="soft">These are retried automatically, at growing intervals. “Try now” retries at once.</p>
      ${effectTable('Still being tried', retried, hidden, 'Try now')}`
  }`;
}

/** `hidden` are the fields of the buttons; false: the reader may not press them. */
function effectTable(caption: string, effects: readonly FailedEffect[], hidden: Html | false, label: string): Html {
  const columns = [
    { label: 'What' },
    { label: 'About' },
    { label: 'Queued', className: 'number' },
    { label: 'Tries', className: 'right' },
    { label: 'Last error', className: 'wrap' },
    { label: '' },
  ];
  return recordTable(
    caption,
    columns,
    effects.map((effect) => [
      html`${nameOf(effect)}${effect.mail !== null && html`<small class="soft">to ${maskedAddress(effect.mail.to.email)}</small>`}`,
      aboutOf(effect),
      shownTime(effect.createdAt),
      effect.attempts,
      html`${withoutAddresses(effect.error)}${!effect.isGivenUp && html`<small class="soft">next try ${shownTime(effect.dueAt)}</small>`}`,
      effect.canRetry
        ? hidden !== false &&
          buttonForm({
            action: `/operator/failures/effects/${effect.organizationId}/${effect.id}/retry`,
            label,
            hidden,
            className: 'second small',
          })
        : html`<span class="soft">${effect.isUnreadable ? 'unreadable: sealed with another key' : 'content removed'}</span>`,
    ]),
  );
}

function nameOf({ kind, mailKind }: FailedEffect): string {
  return mailKind === null ? EFFECT_WORDS[kind] : MAIL_WORDS[mailKind];
}

function aboutOf({ depositId, externalContractId, organization }: FailedEffect): Content {
  const contract =
    depositId === null
      ? externalContractId
      : html`<a href="/operator/deposits/${depositId}">${externalContractId ?? depositId}</a>`;
  return html`<span>${contract ?? ''}${organization !== null && html`<small class="soft">${organization}</small>`}</span>`;
}

export function deliveryList({ token, may }: ConsoleVisit, deliveries: readonly FailedDelivery[]): Html {
  if (deliveries.length === 0)
    return nothing('Nothing has failed', 'Every callback has reached its partner or provider, or is on its way.');
  const hidden = html`${token}<input type="hidden" name="show" value="deliveries" />`;
  const columns = [
    { label: 'What' },
    { label: 'Contract' },
    { label: 'To' },
    { label: 'Queued', className: 'number' },
    { label: 'Tries', className: 'wrap' },
    { label: '' },
  ];
  return recordTable(
    'Deliveries that were given up',
    columns,
    deliveries.map((delivery) => [
      toldBy(delivery),
      html`<a href="/operator/deposits/${delivery.depositId}">${delivery.externalContractId}</a>`,
      'provider' in delivery ? delivery.provider : delivery.organization,
      shownTime(delivery.createdAt),
      lastAttempt(delivery),
      may('clerk') &&
        buttonForm({
          action: `/operator/failures/deliveries/${delivery.id}/replay`,
          label: 'Deliver again',
          hidden,
          className: 'second small',
        }),
    ]),
  );
}

/** Receivers that answered 410 Gone: nothing is sent until the callback is set again. */
export function callbackList({ may }: ConsoleVisit, callbacks: readonly SwitchedOff[]): Html {
  if (callbacks.length === 0)
    return nothing('All callbacks are on', 'A receiver that answers 410 is switched off and listed here.');
  const columns = [
    { label: 'Organization' },
    { label: 'Partner or provider' },
    { label: 'External id or code' },
    { label: 'Address', className: 'wrap' },
    { label: 'Switched off', className: 'number' },
  ];
  return html`<p class="soft">
      The receiver answered 410 Gone. Set the callback again, on the page of the connection or of the provider, then deliver
      again what was given up.
    </p>
    ${recordTable(
      'Callbacks that are switched off',
      columns,
      callbacks.map((one) => [
        may('admin') && one.connectionId !== null
          ? html`<a href="/operator/organizations/${one.organizationId}/connections/${one.connectionId}">${one.organization}</a>`
          : one.organization,
        one.providerId === null
          ? one.receiver
          : html`<a href="/operator/providers/${one.providerId}/callback">${one.receiver}</a>`,
        one.known,
        html`<code>${one.url}</code>`,
        shownTime(one.at),
      ]),
    )}`;
}

export function mismatchList(mismatches: readonly Mismatch[]): Html {
  if (mismatches.length === 0) {
    return nothing(
      'No differences',
      'What deposits that are opening say of companies is what the commercial register says.',
    );
  }
  const columns = [
    { label: 'Contract' },
    { label: 'Organization' },
    { label: 'Company' },
    { label: 'Declared, and in the register', className: 'wrap' },
    { label: 'Checked', className: 'number' },
    { label: 'State' },
  ];
  return html`<p class="soft">A difference holds nothing up, but the bank may ask about it.</p>
    ${recordTable(
      'Differences to the commercial register',
      columns,
      mismatches.map((one) => [
        html`<a href="/operator/deposits/${one.depositId}">${one.externalContractId}</a>`,
        one.organization,
        one.tenants,
        html`<span>${one.differences.map((difference) => html`<small>${differenceText(difference)}</small>`)}</span>`,
        shownTime(one.checkedAt),
        html`<span class="state ${one.state}">${STATE_WORDS[one.state]}</span>`,
      ]),
    )}`;
}

/** Work that is due. If its age grows, something is stuck. */
export function queueList(queue: readonly Queued[], deliveries: DeliveryCounts, now: Date): Html {
  const since = (at: Date | null): string => (at === null ? 'not yet due' : duration(now.getTime() - at.getTime()));
  const isCut = queue.reduce((sum, { waiting }) => sum + waiting, 0) === QUEUE_UP_TO;
  const toDeliver = tabCount(deliveries.waiting, deliveries.waiting >= MOST_ON_A_TAB);
  const rows: Content[][] = [
    ...queue.map(({ kind, waiting, oldest }): Content[] => [
      EFFECT_WORDS[kind],
      tabCount(waiting, isCut),
      since(oldest),
    ]),
    ...(deliveries.waiting > 0 ? [['Deliveries to partners and providers', toDeliver, since(deliveries.oldest)]] : []),
  ];
  if (rows.length === 0) return nothing('Nothing waits', 'Everything that was due is done.');
  return recordTable(
    'What waits',
    [{ label: 'What' }, { label: 'Waiting', className: 'right' }, { label: 'The oldest is due since' }],
    rows,
  );
}
