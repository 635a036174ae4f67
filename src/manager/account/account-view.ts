import { IDLE_MINUTES } from '../../actions/sign-in.ts';
import type { Sql } from '../../storage/database/database.ts';
import { listPasskeys, type Passkey } from '../../storage/people/passkeys.ts';
import { listSessions, type Session } from '../../storage/people/sessions.ts';
import type { Person } from '../person.ts';
import { browserName } from '../../web/input/browser-name.ts';

export type AccountView = {
  person: Person;
  passkeys: readonly Passkey[];
  sessions: readonly ShownSession[];
};

/** `isThis`: the session of this request. `browser` is a name such as `Firefox, Windows`. */
export type ShownSession = Session & { isThis: boolean };

export async function accountView(sql: Sql, person: Person): Promise<AccountView> {
  const { id: current, emailKey } = person.session;
  const sessions = await listSessions(sql, { realm: 'manager', emailKey }, { idleMinutes: IDLE_MINUTES });
  return {
    person,
    passkeys: await listPasskeys(sql, { realm: 'manager', emailKey }),
    sessions: sessions.map((session) => ({
      ...session,
      browser: browserName(session.browser),
      isThis: session.id === current,
    })),
  };
}
