import type { Mail, Recipient } from '../domain/effect.ts';
import { withoutInvisible } from '../domain/values/visible.ts';
import { scrub } from '../web/scrub.ts';
import { renderMail, viaUs } from './render.ts';
import { smtpTransport, withoutTls } from './smtp.ts';

/** A PDF that goes with a mail. */
export type AttachedFile = { name: string; content: Buffer };

/** Sends mails, or throws. */
export type PostOffice = {
  send: (id: string, mail: Mail, files?: readonly AttachedFile[]) => Promise<void>;
  close: () => void;
};

type PostOfficeSettings = { smtpUrl: string; smtpRequiresTls: boolean; from: string; baseUrl: () => string };

const TIMEOUT_MS = 20_000;

export function openPostOffice({ smtpUrl, smtpRequiresTls, from, baseUrl }: PostOfficeSettings): PostOffice {
  const transport = smtpTransport({ smtpUrl, smtpRequiresTls }, { timeoutMs: TIMEOUT_MS, pool: true });
  return {
    send: async (id, mail, files = []) => {
      const { subject, text, html } = renderMail(mail, baseUrl());
      const sending = transport.sendMail({
        ...senderOf(mail, from),
        to: [addressOf(mail.to)],
        cc: mail.cc === null ? [] : [addressOf(mail.cc)],
        subject,
        text,
        html,
        attachments: files.map(({ name: filename, content }) => ({
          filename,
          content,
          contentType: 'application/pdf',
        })),
        // The same on every attempt, so that mail programs recognize a repeated mail.
        messageId: `<${id}@${new URL(baseUrl()).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
      });
      await sending.catch((error: Error) => {
        error.message = scrub(error.message, namesIn(mail));
        throw withoutTls(error) ?? error;
      });
    },
    close: () => transport.close(),
  };
}

/** A mail to a tenant is from the property management, whose contact person gets the reply; our address sends it. */
function senderOf({ facts }: Mail, from: string): { from: string | Address; replyTo?: Address } {
  if (!('contact' in facts) || facts.contact === undefined) return { from };
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return {
    from: { address, name: withoutInvisible(viaUs(facts.organization)) },
    replyTo: addressOf(facts.contact),
  };
}

type Address = { address: string; name: string };

/** Names that a mail server may repeat in its error message. */
function namesIn({ to, cc, facts }: Mail): string[] {
  const contact = 'contact' in facts ? (facts.contact?.name ?? '') : '';
  return [to.name, cc?.name ?? '', contact, ...('tenants' in facts ? facts.tenants : [])];
}

/** Recipients are objects: a line break in a string could inject more of them. */
function addressOf({ email, name }: Recipient): Address {
  return { address: email, name: withoutInvisible(name) };
}
