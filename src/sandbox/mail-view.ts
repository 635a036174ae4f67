import * as z from 'zod';
import { LANGUAGES } from '../domain/values/language.ts';
import { renderMail } from '../mail/render.ts';
import type { KeptMail } from '../storage/effects/effects.ts';
import type { SandboxSettings } from './settings.ts';

/** In one answer. */
export const MOST_MAILS = 500;

export const mailSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    kind: z.string(),
    state: z.enum(['waiting', 'done', 'failed']),
    to: z.string(),
    cc: z.array(z.string()),
    language: z.enum(LANGUAGES),
    subject: z.string(),
    text: z.string(),
    links: z.array(z.string()),
    code: z.string().nullable().describe('The code in the mail, if it has one.'),
    attachments: z.array(z.object({ name: z.string(), sha256: z.string() })),
  })
  .meta({ id: 'Mail' });

export function mailView(
  { id, at, state, mail, brand }: KeptMail,
  { baseUrl }: SandboxSettings,
): z.infer<typeof mailSchema> {
  const { subject, text, links } = renderMail(mail, baseUrl(), brand);
  return {
    id,
    at: at.toISOString(),
    kind: mail.facts.kind,
    state,
    to: mail.to.email,
    cc: mail.cc === null ? [] : [mail.cc.email],
    language: mail.language,
    subject,
    text,
    links,
    code: mail.facts.kind === 'payout_account_code' ? mail.facts.code : null,
    attachments: (mail.attachments ?? []).map(({ name, sha256 }) => ({ name, sha256 })),
  };
}
