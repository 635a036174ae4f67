import type { ShownBrand } from '../domain/brand/brand.ts';
import type { Mail } from '../domain/effect.ts';
import { scrub } from '../web/scrub.ts';
import { renderMail } from './render.ts';
import { mailAddress, senderOf } from './sender.ts';
import { smtpTransport, withoutTls } from './smtp.ts';

/** A PDF that goes with a mail. */
export type AttachedFile = { name: string; content: Buffer };

/** Sends mails, or throws. */
export type PostOffice = {
  send: (id: string, mail: Mail, as: { brand: ShownBrand; files: readonly AttachedFile[] }) => Promise<void>;
  close: () => void;
};

type PostOfficeSettings = { smtpUrl: string; smtpRequiresTls: boolean; from: string; baseUrl: () => string };

const TIMEOUT_MS = 20_000;

export function openPostOffice({ smtpUrl, smtpRequiresTls, from, baseUrl }: PostOfficeSettings): PostOffice {
  const transport = smtpTransport({ smtpUrl, smtpRequiresTls }, { timeoutMs: TIMEOUT_MS, pool: true });
  return {
    send: async (id, mail, { brand, files }) => {
      const { subject, text, html } = renderMail(mail, baseUrl(), brand);
      const sending = transport.sendMail({
        ...senderOf(mail, from, brand),
        to: [mailAddress(mail.to)],
        cc: mail.cc === null ? [] : [mailAddress(mail.cc)],
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

/** Names that a mail server may repeat in its error message. */
function namesIn({ to, cc, facts }: Mail): string[] {
  const contact = 'contact' in facts ? (facts.contact?.name ?? '') : '';
  return [to.name, cc?.name ?? '', contact, ...('tenants' in facts ? facts.tenants : [])];
}
