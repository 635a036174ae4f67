import { createTransport, type Transporter } from 'nodemailer';
import { scrub } from '../web/scrub.ts';

type SmtpSettings = {
  smtpUrl: string;
  /** Whether `smtp://` must switch to TLS (STARTTLS) before user, password or a mail is sent. `smtps://` is TLS anyway. */
  smtpRequiresTls: boolean;
};

/** The connections to the mail server, for the worker and for `depono doctor`. */
export function smtpTransport(
  settings: SmtpSettings,
  { timeoutMs, pool = false }: { timeoutMs: number; pool?: boolean },
): Transporter {
  const shared = {
    url: addressOf(settings),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return pool ? createTransport({ ...shared, pool: true, maxConnections: 5 }) : createTransport(shared);
}

/** Options in the address win over all others in the library, so TLS is required there, and nothing there undoes it. */
function addressOf({ smtpUrl, smtpRequiresTls }: SmtpSettings): string {
  const address = new URL(smtpUrl);
  if (!smtpRequiresTls || address.protocol === 'smtps:') return smtpUrl;
  for (const name of ['ignoreTLS', 'opportunisticTLS', 'secured']) address.searchParams.delete(name);
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

/**
 * A failed attempt in words, if it failed because the connection could not be encrypted. The mail server's own answer
 * (such as 502) would not say so.
 */
export function withoutTls({ code, message }: { code?: string; message: string }): Error | null {
  if (code !== 'ETLS' && !message.includes('STARTTLS')) return null;
  return new Error(`The connection to the mail server could not be encrypted, so nothing was sent: ${scrub(message)}.`);
}
