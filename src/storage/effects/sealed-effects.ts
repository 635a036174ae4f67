import { emailKey } from '../../domain/values/contact.ts';
import type { Effect, Mail, QueuedDocument, Sms, StateChange } from '../../domain/effect.ts';
import type { DigestNote, LetterNote } from '../../domain/digest/queued-notes.ts';
import type { Vault } from '../../vault/vault.ts';
import { column, type RowOf } from '../database/columns.ts';

/** The columns of an effect that is queued. */
export const EFFECT_COLUMNS = {
  id: column<string>('uuid'),
  kind: column<Effect['kind']>('text'),
  mail_kind: column<string | null>('text'),
  recipient_hash: column<Base64 | null>('bytea'),
  content: column<Base64 | null>('bytea'),
  due_at: column<Date>('timestamptz'),
};

type Base64 = string;

type SealedEffect = Omit<RowOf<typeof EFFECT_COLUMNS>, 'content'> & { content: Buffer | null };

/** The columns of an effect, for JSON. */
export function effectRow(vault: Vault, effect: Effect): RowOf<typeof EFFECT_COLUMNS> {
  const { content, ...row } = sealEffect(vault, effect);
  return { ...row, content: content?.toString('base64') ?? null };
}

export function sealEffect(vault: Vault, effect: Effect): SealedEffect {
  switch (effect.kind) {
    case 'mail':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: effect.mail.facts.kind,
        recipient_hash: recipientHash(vault, effect.mail.to.email),
        content: vault.seal(JSON.stringify(effect.mail), `mail ${effect.id}`),
        due_at: effect.dueAt,
      };
    case 'document':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: null,
        recipient_hash: null,
        content: vault.seal(JSON.stringify(effect.document), `document ${effect.id}`),
        due_at: effect.dueAt,
      };
    case 'provider_event':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: null,
        recipient_hash: null,
        content: vault.seal(JSON.stringify(providerEvent(effect)), `provider_event ${effect.id}`),
        due_at: effect.dueAt,
      };
    case 'state_event':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: null,
        recipient_hash: null,
        content: vault.seal(JSON.stringify(effect.change), `state_event ${effect.id}`),
        due_at: effect.dueAt,
      };
    case 'sms':
    case 'letter':
    case 'add_to_digest':
    case 'daily_digest':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: null,
        recipient_hash: null,
        content: vault.seal(
          JSON.stringify(effect.kind === 'sms' ? effect.sms : effect.note),
          `${effect.kind} ${effect.id}`,
        ),
        due_at: effect.dueAt,
      };
    case 'send_deposit':
    case 'remind':
    case 'order_after_year':
    case 'warn_of_year':
    case 'end_undisputed':
    case 'check_register':
    case 'counterpart':
      return {
        id: effect.id,
        kind: effect.kind,
        mail_kind: null,
        recipient_hash: null,
        content: null,
        due_at: effect.dueAt,
      };
  }
}

export type ProviderEvent = Pick<Extract<Effect, { kind: 'provider_event' }>, 'event' | 'applicationId'>;

function providerEvent({ event, applicationId }: ProviderEvent): ProviderEvent {
  return { event, applicationId };
}

export function openProviderEvent(vault: Vault, id: string, content: Buffer): ProviderEvent {
  return JSON.parse(vault.unseal(content, `provider_event ${id}`).toString('utf8')) as ProviderEvent;
}

export function openMail(vault: Vault, id: string, content: Buffer): Mail {
  return JSON.parse(vault.unseal(content, `mail ${id}`).toString('utf8')) as Mail;
}

export function openDigestNote(
  vault: Vault,
  { id, kind }: { id: string; kind: Effect['kind'] },
  content: Buffer,
): DigestNote {
  return JSON.parse(vault.unseal(content, `${kind} ${id}`).toString('utf8')) as DigestNote;
}

export function openLetter(vault: Vault, id: string, content: Buffer): LetterNote {
  return JSON.parse(vault.unseal(content, `letter ${id}`).toString('utf8')) as LetterNote;
}

export function openSms(vault: Vault, id: string, content: Buffer): Sms {
  return JSON.parse(vault.unseal(content, `sms ${id}`).toString('utf8')) as Sms;
}

export function openStateChange(vault: Vault, id: string, content: Buffer): StateChange {
  return JSON.parse(vault.unseal(content, `state_event ${id}`).toString('utf8')) as StateChange;
}

export function openDocument(vault: Vault, id: string, content: Buffer): QueuedDocument {
  return JSON.parse(vault.unseal(content, `document ${id}`).toString('utf8')) as QueuedDocument;
}

/** By which the mails to an address are found; base64. */
export function recipientHash(vault: Vault, email: string): string {
  return vault.fingerprint(recipientMark(email));
}

/** Also those of mails that were written under an older key. */
export function recipientHashes(vault: Vault, email: string): string[] {
  return vault.fingerprints(recipientMark(email));
}

const recipientMark = (email: string): string => `recipient ${emailKey(email)}`;
