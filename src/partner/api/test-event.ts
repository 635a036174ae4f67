import { prepareTestEvent } from '../../actions/partners/test-event.ts';
import type { Services } from '../../actions/services.ts';
import { faultInWords } from '../../callbacks/faults.ts';
import { signedHeaders } from '../../callbacks/message.ts';
import { post, type ReceiverAnswer } from '../../callbacks/send.ts';
import type { OwnConnection } from '../../storage/set-up/connections.ts';
import { scrub } from '../../web/scrub.ts';

/** What the receiver answered. `status` is null if no answer came; `answer` then says why. */
export type TestAnswer = { status: number | null; durationMs: number; answer: string };

type TestOutcome = ({ is: 'sent' } & TestAnswer) | { is: 'unknown' } | { is: 'no_callback' };

type TestSettings = { services: Services; callbackAllowPrivate: boolean; testEventMs: number };

/** Posts a test event to the callback of a connection, signed as every message, and says what came back. */
export async function sendTestEvent(
  { services, callbackAllowPrivate: allowPrivate, testEventMs }: TestSettings,
  own: OwnConnection,
): Promise<TestOutcome> {
  const letter = await prepareTestEvent(services, own);
  if (letter.is !== 'ready') return letter;
  const { id, url, secrets, event } = letter;
  const body = JSON.stringify(event);
  const headers = signedHeaders(body, { id, at: new Date(), secrets });
  const limit = AbortSignal.timeout(testEventMs);
  const start = performance.now();
  const answered = await post(url, { headers, body, signal: limit, allowPrivate }).catch((error: Error) => error);
  const durationMs = Math.round(performance.now() - start);
  const inTime = `within ${testEventMs / 1_000} seconds`;
  if (answered instanceof Error) {
    const why = limit.aborted ? `No answer came ${inTime}.` : faultInWords(answered);
    return { is: 'sent', status: null, durationMs, answer: safe(why) };
  }
  return { is: 'sent', status: answered.status, durationMs, answer: inWords(answered, limit.aborted, inTime) };
}

/** The beginning of the answer, and what was wrong with it. */
function inWords({ status, location, text, read }: ReceiverAnswer, isLate: boolean, inTime: string): string {
  const parts = [safe(text)];
  if (status >= 300 && status < 400 && location !== null) {
    parts.unshift(`Redirects to ${safe(location)}. A redirect is not followed.`);
  }
  if (read === 'beginning') parts.push('(The answer is longer: this is its beginning.)');
  if (read === 'cut_short') {
    parts.push(isLate ? `(The answer did not end ${inTime}.)` : '(The connection was closed before the answer ended.)');
  }
  return parts.filter((part) => part !== '').join(' ');
}

const LONGEST_SHOWN = 500;

/** Nothing secret, nothing that a terminal or a page would obey. */
function safe(text: string): string {
  const plain = scrub(text)
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();
  return plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN).toWellFormed()}…` : plain;
}
