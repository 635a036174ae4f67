import { emailKey, parseEmail, type EmailAddress } from '../../domain/values/contact.ts';
import { forgetAskedSignIns, keepAskedSignIn, listAskedSignIns } from '../../storage/cells/asked-sign-ins.ts';
import { useToken } from '../../storage/cells/used-tokens.ts';
import type { Sql } from '../../storage/database/database.ts';
import { newSecret } from '../../vault/keys.ts';
import { sha256 } from '../../vault/vault.ts';
import type { Services } from '../services.ts';
import { addSignInMail, addLinkFor, LINK_MINUTES, MANAGERS, type AskedLink } from '../sign-in.ts';
import { askCell, otherCells } from './ask-cell.ts';

const AT_ONCE = 100;

const contextOf = (id: string): string => `asked sign-in ${id}`;

/** What a cell is asked: does it know the address? It answers nobody; if it does, it mails the link. */
type SignInQuestion = { id: string; email: string; token: string };

/**
 * Someone asks here to sign in. Every other cell is asked whether it knows the address, in the same transaction and whether or not
 * this cell does, so that nothing shows who is known. Its link leads back here, to the browser that asked.
 */
export async function askOtherCells(
  services: Services,
  sql: Sql,
  asked: AskedLink & { email: EmailAddress },
): Promise<void> {
  for (const cell of otherCells(services)) {
    const token = newSecret();
    await addLinkFor(services, sql, { ...asked, token, cell });
    const id = services.random.id();
    const content = services.vault.seal(JSON.stringify({ email: asked.email, token }), contextOf(id));
    await keepAskedSignIn(sql, { id, content, cell, minutes: LINK_MINUTES });
  }
}

/** Hands a cell the questions for it. A question that is handed over twice is answered once. */
export async function handSignIns(services: Services, to: string, limitMs: number): Promise<void> {
  const { database, vault } = services;
  for (;;) {
    const asked = await listAskedSignIns(database, to, AT_ONCE);
    if (asked.length === 0) return;
    const signIns = asked.map(({ id, content }) => ({
      id,
      ...(JSON.parse(vault.unseal(content, contextOf(id)).toString('utf8')) as object),
    }));
    await askCell(services, to, { purpose: 'sign-ins', content: { signIns }, limitMs });
    await forgetAskedSignIns(
      database,
      to,
      asked.map(({ id }) => id),
    );
  }
}

/** Mails a link to those who are members of an organization that is at home here. */
export async function takeSignIns(
  services: Services,
  from: string,
  questions: readonly SignInQuestion[],
): Promise<void> {
  for (const { id, email: typed, token } of questions) {
    const email = parseEmail(typed);
    if (email === null) continue;
    await services.database.transaction(async (sql) => {
      if (!(await useToken(sql, sha256(contextOf(id)), { seconds: LINK_MINUTES * 60 }))) return;
      const known = await MANAGERS.find(sql, emailKey(email), 'mail');
      if (known !== null) await addSignInMail(services, sql, known, { realm: 'manager', token, cell: from });
    });
  }
  services.wakeWorker();
}
