import { renderMail } from '../../../mail/render.ts';
import { cardTable, clockTime, filterCard, nothingYet } from '../../../partner/pages/parts.ts';
import { PARTNER_SECTIONS } from '../../../partner/pages/sections.ts';
import type { KeptMail } from '../../../storage/effects/effects.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { facts, textField } from '../../../web/parts.ts';
import { SANDBOX_WORDS, type SandboxWords } from './words.ts';

const ADDRESS = `${PARTNER_SECTIONS.sandbox}/mailbox`;

/** The mails to managers and tenants of own deposits. */
export function ownMailsPage(view: {
  language: PartnerLanguage;
  to: string | null;
  mails: readonly KeptMail[];
  baseUrl: string;
}): Pick<Page, 'title' | 'content'> {
  const { language, to, mails, baseUrl } = view;
  const words = SANDBOX_WORDS[language];
  const content = html`<a class="crumb" href="${PARTNER_SECTIONS.sandbox}">${words.title}</a>
    <h1>${words.mailbox}</h1>
    <p class="lead">${words.mailsMean}</p>
    ${filterCard(ADDRESS, words.filter, textField({ name: 'to', label: words.to, type: 'search', value: to ?? '' }))}
    ${
      mails.length === 0
        ? nothingYet(words.noMails, words.noMailsMeans)
        : cardTable(
            words.mailbox,
            [words.subject, words.to, words.kind, words.time].map((label) => ({ label, className: 'wrap' })),
            mails.map((kept) => rowOf(kept, baseUrl, words)),
          )
    }`;
  return { title: words.mailbox, content };
}

function rowOf({ id, at, state, mail, brand }: KeptMail, baseUrl: string, words: SandboxWords): Content[] {
  const { subject } = renderMail(mail, baseUrl, brand);
  return [
    html`<a href="${ADDRESS}/${id}" lang="${mail.language}">${subject}</a>`,
    html`<span>${mail.to.email}${mail.cc !== null && html`<small class="soft">${words.copy}: ${mail.cc.email}</small>`}</span>`,
    html`<code>${mail.facts.kind}</code>`,
    html`<span>${clockTime(at)}${state !== 'done' && html` <small class="soft">${words[state]}</small>`}</span>`,
  ];
}

export function ownMailPage(
  { id, at, mail, brand }: KeptMail,
  { language, baseUrl }: { language: PartnerLanguage; baseUrl: string },
): Pick<Page, 'title' | 'content'> {
  const words = SANDBOX_WORDS[language];
  const { subject, text, links } = renderMail(mail, baseUrl, brand);
  const { to, cc, facts: about, attachments = [] } = mail;
  const content = html`<a class="crumb" href="${ADDRESS}">${words.mailbox}</a>
    <h1 lang="${mail.language}">${subject}</h1>
    <div class="card">
      ${facts([
        [words.to, `${to.name} <${to.email}>`],
        [words.copy, cc?.email],
        [words.time, clockTime(at)],
        [words.kind, html`<code>${about.kind}</code>`],
        [words.code, about.kind === 'payout_account_code' && html`<code>${about.code}</code>`],
        [words.attached, attachments.length > 0 && attachmentList(id, attachments)],
        [
          words.links,
          links.length > 0 &&
            links.map((link) => html`<a href="${link}" target="_blank" rel="noopener">${link}</a><br />`),
        ],
      ])}
    </div>
    <iframe
      title="${words.asItLooks}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      src="${ADDRESS}/${id}/html"></iframe>
    <details>
      <summary>${words.asText}</summary>
      <div><pre tabindex="0" role="region" aria-label="${words.asText}"><code lang="${mail.language}">${text}</code></pre></div>
    </details>`;
  return { title: subject, content };
}

function attachmentList(id: string, attachments: readonly { documentId: string; name: string }[]): Html {
  return html`${attachments.map(
    ({ documentId, name }) => html`<a href="${ADDRESS}/${id}/attachments/${documentId}">${name}</a><br />`,
  )}`;
}
