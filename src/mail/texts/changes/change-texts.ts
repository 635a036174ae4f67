import type { MailTexts } from '../mail-texts.ts';

/** The mails about changes while a deposit lives. */
export type ChangeTexts = Pick<
  MailTexts['mails'],
  | 'contact_confirm'
  | 'contact_changed'
  | 'contact_confirmed'
  | 'contact_objected'
  | 'person_changed'
  | 'deposit_held'
  | 'hold_lifted'
>;
