import PostalMime, { type Email } from 'postal-mime';
import { parseEmail, type EmailAddress } from '../domain/values/contact.ts';

/** A recipient that a mail did not reach for good. */
export type FailedRecipient = { to: EmailAddress; reason: string | null; at: Date | null };

const LONGEST_REASON = 500;

/**
 * The failed recipients of a delivery status notification (RFC 3464). Delays are none: the mail may still arrive. Null: it
 * is no such notification.
 */
export async function readDeliveryReport(raw: Buffer): Promise<FailedRecipient[] | null> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const status = mail.attachments.find(({ mimeType }) =>
    /^message\/(?:global-)?delivery-status$/i.test(mimeType),
  )?.content;
  if (typeof status !== 'string') return null;
  // The first group of fields is about the message, each other one about a recipient.
  const groups = status
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[ \t]*\n+/)
    .map(fieldsOf);
  const recipients = groups.filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'));
  if (recipients.length === 0) return null;
  return recipients.flatMap((fields) => failedIn(fields, mail));
}

type Fields = ReadonlyMap<string, string>;

/** Folded lines are joined. */
function fieldsOf(group: string): Fields {
  const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
    }),
  );
}

function failedIn(fields: Fields, mail: Email): FailedRecipient[] {
  const isFailed = fields.get('action')?.toLowerCase() === 'failed';
  // 4.x.x: not now.
  const status = fields.get('status') ?? '5';
  if (!isFailed || !status.startsWith('5')) return [];
  const addresses = [fields.get('original-recipient'), fields.get('final-recipient')].map(addressIn);
  const to = addresses.find((address) => address !== null);
  if (to === undefined || to === null) return [];
  const said = afterType(fields.get('diagnostic-code') ?? '') || fields.get('status') || '';
  return [{ to, reason: said === '' ? null : [...said].slice(0, LONGEST_REASON).join(''), at: timeOf(fields, mail) }];
}

/** `rfc822; name@host`, `utf-8; name@host`. */
function addressIn(value: string | undefined): EmailAddress | null {
  return value === undefined ? null : parseEmail(afterType(value).replace(/^<|>$/g, ''));
}

function afterType(value: string): string {
  return value.slice(value.indexOf(';') + 1).trim();
}

function timeOf(fields: Fields, { date }: Email): Date | null {
  const given = [fields.get('last-attempt-date'), date].flatMap((text) => (text === undefined ? [] : [new Date(text)]));
  return given.find((at) => !Number.isNaN(at.getTime())) ?? null;
}
