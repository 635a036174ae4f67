import type { FastifyReply } from 'fastify';
import { changeProvider, retireProviderSecret, rotateProviderSecret } from '../../../actions/set-up/providers.ts';
import { callbackFault } from '../../../callbacks/addresses.ts';
import { listProviderDeliveries } from '../../../storage/callbacks/provider-deliveries.ts';
import type { StoredProvider } from '../../../storage/providers/providers.ts';
import { field } from '../../../web/forms.ts';
import { seeOther } from '../../../web/page.ts';
import { providerChangesInput } from '../../providers/provider-inputs.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { readInput, trySetUp, type Problems } from '../forms.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { providerCallbackPage } from './callback-page.ts';
import { noteProvider, providerInAddress } from './in-address.ts';
import { providerUrl } from './provider-head.ts';

const PATH = '/operator/providers/:id/callback';
const MOST_DELIVERIES = 50;

/** Where a provider is told what is asked of it, and what was sent there. */
export function providerCallbackRoutes(app: ConsoleApp): void {
  const { services, get, post } = app;
  get(PATH, 'viewer', async (visit) => {
    const provider = await providerInAddress(app, visit);
    return provider && show(app, visit, provider, { url: provider.callback?.url ?? '', problems: {} });
  });
  post(PATH, 'admin', (visit) => save(app, visit));
  post(`${PATH}/switch-on`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null || provider.callback === null) return null;
    const changed = await changeProvider(services, provider.id, { callback: { url: provider.callback.url } });
    noteProvider(visit, 'change', provider, changed.provider);
    return goTo(visit, provider, 'switched_on');
  });
  post(`${PATH}/secret`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null || provider.callback === null) return null;
    showOnNextPage(app, visit, await rotateProviderSecret(services, provider.id));
    note(visit, 'rotate', provider);
    return goTo(visit, provider, 'rotated');
  });
  post(`${PATH}/secret/retire`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    if (provider === null || provider.callback === null) return null;
    await retireProviderSecret(services, provider.id);
    note(visit, 'retire', provider);
    return goTo(visit, provider, 'retired');
  });
}

/** Saves the callback and switches it on. An empty address removes it. */
async function save(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const before = await providerInAddress(app, visit);
  if (before === null) return null;
  const url = field(visit.form, 'url');
  const callback = url === '' ? null : { url };
  const read = readInput(providerChangesInput, { callback });
  const problems = callbackProblems(app, url, read.problems);
  if (read.value === null || Object.keys(problems).length > 0) return show(app, visit, before, { url, problems });
  const changed = await trySetUp(changeProvider(app.services, before.id, { callback }), ['url']);
  if (changed === null) return null;
  if (changed.value === null) return show(app, visit, before, { url, problems: changed.problems });
  noteProvider(visit, 'change', before, changed.value.provider);
  if (changed.value.secret !== null) showOnNextPage(app, visit, changed.value.secret);
  return goTo(visit, before, callback === null ? 'removed' : 'changed');
}

async function show(
  app: ConsoleApp,
  visit: ConsoleVisit,
  provider: StoredProvider,
  { url, problems }: { url: string; problems: Problems },
): Promise<FastifyReply> {
  const deliveries = await listProviderDeliveries(app.services.database, {
    providerId: provider.id,
    depositId: null,
    state: null,
    most: MOST_DELIVERIES,
  });
  const page = providerCallbackPage({ provider, deliveries, url, problems, shown: takeShown(app, visit), visit });
  return visit.show('providers', page, Object.keys(problems).length === 0 ? 200 : 422);
}

function note(visit: ConsoleVisit, verb: string, { id }: StoredProvider): void {
  visit.note({ verb, thing: 'callback secret', about: { provider: id }, changes: {} });
}

function goTo(visit: ConsoleVisit, provider: StoredProvider, done: string): FastifyReply {
  return seeOther(visit.reply, `${providerUrl(provider)}/callback?done=${done}`);
}

/** What is wrong with the address of a callback. `found`: as the rules of the API have it. */
export function callbackProblems({ callbackAllowPrivate }: ConsoleApp, url: string, found: Problems | null): Problems {
  if (url === '') return {};
  if (found?.['callback.url'] !== undefined || found?.['url'] !== undefined) {
    return { url: 'This is not a URL, such as https://example.ch/depono.' };
  }
  const fault = callbackFault(url, { allowPrivate: callbackAllowPrivate });
  return fault === null ? {} : { url: `This ${fault}.` };
}
