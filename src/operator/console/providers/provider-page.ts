import { counted } from '../../../actions/providers/asked-row.ts';
import { LANGUAGES } from '../../../domain/values/language.ts';
import { formatDay, swissDay } from '../../../domain/values/calendar.ts';
import { groupedIban } from '../../../domain/values/iban.ts';
import { formatChf, type Rappen } from '../../../domain/values/money.ts';
import type { ProviderQueue } from '../../../storage/providers/queues.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, chf, facts, notice, type Fact } from '../../../web/parts.ts';
import type { May } from '../app.ts';
import { nothing, recordTable } from '../monitoring/parts.ts';
import { ENGLISH_LANGUAGE_NAMES } from '../names.ts';
import { shownOnce } from '../shown-once.ts';
import { KIND_NAMES, providerHead, providerUrl, standingBadge } from './provider-head.ts';

type Shown = Pick<Page, 'title' | 'content' | 'isNarrow'>;

export function providersPage(
  providers: readonly StoredProvider[],
  queues: ReadonlyMap<string, ProviderQueue>,
  may: May,
): Shown {
  const title = 'Providers';
  const columns = [
    { label: 'Name' },
    { label: 'Code' },
    { label: 'Kind' },
    { label: 'State' },
    { label: 'Open', className: 'right' },
    { label: 'In progress', className: 'right' },
    { label: 'Oldest open', className: 'number' },
  ];
  const content = html`<div class="heading">
      <h1>${title}</h1>
      ${may('admin') && html`<a class="button" href="/operator/providers/new">New provider</a>`}
    </div>
    <p class="lead">
      Banks open deposit accounts, insurers give cover. They are asked by applications and answer by interface, on their own pages, or with a CSV file. The default of its kind is used by every organization that has not chosen another.
    </p>
    ${
      providers.length === 0
        ? nothing('There is no provider yet', 'Organizations cannot open deposits until there is one of their product.')
        : recordTable(
            title,
            columns,
            providers.map((provider) => rowOf(provider, queues.get(provider.id))),
          )
    }`;
  return { title, content };
}

function rowOf(provider: StoredProvider, queue: ProviderQueue | undefined): Content[] {
  const { open = 0, acknowledged = 0, oldestOpen = null } = queue ?? {};
  const url = `${providerUrl(provider)}/applications`;
  return [
    html`<a href="${providerUrl(provider)}">${provider.name}</a>`,
    html`<code>${provider.code}</code>`,
    KIND_NAMES[provider.kind],
    standingBadge(provider),
    open === 0
      ? '0'
      : html`<a href="${url}" aria-label="${counted(open)} open applications of ${provider.name}">${counted(open)}</a>`,
    counted(acknowledged),
    oldestOpen === null ? '–' : formatDay(swissDay(oldestOpen)),
  ];
}

const DONE: Record<string, string> = {
  added: 'The provider is added.',
  changed: 'The changes are saved. They concern deposits that are sent from now on.',
  default: 'It is the default of its kind now.',
  retired: 'It is retired: it gets no new deposits. What is open stays open.',
  reactivated: 'It is active again.',
};

export function providerPage(view: {
  provider: StoredProvider;
  queue: ProviderQueue | undefined;
  token: Html;
  /** The key that was just issued, and the secret of the callback. */
  shown: { key: string; secret: string | null } | null;
  done: string | null;
  refusal: string | null;
  may: May;
}): Shown {
  const { provider, token, shown, done, refusal, may } = view;
  const message = Object.hasOwn(DONE, done ?? '') ? DONE[done ?? ''] : undefined;
  const isBare = provider.address === null;
  const content = html`${providerHead(provider, 'settings', may)}
    ${message !== undefined && notice('good', html`<p>${message}</p>`)}
    ${refusal !== null && notice('warn', html`<h2>Not done</h2><p>${refusal}</p>`)}
    ${shownOnce('The new key', shown?.key ?? null)} ${shownOnce('The secret of the callback', shown?.secret ?? null)}
    ${isBare && notice('wait', html`<p>It was made from a setting. Tenants and documents need its name and address.</p>`)}
    ${whoCard(view)} ${offerCard(provider)} ${provider.kind === 'bank' && bankCard(provider)}
    ${may('admin') && standingCard(provider, token)}
    <p><a href="/operator/audit?thing=provider">Changes of providers in the audit log</a></p>`;
  return { title: provider.name, content };
}

function whoCard({ provider, queue, may }: Parameters<typeof providerPage>[0]): Html {
  const { address, callback } = provider;
  const url = providerUrl(provider);
  return html`<section class="card">
    <div class="heading">
      <h2>Who it is</h2>
      ${may('admin') && html`<a class="button second small" href="${url}/edit" aria-label="Change ${provider.name}">Change</a>`}
    </div>
    ${facts([
      ['Kind', KIND_NAMES[provider.kind]],
      ['Code', html`<code>${provider.code}</code>`],
      ['State', standingBadge(provider)],
      ['Name', provider.name],
      [
        'Address',
        address !== null && html`${address.street} ${address.streetNumber}<br />${address.zip} ${address.city}`,
      ],
      ['Callback', callback === null ? 'none: it reads its queue' : callback.active ? 'switched on' : 'switched off'],
      [
        'Applications',
        html`<a href="${url}/applications">${counted(queue?.open ?? 0)} open, ${counted(queue?.acknowledged ?? 0)} in progress</a>`,
      ],
      ['Provider’s id', html`<code>${provider.id}</code>`],
    ])}
  </section>`;
}

function offerCard({ offer }: StoredProvider): Html {
  const { conditions = {}, phone } = offer;
  const percent = (value: number | undefined): Content => value !== undefined && `${value} %`;
  const money = (value: Rappen | undefined): Content => value !== undefined && chf(formatChf(value));
  const known: Fact[] = [
    ['Interest per year', percent(offer.interestRate)],
    ['Fees per year', money(offer.fees)],
    ['Premium per year, of the deposit', percent(offer.premiumPercent)],
    ['Least premium per year', money(offer.premiumMinimum)],
    ['Stamp duty', percent(offer.stampDutyPercent)],
    ['Fee, paid once', money(offer.feeOnce)],
    ...LANGUAGES.map((language): Fact => {
      const link = conditions[language];
      return [
        `Conditions, ${ENGLISH_LANGUAGE_NAMES[language]}`,
        link !== undefined && html`<a href="${link}" rel="noopener noreferrer">${link}</a>`,
      ];
    }),
    ['Phone', phone],
  ];
  const isEmpty = Object.keys(offer).length === 0;
  return html`<section class="card">
    <h2>Offer</h2>
    ${isEmpty ? html`<p class="soft">Nothing is set: tenants see only the name.</p>` : facts(known)}
  </section>`;
}

function bankCard({ code, exchangeFolder, initiatingParty, ownIban }: StoredProvider): Html {
  return html`<section class="card">
    <h2>Payments</h2>
    ${facts([
      [
        'Exchange folder',
        exchangeFolder === null
          ? 'the exchange folder itself'
          : html`<code>${exchangeFolder}</code>${exchangeFolder === code && ' (its code)'}`,
      ],
      ['Initiating party', initiatingParty ?? 'as the settings say'],
      [
        'Own account of the operator',
        ownIban === null ? 'OPERATOR_IBAN' : html`<span class="number">${groupedIban(ownIban)}</span>`,
      ],
    ])}
  </section>`;
}

function standingCard(provider: StoredProvider, token: Html): Html {
  const { isActive, isDefault, kind } = provider;
  const url = providerUrl(provider);
  return html`<section class="card">
    <h2>Default and retirement</h2>
    <p>
      ${
        isDefault
          ? html`It is the default ${KIND_NAMES[kind]}. To retire it, make another ${KIND_NAMES[kind]} the default first.`
          : isActive
            ? html`Organizations without a choice of their own use the default. A retired ${KIND_NAMES[kind]} gets no new deposits; its organizations use the default.`
            : html`It gets no new deposits. What was asked of it stays open, and it can still answer.`
      }
    </p>
    <div class="buttons">
      ${isActive && !isDefault && buttonForm({ action: `${url}/default`, label: `Make it the default ${KIND_NAMES[kind]}`, hidden: token, className: 'second' })}
      ${isActive && !isDefault && buttonForm({ action: `${url}/retire`, label: 'Retire it', hidden: token, className: 'danger' })}
      ${!isActive && buttonForm({ action: `${url}/reactivate`, label: 'Bring it back', hidden: token, className: 'second' })}
    </div>
  </section>`;
}
