import { fail, ok, warn, type Finding } from './finding.ts';

const LIMIT_MS = 5_000;

/** Older versions lose data when a primary that was frozen for a while goes on. */
const OLDEST = [3, 0, 3] as const;

export async function checkPatroni(patroniUrl: string): Promise<Finding> {
  const check = 'Patroni';
  try {
    const answer = await fetch(new URL('/patroni', patroniUrl), { signal: AbortSignal.timeout(LIMIT_MS) });
    const body = (await answer.json()) as { patroni?: { version?: string } };
    return patroniFinding(body.patroni?.version ?? '');
  } catch {
    return warn(check, 'does not answer', 'Check PATRONI_URL, for example http://10.0.0.11:8008.');
  }
}

export function patroniFinding(version: string): Finding {
  const check = 'Patroni';
  const parts = version.split('.').map(Number);
  const at = OLDEST.findIndex((oldest, index) => (parts[index] ?? 0) !== oldest);
  const isOld = version === '' || (at >= 0 && (parts[at] ?? 0) < (OLDEST[at] ?? 0));
  if (!isOld) return ok(check, `version ${version}`);
  return fail(
    check,
    `version ${version === '' ? 'unknown' : version}`,
    'Use Patroni 3.0.3 or newer: older ones can lose acknowledged deposits when a frozen primary goes on.',
  );
}
