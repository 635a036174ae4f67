import type { ListedProviderDelivery } from '../../../storage/callbacks/provider-deliveries.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, notice, textField } from '../../../web/parts.ts';
import type { ConsoleVisit } from '../app.ts';
import { formProblemSummary, type Problems } from '../forms.ts';
import { shownTime } from '../moment.ts';
import { lastAttempt, toldBy } from '../monitoring/deposits/trail-cards.ts';
import { recordTable } from '../monitoring/parts.ts';
import { shownOnce } from '../shown-once.ts';
import { providerHead, providerUrl } from './provider-head.ts';

const DONE: Record<string, string> = {
  changed: 'The callback is saved and switched on.',
  removed: 'The callback is removed. The provider reads its queue.',
  switched_on: 'The callback is switched on again. Failed deliveries can be replayed.',
  rotated: 'Messages are signed with both secrets until you retire the older one.',
  retired: 'Only the newest secret is used from now on.',
  replayed: 'The delivery is made again.',
};

export function providerCallbackPage(view: {
  provider: StoredProvider;
  deliveries: readonly ListedProviderDelivery[];
  url: string;
  problems: Problems;
  /** A secret that was just created. */
  shown: string | null;
  visit: ConsoleVisit;
}): Pick<Page, 'title' | 'content'> {
  const { provider, deliveries, problems, shown, visit } = view;
  const done = visit.query.get('done') ?? '';
  const message = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
  const content = html`${providerHead(provider, 'callback', visit.may)} ${shownOnce('The secret of the callback', shown)}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    ${provider.callback?.active === false && switchedOff(provider, visit)}
    ${formProblemSummary(problems, { url: 'Address' })}
    <p class="lead">
      The provider is told by a signed message when something is asked of it, or no longer. It reads the application itself with its key.
    </p>
    ${callbackCard(view)} ${provider.callback !== null && visit.may('admin') && secretCard(provider, visit.token)}
    <section>
      <h2>Recent deliveries</h2>
      ${deliveries.length === 0 ? html`<p class="empty">Nothing was sent yet.</p>` : deliveryTable(provider, deliveries, visit)}
    </section>`;
  return { title: `Callback of ${provider.name}`, content };
}

function switchedOff(provider: StoredProvider, { token, may }: ConsoleVisit): Html {
  return notice(
    'warn',
    html`<p>
        The receiver answered 410 Gone, so the callback was switched off. Switch it on again once the provider is ready.
      </p>
      ${
        may('admin') &&
        buttonForm({
          action: `${providerUrl(provider)}/callback/switch-on`,
          label: 'Switch on again',
          hidden: token,
          className: 'second',
        })
      }`,
  );
}

function callbackCard({ provider, url, problems, visit }: Parameters<typeof providerCallbackPage>[0]): Html {
  if (!visit.may('admin')) {
    return html`<section class="card">${facts([['Address', provider.callback?.url ?? 'none']])}</section>`;
  }
  return html`<section class="card">
    <h2>Where it is told</h2>
    <form method="post" action="${providerUrl(provider)}/callback" novalidate>
      ${visit.token}
      ${textField({
        name: 'url',
        label: 'Address',
        hint: 'Empty: nothing is sent; the provider reads its queue.',
        value: url,
        maxlength: 2000,
        problem: problems['url'],
      })}
      <button type="submit">Save</button>
    </form>
  </section>`;
}

function secretCard(provider: StoredProvider, token: Html): Html {
  const url = `${providerUrl(provider)}/callback/secret`;
  return html`<section class="card">
    <h2>Secret</h2>
    <p>
      The receiver checks the signature of every message with it. To change it without a gap: make a new one, hand it over, and retire the older one once the provider uses the new one. Until then, messages carry both signatures.
    </p>
    <div class="buttons">
      ${buttonForm({ action: url, label: 'Make a new secret', hidden: token, className: 'second' })}
      ${
        provider.callback !== null &&
        provider.callback.previousSecret !== null &&
        buttonForm({ action: `${url}/retire`, label: 'Retire the older secret', hidden: token, className: 'danger' })
      }
    </div>
  </section>`;
}

/** The same colours as the states of deposits: waiting, done, given up. */
const TONES = { waiting: 'opening', delivered: 'open', failed: 'withdrawn' } as const;

function deliveryTable(
  provider: StoredProvider,
  deliveries: readonly ListedProviderDelivery[],
  { token, may }: ConsoleVisit,
): Html {
  const hidden = html`${token}<input type="hidden" name="provider" value="${provider.id}" />`;
  const columns = [
    { label: 'What' },
    { label: 'State' },
    { label: 'Queued', className: 'number' },
    { label: 'Tries', className: 'wrap' },
    { label: '', className: 'right' },
  ];
  const row = (delivery: ListedProviderDelivery): Content[] => [
    html`<a href="/operator/deposits/${delivery.depositId}">${toldBy(delivery)}</a>`,
    html`<span class="state ${TONES[delivery.state]}">${delivery.state}</span>`,
    shownTime(delivery.createdAt),
    lastAttempt(delivery),
    may('clerk') &&
      delivery.state !== 'waiting' &&
      buttonForm({
        action: `/operator/failures/deliveries/${delivery.id}/replay`,
        label: 'Deliver again',
        hidden,
        className: 'second small',
      }),
  ];
  return recordTable('Recent deliveries', columns, deliveries.map(row));
}
