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
import { operatorBrand, type ShownBrand } from '../domain/brand/brand.ts';
import { shadesOf, type Shades } from '../domain/brand/colour.ts';
import type { Mail, MailFacts } from '../domain/effect.ts';
import { withColon, type Language } from '../domain/values/language.ts';
import { speak } from '../domain/messages/speak.ts';
import { withoutInvisibleIn } from '../domain/values/visible.ts';
import { formatChf } from '../domain/values/money.ts';
import { logoPath } from '../web/brand/brand-routes.ts';
import { html, trustedMarkup, type Html } from '../web/html.ts';
import { linkOf } from './links.ts';
import { keptAside, withServiceName } from './service-name.ts';
import { viaUs } from './sender.ts';
import { CONTACT_LINE } from './texts/contact.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it } from './texts/it.ts';
import type { MailText, MailTexts } from './texts/mail-texts.ts';

const LANGUAGES: Record<Language, MailTexts> = { de, fr, it, en };

type RenderedMail = { subject: string; text: string; html: string; links: string[] };

/** In the reader's language, with the brand of the organization that the mail is about. */
export function renderMail(sealed: Mail, baseUrl: string, brand: ShownBrand = operatorBrand({})): RenderedMail {
  const mail = keptAside(withoutInvisibleIn(sealed), brand.service);
  const words = LANGUAGES[mail.language];
  const content = write(mail.facts, mail.language);
  const link = linkOf(mail.facts, baseUrl);
  const greeting = words.greeting(mail.to.name);
  const footer = content.footer ?? ('organization' in mail.facts ? words.footer(mail.facts.organization) : '');
  const written = withServiceName({ ...content, greeting, footer, ...fromManager(mail) }, brand.service);
  const parts = { ...written, link, brand };
  return {
    subject: parts.subject,
    text: asText({ ...parts, language: mail.language }),
    html: asHtml({ ...parts, language: mail.language, baseUrl }),
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
  brand: ShownBrand;
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
    ['-- ', content.footer, signatureOf(content), content.brand.footer ?? ''].filter((line) => line !== '').join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Whose mail it is: the organization under its own brand, or through us. */
function signatureOf({ sender, brand }: Parts): string {
  return brand.isHouse || sender === null ? brand.name : viaUs(sender, brand.service);
}

/** At the top, before anything else. */
function headOf({ sender, brand, baseUrl }: Parts & { baseUrl: string }): Html {
  const { logo, name, isHouse } = brand;
  if (logo === null) return html`${isHouse ? name : (sender ?? name)}`;
  const scale = Math.min(48 / logo.height, 240 / logo.width, 1);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return html`<img
    src="${baseUrl}${logoPath(logo)}"
    alt="${name}"
    width="${width}"
    height="${height}"
    style="display:block;border:0;background:#ffffff;border-radius:4px"
  />`;
}

type Colours = { light: Pick<Shades, 'brand' | 'on'> & { name: string }; dark: Pick<Shades, 'brand' | 'on'> };

function coloursOf({ colour }: ShownBrand): Colours {
  if (colour === null) {
    return {
      light: { brand: BRAND, on: '#ffffff', name: PAPER_BRAND },
      dark: { brand: DARK_BRAND, on: DARK_ON_BRAND },
    };
  }
  const { light, dark } = shadesOf(colour);
  return { light: { ...light, name: light.brand }, dark };
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs that show mails dark. They read a style sheet; for the others the inline styles stay. */
const darkStyle = ({ dark }: Colours): Html =>
  trustedMarkup(`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground { background: ${DARK_GROUND} !important; }
    .sheet { background: ${DARK_PAPER} !important; border-color: ${DARK_LINE} !important; }
    .ink { color: ${DARK_INK} !important; border-color: ${DARK_LINE} !important; }
    .soft { color: ${DARK_SOFT} !important; border-color: ${DARK_LINE} !important; }
    .rule { border-color: ${DARK_LINE} !important; }
    .name { color: ${dark.brand} !important; }
    .list { background: ${DARK_WARN_PALE} !important; color: ${DARK_WARN} !important; }
    .button { background: ${dark.brand} !important; color: ${dark.on} !important; }
  }
</style>`);

/** With tables and inline styles, because mail programs support little else. */
function asHtml(content: Parts & { language: Language; baseUrl: string }): string {
  const colours = coloursOf(content.brand);
  return html`<!doctype html>
    <html lang="${content.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${content.subject}</title>
        ${darkStyle(colours)}
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
                  <td class="name" style="padding:28px 32px 0;font-size:18px;font-weight:700;letter-spacing:-0.2px;color:${colours.light.name}">
                    ${headOf(content)}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 32px 8px">
                    ${contentOf(content, colours)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="soft"
                    style="padding:16px 32px 24px;border-top:1px solid #e6ebef;font-size:13px;line-height:19px;color:${PAPER_SOFT}"
                  >
                    ${[content.footer, ...belowFooter(content)].filter((line) => line !== '').map((line, index) => html`${index > 0 && html`<br />`}${line}`)}
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

/** Without a name of its own the mail ends with its footer. */
function belowFooter(content: Parts): string[] {
  const { sender, brand } = content;
  return [...(sender !== null || brand.isHouse ? [signatureOf(content)] : []), brand.footer ?? ''];
}

function contentOf(content: Parts, { light }: Colours): Html {
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
        style="display:inline-block;padding:13px 22px;background:${light.brand};border-radius:8px;color:${light.on};font-size:16px;font-weight:600;text-decoration:none"
        >${content.button}</a
      >
    </p>`
    }
    ${[content.afterword, content.contact].map((text) => text && html`<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:21px;color:${PAPER_SOFT}">${text}</p>`)}`;
}
