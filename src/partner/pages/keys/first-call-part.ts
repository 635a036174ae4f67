import type { PartnerKeyKind } from '../../../storage/partners/keys.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { listConnectedOrganizations } from '../../../storage/set-up/connections.ts';
import { isPartnerWide } from '../../../vault/keys.ts';
import { html, type Html } from '../../../web/html.ts';
import { notice } from '../../../web/parts.ts';
import { secretShownOnce, takeKept } from '../../../web/shown-once.ts';
import type { PartnerApp, PartnerVisit } from '../app.ts';
import { keepingOf } from '../keeping.ts';
import { pasteable } from '../parts.ts';
import { firstCall } from './first-call.ts';
import { KEY_WORDS, type KeyWords } from './words.ts';

/** Calls to paste. */
export type FirstCalls = {
  /** A key that was just issued, which is shown this once. Null: the calls name a variable instead. */
  key: string | null;
  kind: PartnerKeyKind;
  /** Opens nothing. Null: the key opens nothing anyway. */
  dryRun: string | null;
  /** Null: it would open a real deposit. */
  call: string | null;
  hasOrganization: boolean;
};

/** With the key that the form before has issued: it is shown on this page alone. */
export async function firstCallsFor(app: PartnerApp, visit: PartnerVisit): Promise<FirstCalls> {
  const key = takeKept(visit.request, visit.reply, keepingOf(app, visit, 'key'));
  const { id, integration } = visit.partner;
  const [connection = null] = await listConnectedOrganizations(app.services.database, id);
  const kind = key !== null && isPartnerWide(key) ? 'status' : 'open';
  const call = (isDry: boolean): string => firstCall(key, { baseUrl: app.baseUrl(), integration, connection, isDry });
  return {
    key,
    kind,
    dryRun: kind === 'open' ? call(true) : null,
    call: kind === 'status' || app.hasSandbox ? call(false) : null,
    hasOrganization: connection !== null,
  };
}

/** The key, once, and calls with it. */
export function firstCallsPart(calls: FirstCalls, language: PartnerLanguage): Html {
  const words = KEY_WORDS[language];
  const { key, kind, dryRun, call, hasOrganization } = calls;
  return html`${secretShownOnce(words.newKey, key, words)}
    <section class="card">
      <h2>${key === null ? words.firstCall : words.tryIt}</h2>
      ${key === null && html`<p>${words.variable}</p>`}
      ${!hasOrganization && notice('wait', html`<p>${words.noOrganization}</p>`)}
      ${dryRun !== null && html`<h3>${words.dryRun}</h3>${commandPart({ name: words.dryRun, means: words.tryDry }, dryRun, words)}`}
      ${call !== null && html`${kind === 'open' && html`<h3>${words.realCall}</h3>`} ${commandPart({ name: words.realCall, means: words.tryMeans[kind] }, call, words)}`}
    </section>`;
}

function commandPart({ name, means }: { name: string; means: string }, command: string, words: KeyWords): Html {
  return html`<p>${means}</p>
    ${pasteable(command, { ...words, label: `${words.command}: ${name}` })}`;
}
