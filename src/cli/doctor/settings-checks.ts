import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** Settings that are valid but unsafe or unlikely to be intended. */
export function checkSettings(settings: Settings): Finding[] {
  const { environment, callbackAllowPrivate, mailFrom, smtpRequiresTls } = settings;
  const findings = [ok('configuration', `valid, ${environment} environment`), checkBaseUrl(settings)];
  if (environment === 'test') return findings;
  if (callbackAllowPrivate) {
    findings.push(
      fail(
        'CALLBACK_ALLOW_PRIVATE',
        'callbacks may reach private addresses in the operator’s own network',
        'Remove CALLBACK_ALLOW_PRIVATE in production.',
      ),
    );
  }
  if (mailFrom.includes('@localhost')) {
    findings.push(
      fail('MAIL_FROM', 'mails are sent from deposits@localhost', 'Set MAIL_FROM to an address of your domain.'),
    );
  }
  if (!smtpRequiresTls) {
    findings.push(
      warn(
        'SMTP_ALLOW_PLAIN',
        'user, password and mails may go to the mail server unencrypted',
        'Remove SMTP_ALLOW_PLAIN, unless the mail server is on this machine or on a network of your own.',
      ),
    );
  }
  return findings;
}

export function checkBaseUrl({ environment, baseUrl, port }: Settings): Finding {
  const check = 'BASE_URL';
  const isProduction = environment === 'production';
  const mend = 'Set BASE_URL to the address that people and partners use, such as https://depono.example.ch.';
  if (baseUrl === null) {
    const says = `not set; links point to http://localhost:${port}`;
    return isProduction ? fail(check, says, mend) : ok(check, says);
  }
  const { protocol, hostname, pathname } = new URL(baseUrl);
  if (pathname !== '/') return fail(check, `${baseUrl} has a path, but Depono is served at the root`, mend);
  if (!isProduction) return ok(check, baseUrl);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    return fail(check, `${baseUrl} is only reachable from this machine`, mend);
  }
  if (protocol !== 'https:') return fail(check, `${baseUrl} is not https, but links contain secrets`, mend);
  return ok(check, baseUrl);
}

const ANSWER_LIMIT_MS = 5_000;

/** Does the service answer at the address used in links? */
export async function checkAnswer({ baseUrl, port }: Settings): Promise<Finding> {
  const address = `${baseUrl ?? `http://localhost:${port}`}/readyz`;
  const mend = 'Start the service, or check the way to this address (proxy, DNS, certificate).';
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    if (status === 200) return ok('service', `${address} answers`);
    return warn('service', `${address} answered ${status}`, mend);
  } catch {
    return warn('service', `${address} does not answer`, mend);
  }
}
