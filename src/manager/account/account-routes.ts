import { NOTIFICATIONS } from '../../domain/digest/digest.ts';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import { isId } from '../../storage/database/ids.ts';
import { setLanguage, setNotifications } from '../../storage/people/memberships.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp } from '../app.ts';
import { accountPage } from './account-page.ts';
import { accountView } from './account-view.ts';
import { ACCOUNT_DONE, type AccountDone } from './words.ts';

/** A person's own settings: language, passkeys, and sessions. */
export function accountRoutes({ services, get, post }: Pick<ManagerApp, 'services' | 'get' | 'post'>): void {
  const { database } = services;

  get('/manager/account', 'member', async (visit) => {
    const done = ACCOUNT_DONE.find((what) => what === visit.query.get('done')) ?? null;
    const view = await accountView(database, visit.person);
    return visit.show('account', accountPage(view, { token: visit.token, done }));
  });

  post('/manager/account/language', 'member', async ({ person, form, reply }) => {
    const chosen = field(form, 'language');
    const language = LANGUAGES.find((one): one is Language => one === chosen);
    if (language === undefined) return null;
    await setLanguage(database, person.session.emailKey, language);
    return seeOther(reply, accountUrl('language'));
  });

  post('/manager/account/notifications', 'member', async ({ person, form, reply }) => {
    const chosen = field(form, 'notifications');
    const notifications = NOTIFICATIONS.find((one) => one === chosen);
    if (notifications === undefined) return null;
    await setNotifications(database, person.session.emailKey, notifications);
    return seeOther(reply, accountUrl('notifications'));
  });

  post('/manager/account/sessions/end', 'member', async ({ person, form, reply }) => {
    const id = field(form, 'id');
    if (!isId(id)) return null;
    await endSessions(database, { realm: 'manager', emailKey: person.session.emailKey }, { id });
    return seeOther(reply, accountUrl('session_ended'));
  });

  post('/manager/account/sessions/end-others', 'member', async ({ person: { session }, reply }) => {
    await endSessions(database, { realm: 'manager', emailKey: session.emailKey }, { but: session.id });
    return seeOther(reply, accountUrl('sessions_ended'));
  });
}

function accountUrl(done: AccountDone): string {
  return `/manager/account?done=${done}`;
}
