import { IDLE_MINUTES } from '../../actions/sign-in.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isId } from '../../storage/database/ids.ts';
import { setLanguage } from '../../storage/people/memberships.ts';
import { listPasskeys } from '../../storage/people/passkeys.ts';
import { endSessions, listSessions } from '../../storage/people/sessions.ts';
import { field } from '../../web/forms.ts';
import { seeOther } from '../../web/page.ts';
import type { ManagerApp } from '../app.ts';
import { accountPage } from './account-page.ts';
import { DONE, type Done } from './words.ts';

/** What a person decides about themselves: language, passkeys, and where they are signed in. */
export function accountRoutes({ services, get, post }: Pick<ManagerApp, 'services' | 'get' | 'post'>): void {
  const { database } = services;
  const done = (what: Done): string => `/manager/account?done=${what}`;

  get('/manager/account', 'member', async (visit) => {
    const { emailKey } = visit.person.session;
    const told = visit.query.get('done');
    const page = accountPage({
      person: visit.person,
      token: visit.token,
      done: DONE.find((what) => what === told) ?? null,
      passkeys: await listPasskeys(database, emailKey),
      sessions: await listSessions(database, { realm: 'manager', emailKey }, { idleMinutes: IDLE_MINUTES }),
    });
    return visit.show('account', page);
  });

  post('/manager/account/language', 'member', async ({ person, form, reply }) => {
    const wished = field(form, 'language');
    const language = LANGUAGES.find((one): one is Language => one === wished);
    if (language === undefined) return null;
    await setLanguage(database, person.session.emailKey, language);
    return seeOther(reply, done('language'));
  });

  post('/manager/account/sessions/end', 'member', async ({ person, form, reply }) => {
    const id = field(form, 'id');
    if (!isId(id)) return null;
    await endSessions(database, { realm: 'manager', emailKey: person.session.emailKey }, { id });
    return seeOther(reply, done('session_ended'));
  });

  post('/manager/account/sessions/end-others', 'member', async ({ person: { session }, reply }) => {
    await endSessions(database, { realm: 'manager', emailKey: session.emailKey }, { but: session.id });
    return seeOther(reply, done('sessions_ended'));
  });
}
