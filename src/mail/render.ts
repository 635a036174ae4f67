import {
  BRAND,
  DARK_BRAND,
  DARK_GROUND,
  DARK_INK,
  DARK_LINE,
  DARK_ON_BRAND,
  DARK_PAPER,
  DARK_SOFT,
  DARK_WARN,
  DARK_WARN_PALE,
  PAPER_BRAND,
  PAPER_INK,
  PAPER_LINE,
  PAPER_SOFT,
} from '../brand/colours.ts';
import type { Mail, MailFacts } from '../domain/effect.ts';
import { withColon, type Language } from '../domain/values/language.ts';
import { speak } from '../domain/messages/speak.ts';
import { withoutInvisibleIn } from '../domain/values/visible.ts';
import { formatChf } from '../domain/values/money.ts';
import { html, trustedMarkup, type Html } from '../web/html.ts';
import { linkOf } from './links.ts';
import { CONTACT_LINE } from './texts/contact.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it } from './texts/it.ts';
import type { MailText, MailTexts } from './texts/mail-texts.ts';

const LANGUAGES: Record<Language, MailTexts> = { de, fr, it, en };

type RenderedMail = { subject: string; text: string; html: string; links: string[] };

export function renderMail(sealed: Mail, baseUrl: string): RenderedMail {
  const mail = withoutInvisibleIn(sealed);
  const words = LANGUAGES[mail.language];
  const content = write(mail.facts, mail.language);
  const link = linkOf(mail.facts, baseUrl);
  const greeting = words.greeting(mail.to.name);
  const footer = content.footer ?? ('organization' in mail.facts ? words.footer(mail.facts.organization) : '');
  const parts = { ...content, greeting, footer, link, ...fromManager(mail) };
  return {
    subject: content.subject,
    text: asText({ ...parts, language: mail.language }),
    html: asHtml({ ...parts, language: mail.language }),
    links: content.button === null ? [] : [link],
  };
}

/** A mail to a tenant comes from the property management, through us, and says whom to ask. */
function fromManager({ facts, language }: Mail): Pick<Parts, 'sender' | 'contact'> {
  if (!('contact' in facts) || facts.contact === undefined) return { sender: null, contact: null };
  const { organization, contact } = facts;
  return { sender: organization, contact: CONTACT_LINE[language]({ ...contact, organization }) };
}

function write(facts: MailFacts, language: Language): MailText {
  const problems = facts.kind === 'import_error' ? facts.problems.map((problem) => speak(problem, language)) : [];
  const amount = 'rentalDeposit' in facts ? formatChf(facts.rentalDeposit) : '';
  // Each kind has its own facts type, which TypeScript cannot follow through the index.
  const textOf = LANGUAGES[language].mails[facts.kind] as (
    facts: MailFacts,
    words: { problems: readonly string[]; amount: string },
  ) => MailText;
  return textOf(facts, { problems, amount });
}

type Parts = MailText & {
  greeting: string;
  footer: string;
  link: string;
  /** Named before us. */
  sender: string | null;
  contact: string | null;
};

function asText(content: Parts & { language: Language }): string {
  const label = (text: string): string => withColon(text, content.language);
  const blocks = [
    content.greeting,
    ...content.paragraphs,
    (content.list ?? []).map((line) => `- ${line}`).join('\n'),
    (content.facts ?? []).map(([what, value]) => `${label(what)} ${value}`).join('\n'),
    content.button === null ? '' : `${label(content.button)}\n${content.link}`,
    content.afterword ?? '',
    content.contact ?? '',
    `-- \n${content.footer}\n${content.sender === null ? 'Depono' : viaUs(content.sender)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** The same in all languages. */
export function viaUs(sender: string): string {
  return `${sender} via Depono`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs that show mails dark. They read a style sheet; for the others the inline styles stay. */
const DARK = trustedMarkup(`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background: ${DARK_GROUND} !important; }
    .sheet { background: ${DARK_PAPER} !important; border-color: ${DARK_LINE} !important; }
    .ink { color: ${DARK_INK} !important; border-color: ${DARK_LINE} !important; }
    .soft { color: ${DARK_SOFT} !important; border-color: ${DARK_LINE} !important; }
    .rule { border-color: ${DARK_LINE} !important; }
    .name { color: ${DARK_BRAND} !important; }
    .list { background: ${DARK_WARN_PALE} !important; color: ${DARK_WARN} !important; }
    .button { background: ${DARK_BRAND} !important; color: ${DARK_ON_BRAND} !important; }
  }
</style>`);

/** With tables and inline styles, because mail programs support little else. */
function asHtml(content: Parts & { language: Language }): string {
  return html`<!doctype html>
    <html lang="${content.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${content.subject}</title>
        ${DARK}
      </head>
      <body class="ground" style="margin:0;padding:0;background:#f2f5f7;${FONT}">
        <table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f5f7">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                class="sheet"
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border-radius:12px;border:1px solid ${PAPER_LINE}"
              >
                <tr>
                  <td class="name" style="padding:28px 32px 0;font-size:18px;font-weight:700;letter-spacing:-0.2px;color:${PAPER_BRAND}">
                    ${content.sender ?? 'Depono'}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 32px 8px">
                    ${contentOf(content)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="soft"
                    style="padding:16px 32px 24px;border-top:1px solid #e6ebef;font-size:13px;line-height:19px;color:${PAPER_SOFT}"
                  >
                    ${content.footer}${content.sender !== null && html`<br />${viaUs(content.sender)}`}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.markup;
}

const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1c2733';

function contentOf(content: Parts): Html {
  return html`<h1 class="ink" style="margin:0 0 20px;font-size:22px;line-height:28px;color:${PAPER_INK}">${content.subject}</h1>
    <p class="ink" style="${PARAGRAPH}">${content.greeting}</p>
    ${content.paragraphs.map((text) => html`<p class="ink" style="${PARAGRAPH}">${text}</p>`)}
    ${
      content.list &&
      content.list.length > 0 &&
      html`<ul
        class="list"
        style="margin:0 0 20px;padding:14px 16px 14px 34px;background:#fdf3f0;border-radius:8px;color:#7a2415;font-size:15px;line-height:23px"
      >
        ${content.list.map((line) => html`<li>${line}</li>`)}
      </ul>`
    }
    ${
      content.facts &&
      html`<table
        class="rule"
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="margin:0 0 20px;border-top:1px solid #e6ebef"
      >
        ${content.facts.map(
          ([label, value]) =>
            html`<tr>
              <td
                class="soft"
                style="padding:9px 16px 9px 0;border-bottom:1px solid #e6ebef;font-size:14px;color:${PAPER_SOFT};white-space:nowrap;vertical-align:top"
              >
                ${label}
              </td>
              <td
                class="ink"
                style="padding:9px 0;border-bottom:1px solid #e6ebef;font-size:15px;color:${PAPER_INK};width:100%"
              >
                ${value}
              </td>
            </tr>`,
        )}
      </table>`
    }
    ${
      content.button !== null &&
      html`<p style="margin:24px 0">
      <a
        class="button"
        href="${content.link}"
        style="display:inline-block;padding:13px 22px;background:${BRAND};border-radius:8px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none"
        >${content.button}</a
      >
    </p>`
    }
    ${[content.afterword, content.contact].map((text) => text && html`<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:21px;color:${PAPER_SOFT}">${text}</p>`)}`;
}
