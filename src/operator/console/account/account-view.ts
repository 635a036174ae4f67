import { IDLE_MINUTES } from '../../../actions/sign-in.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { listPasskeys, type Passkey } from '../../../storage/people/passkeys.ts';
import { listSessions, type Session } from '../../../storage/people/sessions.ts';
import { browserName } from '../../../web/input/browser-name.ts';

export type OperatorAccountView = {
  passkeys: readonly Passkey[];
  /** `isThis`: the session of this request. */
  sessions: readonly (Session & { isThis: boolean })[];
};

export async function operatorAccountView(sql: Sql, { id, emailKey }: Session): Promise<OperatorAccountView> {
  const who = { realm: 'operator', emailKey } as const;
  const sessions = await listSessions(sql, who, { idleMinutes: IDLE_MINUTES });
  return {
    passkeys: await listPasskeys(sql, who),
    sessions: sessions.map((session) => ({
      ...session,
      browser: browserName(session.browser),
      isThis: session.id === id,
    })),
  };
}
