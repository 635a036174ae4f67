import { BRAND, PAPER_BRAND, PAPER_INK, PAPER_LINE, PAPER_SOFT } from '../brand/colours.ts';
import type { Mail, MailFacts } from '../domain/effect.ts';
import type { Language } from '../domain/language.ts';
import { speak } from '../domain/messages/speak.ts';
import { formatChf } from '../domain/money.ts';
import { html, type Html } from '../web/html.ts';
import { linkOf } from './links.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it } from './texts/it.ts';
import type { MailText, Letters } from './texts/letter.ts';

const LANGUAGES: Record<Language, Letters> = { de, fr, it, en };

type RenderedMail = { subject: string; text: string; html: string; links: string[] };

export function renderMail(mail: Mail, baseUrl: string): RenderedMail {
  const words = LANGUAGES[mail.language];
  const letter = write(mail.facts, mail.language);
  const link = linkOf(mail.facts, baseUrl);
  const greeting = words.greeting(mail.to.name);
  const footer = letter.footer ?? words.footer(mail.facts.organization);
  return {
    subject: letter.subject,
    text: asText({ ...letter, greeting, footer, link }),
    html: asHtml({ ...letter, greeting, footer, link, language: mail.language }),
    links: [link],
  };
}

function write(facts: MailFacts, language: Language): MailText {
  const problems = facts.kind === 'import_error' ? facts.problems.map((problem) => speak(problem, language)) : [];
  const amount = 'rentalDeposit' in facts ? formatChf(facts.rentalDeposit) : '';
  // Each kind has its own facts type, which TypeScript cannot follow through the index.
  const letterFor = LANGUAGES[language].letters[facts.kind] as (
    facts: MailFacts,
    words: { problems: readonly string[]; amount: string },
  ) => MailText;
  return letterFor(facts, { problems, amount });
}

type Parts = MailText & { greeting: string; footer: string; link: string };

function asText(letter: Parts): string {
  const blocks = [
    letter.greeting,
    ...letter.paragraphs,
    (letter.list ?? []).map((line) => `- ${line}`).join('\n'),
    (letter.facts ?? []).map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${letter.button}:\n${letter.link}`,
    letter.afterword ?? '',
    `-- \n${letter.footer}\nDepono`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** With tables and inline styles, because mail programs support little else. */
function asHtml(letter: Parts & { language: Language }): string {
  return html`<!doctype html>
    <html lang="${letter.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${letter.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:#f2f5f7;${FONT}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f5f7">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border-radius:12px;border:1px solid ${PAPER_LINE}"
              >
                <tr>
                  <td style="padding:28px 32px 0;font-size:18px;font-weight:700;letter-spacing:-0.2px;color:${PAPER_BRAND}">
                    Depono
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 32px 8px">
                    ${contentOf(letter)}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:16px 32px 24px;border-top:1px solid #e6ebef;font-size:13px;line-height:19px;color:${PAPER_SOFT}"
                  >
                    ${letter.footer}
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

function contentOf(letter: Parts): Html {
  return html`<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;color:${PAPER_INK}">${letter.subject}</h1>
    <p style="${PARAGRAPH}">${letter.greeting}</p>
    ${letter.paragraphs.map((text) => html`<p style="${PARAGRAPH}">${text}</p>`)}
    ${
      letter.list &&
      letter.list.length > 0 &&
      html`<ul
        style="margin:0 0 20px;padding:14px 16px 14px 34px;background:#fdf3f0;border-radius:8px;color:#7a2415;font-size:15px;line-height:23px"
      >
        ${letter.list.map((line) => html`<li>${line}</li>`)}
      </ul>`
    }
    ${
      letter.facts &&
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="margin:0 0 20px;border-top:1px solid #e6ebef"
      >
        ${letter.facts.map(
          ([label, value]) =>
            html`<tr>
              <td
                style="padding:9px 16px 9px 0;border-bottom:1px solid #e6ebef;font-size:14px;color:${PAPER_SOFT};white-space:nowrap;vertical-align:top"
              >
                ${label}
              </td>
              <td
                style="padding:9px 0;border-bottom:1px solid #e6ebef;font-size:15px;color:${PAPER_INK};width:100%"
              >
                ${value}
              </td>
            </tr>`,
        )}
      </table>`
    }
    <p style="margin:24px 0">
      <a
        href="${letter.link}"
        style="display:inline-block;padding:13px 22px;background:${BRAND};border-radius:8px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none"
        >${letter.button}</a
      >
    </p>
    ${letter.afterword && html`<p style="margin:0 0 16px;font-size:14px;line-height:21px;color:${PAPER_SOFT}">${letter.afterword}</p>`}`;
}
