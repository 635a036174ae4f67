import { smtpTransport, withoutTls } from '../../mail/smtp.ts';
import type { Settings } from '../command.ts';
import { fail, ok, type Finding } from './finding.ts';

const LIMIT_MS = 10_000;

/** Connects and signs in, but sends no mail. */
export async function checkMail({
  smtpUrl,
  smtpRequiresTls,
}: Pick<Settings, 'smtpUrl' | 'smtpRequiresTls'>): Promise<Finding> {
  if (smtpUrl === null) return ok('mail', 'no mail server set; mails stay in the mailbox of the test environment');
  const { host } = new URL(smtpUrl);
  const transport = smtpTransport({ smtpUrl, smtpRequiresTls }, { timeoutMs: LIMIT_MS });
  try {
    await transport.verify();
    return ok('mail', `${host} accepts the connection`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const unencrypted = withoutTls({ message, ...(code === undefined ? {} : { code }) });
    if (unencrypted !== null) return fail('mail', `${host}: ${unencrypted.message}`, WITHOUT_TLS);
    return fail('mail', `${host}: ${message}`, mendOf(code));
  } finally {
    transport.close();
  }
}

const WITHOUT_TLS =
  'Use a port of the mail server with TLS (smtps://…:465) or STARTTLS (smtp://…:587). Only on a network of your own: SMTP_ALLOW_PLAIN=true. Mails stay queued until then.';

function mendOf(code: string | undefined): string {
  if (code === 'EAUTH') return 'Check user and password in SMTP_URL.';
  return 'Check host and port in SMTP_URL, and the network (firewall, TLS). Mails stay queued until then.';
}
