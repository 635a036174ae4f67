import { COUNT_UP_TO } from '../../../actions/providers/asked-row.ts';
import type { FastifyReply } from 'fastify';
import { given } from '../../../actions/audit.ts';
import { addProvider, changeProvider } from '../../../actions/set-up/providers.ts';
import type { ProviderKind } from '../../../domain/provider.ts';
import { listProviders, type StoredProvider } from '../../../storage/providers/providers.ts';
import { readProviderQueues } from '../../../storage/providers/queues.ts';
import { seeOther } from '../../../web/page.ts';
import { providerView } from '../../providers/provider-views.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { trySetUp, type Problems } from '../forms.ts';
import { showOnNextPage, takeShown } from '../shown-once.ts';
import { providerApplicationRoutes } from './application-routes.ts';
import { callbackProblems, providerCallbackRoutes } from './callback-routes.ts';
import { contactPageRoutes } from './contact-routes.ts';
import { noteProvider, providerInAddress } from './in-address.ts';
import { providerKeyRoutes } from './key-routes.ts';
import { changeProviderPage, newProviderPage } from './provider-form-page.ts';
import { providerUrl } from './provider-head.ts';
import {
  kindIn,
  readNewProvider,
  readProviderChanges,
  typedFromProvider,
  typedProvider,
  type TypedProvider,
} from './provider-input.ts';
import { providerPage, providersPage } from './provider-page.ts';

const LIST = '/operator/providers';

/** Banks and insurers: who they are, what they offer, what is asked of them, and how they answer. */
export function providerRoutes(app: ConsoleApp): void {
  const { database } = app.services;
  app.get(LIST, 'viewer', async (visit) => {
    const queues = await readProviderQueues(database, COUNT_UP_TO);
    return visit.show('providers', providersPage(await listProviders(database), queues, visit.may));
  });
  app.get(`${LIST}/new`, 'admin', async (visit) =>
    showNew(visit, kindIn(visit.query) ?? 'bank', typedProvider(new URLSearchParams()), {}),
  );
  app.post(`${LIST}/new`, 'admin', (visit) => add(app, visit));
  app.get(`${LIST}/:id`, 'viewer', async (visit) => {
    const provider = await providerInAddress(app, visit);
    return provider && showOne(app, visit, provider);
  });
  app.get(`${LIST}/:id/edit`, 'admin', async (visit) => {
    const provider = await providerInAddress(app, visit);
    return provider && showForm(visit, provider, typedFromProvider(provider), {});
  });
  app.post(`${LIST}/:id/edit`, 'admin', (visit) => change(app, visit));
  app.post(`${LIST}/:id/default`, 'admin', (visit) => setStanding(app, visit, 'default', { default: true }));
  app.post(`${LIST}/:id/retire`, 'admin', (visit) => setStanding(app, visit, 'retired', { active: false }));
  app.post(`${LIST}/:id/reactivate`, 'admin', (visit) => setStanding(app, visit, 'reactivated', { active: true }));
  providerKeyRoutes(app);
  contactPageRoutes(app);
  providerCallbackRoutes(app);
  providerApplicationRoutes(app);
}

async function add(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const typed = typedProvider(visit.form);
  const kind = kindIn(visit.form);
  if (kind === null) return showNew(visit, 'bank', typed, { kind: 'Please choose: bank or insurer.' });
  const { value, problems } = readNewProvider(kind, typed);
  const found = { ...problems, ...callbackProblems(app, typed.url, problems) };
  if (value === null || Object.keys(found).length > 0) return showNew(visit, kind, typed, found);
  const added = await trySetUp(addProvider(app.services, value), Object.keys(typed));
  if (added === null) return null;
  if (added.value === null) return showNew(visit, kind, typed, added.problems);
  const { provider, keyId, apiKey, secret } = added.value;
  visit.note({
    verb: 'add',
    thing: 'provider',
    about: { provider: provider.id, 'provider key': keyId },
    changes: given(providerView(provider)),
  });
  showOnNextPage(app, visit, JSON.stringify({ key: apiKey, secret }));
  return seeOther(visit.reply, `${providerUrl(provider)}?done=added`);
}

async function change(app: ConsoleApp, visit: ConsoleVisit): Promise<FastifyReply | null> {
  const before = await providerInAddress(app, visit);
  if (before === null) return null;
  const typed = typedProvider(visit.form);
  const { value, problems } = readProviderChanges(before.kind, typed);
  if (value === null) return showForm(visit, before, typed, problems);
  // What stays the same is not set again: a folder that was given keeps its meaning.
  const { exchangeFolder, ...rest } = value;
  const changes = exchangeFolder === before.exchangeFolder ? rest : value;
  const changed = await trySetUp(changeProvider(app.services, before.id, changes), Object.keys(typed));
  if (changed === null) return null;
  if (changed.value === null) return showForm(visit, before, typed, changed.problems);
  noteProvider(visit, 'change', before, changed.value.provider);
  return seeOther(visit.reply, `${providerUrl(before)}?done=changed`);
}

async function setStanding(
  app: ConsoleApp,
  visit: ConsoleVisit,
  done: string,
  changes: { default: true } | { active: boolean },
): Promise<FastifyReply | null> {
  const before = await providerInAddress(app, visit);
  if (before === null) return null;
  const changed = await trySetUp(changeProvider(app.services, before.id, changes), []);
  if (changed === null) return null;
  if (changed.value === null) return showOne(app, visit, before, inTheConsole(changed.problems['']));
  noteProvider(visit, 'change', before, changed.value.provider);
  return seeOther(visit.reply, `${providerUrl(before)}?done=${done}`);
}

/** Without the member of the API. */
function inTheConsole(refusal = ''): string {
  return refusal.replace(', with default: true', '');
}

async function showOne(
  app: ConsoleApp,
  visit: ConsoleVisit,
  provider: StoredProvider,
  refusal: string | null = null,
): Promise<FastifyReply> {
  const queues = await readProviderQueues(app.services.database, COUNT_UP_TO);
  const shown = takeShown(app, visit);
  const page = providerPage({
    provider,
    queue: queues.get(provider.id),
    token: visit.token,
    shown: shown === null ? null : (JSON.parse(shown) as { key: string; secret: string | null }),
    done: refusal === null ? visit.query.get('done') : null,
    refusal,
    may: visit.may,
  });
  return visit.show('providers', page, refusal === null ? 200 : 409);
}

function showNew(visit: ConsoleVisit, kind: ProviderKind, typed: TypedProvider, problems: Problems): FastifyReply {
  const page = newProviderPage({ token: visit.token, kind, typed, problems });
  return visit.show('providers', page, Object.keys(problems).length === 0 ? 200 : 422);
}

function showForm(
  visit: ConsoleVisit,
  provider: StoredProvider,
  typed: TypedProvider,
  problems: Problems,
): FastifyReply {
  const page = changeProviderPage({ token: visit.token, provider, typed, problems });
  return visit.show('providers', page, Object.keys(problems).length === 0 ? 200 : 422);
}
