import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const SOON_DAYS = 30;
const A_DAY_MS = 86_400_000;
const RENEW = 'Renew the certificate and put it in the place of the old one. See docs/operations.md.';

/** Whether documents are sealed, and for how long the certificate still lasts. */
export async function checkSeal({ seal, environment, timestampUrl }: Settings, now: Date): Promise<Finding> {
  const check = 'seal';
  if (seal === null) {
    if (environment === 'test') return ok(check, 'a self-made certificate, for tests only');
    return warn(check, 'documents are not sealed', 'Set SEAL_CERTIFICATE and SEAL_PASSWORD. See docs/operations.md.');
  }
  try {
    // Loaded where there is one.
    const { readCertificate } = await import('../../seal/read-certificate.ts');
    const { subject, expiresAt } = await readCertificate(seal, now);
    const day = expiresAt.toISOString().slice(0, 10);
    const days = Math.floor((expiresAt.getTime() - now.getTime()) / A_DAY_MS);
    if (days < SOON_DAYS) return warn(check, `the certificate of ${subject} expires in ${days} days, on ${day}`, RENEW);
    const stamps = timestampUrl === null ? 'without time stamps' : 'agreements with time stamps';
    return ok(check, `sealed by ${subject} until ${day}, ${stamps}`);
  } catch (error) {
    return fail(check, (error as Error).message, RENEW);
  }
}
