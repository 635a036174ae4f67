import type { Call } from './call.ts';
import type { Judged } from './oracle.ts';
import { MARKUP_CANARY } from './values.ts';
import type { WireAnswer } from './wire.ts';

/** A page must have an expected status and our policy, and must not turn input into markup. */
export function faultOfPage({ kind }: Call, answer: WireAnswer, text: string, statuses: readonly number[]): Judged {
  const { status, headers } = answer;
  const outcome = `${kind}: ${status}`;
  const fault = faultOf();
  return { outcome, fault: fault === null ? null : `${fault}: ${status} ${text.slice(0, 300)}`, codes: [] };

  function faultOf(): string | null {
    if (!statuses.includes(status)) return `one of ${statuses.join(', ')} is due`;
    if (text.includes(MARKUP_CANARY)) return 'what was sent became markup';
    const type = headers.get('content-type') ?? '';
    if (
      type.startsWith('text/html') &&
      !(headers.get('content-security-policy') ?? '').includes("default-src 'none'")
    ) {
      return 'a page without its policy';
    }
    if (type.startsWith('text/html') && !text.trimEnd().endsWith('</html>')) return 'a page that is not whole';
    const location = headers.get('location') ?? '/';
    return location.startsWith('/') && !location.startsWith('//') ? null : `it leads away, to ${location}`;
  }
}
