import { createTransport } from 'nodemailer';
import { fail, ok, type Finding } from './finding.ts';

const LIMIT_MS = 10_000;

/** Connects and signs in, but sends no mail. */
export async function checkMail(smtpUrl: string | null): Promise<Finding> {
  if (smtpUrl === null) return ok('mail', 'no mail server set; mails stay in the mailbox of the test environment');
  const { host } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  try {
    await transport.verify();
    return ok('mail', `${host} accepts the connection`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return fail('mail', `${host}: ${message}`, mendOf(code));
  } finally {
    transport.close();
  }
}

function mendOf(code: string | undefined): string {
  if (code === 'EAUTH') return 'Check user and password in SMTP_URL.';
  return 'Check host and port in SMTP_URL, and the network (firewall, TLS). Mails stay queued until then.';
}
