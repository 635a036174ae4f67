import { readDeliveryReport } from '../../src/mail/delivery-report.ts';
import { cut, damaged } from '../doors/files.ts';
import type { Random } from '../random.ts';
import { anything, asText, word } from '../values.ts';
import type { Reader } from './reader.ts';

const LONGEST_REASON = 500;

/** Mails that come back: delivery status notifications (RFC 3464), and what is none. */
export const bouncedMails: Reader = {
  name: 'bounced mails',
  weight: 2,
  read: async (random) => {
    const to = `${word(random, 10)}@mail.example`;
    const { kind, mail, due } = bouncedMail(random, to);
    const failed = await readDeliveryReport(mail).catch((error: unknown) =>
      error instanceof Error ? null : undefined,
    );
    if (failed === undefined) return { kind, outcome: 'thrown', fault: 'what is thrown is no error' };
    const found = (failed ?? []).map((one) => one.to);
    const outcome = failed === null ? 'none' : found.length > 0 ? 'bounced' : 'nothing failed';
    if (due !== null && found.length > 0 !== due) return { kind, outcome, fault: `bounced: ${String(due)} is due` };
    const isLong = (failed ?? []).some(({ reason }) => [...(reason ?? '')].length > LONGEST_REASON);
    const isOdd = found.some((one) => /[\s<>\p{Cc}]/u.test(one));
    return { kind, outcome, fault: isLong ? 'a reason is not cut' : isOdd ? `${found.join()} is no address` : null };
  },
};

type Bounced = { kind: string; mail: Buffer; /** Null: it may be either. */ due: boolean | null };

export function bouncedMail(random: Random, to: string): Bounced {
  const good = Buffer.from(notification(to, {}));
  const made = (kind: string, more: Parts, due: boolean | null): Bounced => ({
    kind,
    mail: Buffer.from(notification(to, more)),
    due,
  });
  return random.weighted<() => Bounced>([
    [4, () => ({ kind: 'failed', mail: good, due: true })],
    [1, () => made('delayed', { action: 'delayed', status: '4.4.1' }, false)],
    [1, () => made('delivered', { action: 'delivered', status: '2.0.0' }, false)],
    [2, () => made('long reason', { said: `smtp; 550 ${'x'.repeat(random.pick([600, 20_000]))}` }, true)],
    [
      2,
      () => made('odd field', { [random.pick(['action', 'status', 'said', 'at'])]: oneLine(anything(random)) }, null),
    ],
    [
      1,
      () =>
        made(
          'several recipients',
          { more: `\r\nFinal-Recipient: rfc822; ${'x'.repeat(300)}@y.example\r\nAction: failed\r\nStatus: 5.0.0\r\n` },
          true,
        ),
    ],
    [
      1,
      () => ({
        kind: 'no notification',
        mail: Buffer.from(`Subject: Ferien\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed`),
        due: false,
      }),
    ],
    [1, () => ({ kind: 'in a mail in a mail', mail: nested(good, random.pick([1, 30, 300])), due: null })],
    [2, () => ({ kind: 'damaged', mail: damaged(random, good), due: null })],
    [2, () => ({ kind: 'cut short', mail: cut(random, good), due: null })],
    [
      1,
      () => ({
        kind: 'folded for ever',
        mail: Buffer.from(notification(to, { said: `smtp; ${'\r\n x'.repeat(5_000)}` })),
        due: true,
      }),
    ],
  ])();
}

const oneLine = (value: unknown): string => asText(value ?? '').replaceAll(/[\r\n]+/g, ' ');

type Parts = { action?: string; status?: string; said?: string; at?: string; more?: string };

function notification(to: string, parts: Parts): string {
  const {
    action = 'failed',
    status = '5.1.1',
    said = 'smtp; 550 no such user',
    at = 'Mon, 02 Mar 2026 08:30:00 +0100',
    more = '',
  } = parts;
  return [
    'From: MAILER-DAEMON@mail.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I am sorry.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${said}`,
    `Last-Attempt-Date: ${at}`,
    more,
    '--b1--',
    '',
  ].join('\r\n');
}

function nested(mail: Buffer, depth: number): Buffer {
  let text = mail.toString('utf8');
  for (let n = 0; n < depth; n++) {
    text = `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="n${n}"\r\n\r\n--n${n}\r\n${text}\r\n--n${n}--\r\n`;
  }
  return Buffer.from(text);
}
