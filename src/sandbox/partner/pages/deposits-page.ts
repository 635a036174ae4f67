import {
  cardTable,
  clockTime,
  filterCard,
  nothingYet,
  pageLinks,
  toCorrectPart,
} from '../../../partner/pages/parts.ts';
import { PARTNER_SECTIONS } from '../../../partner/pages/sections.ts';
import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { PartnerDeposit } from '../../../storage/partners/own-deposits.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { notice, textField } from '../../../web/parts.ts';
import { phaseBadge } from './deposit-page.ts';
import { SANDBOX_WORDS, type SandboxWords } from './words.ts';

const ADDRESS = PARTNER_SECTIONS.sandbox;

/** A payment by reference that was refused. */
export type RefusedPayment = { reference: string; amount: string; problems: Readonly<Record<string, string>> };

/** The deposits of a partner, and money with any of their references. */
export function playedDepositsPage(view: {
  language: PartnerLanguage;
  token: Html;
  mayPlay: boolean;
  query: URLSearchParams;
  contract: string | null;
  deposits: readonly PartnerDeposit[];
  next: string | null;
  /** The deposit that was just paid to. */
  paid: string | null;
  refused: RefusedPayment | null;
}): Pick<Page, 'title' | 'content'> {
  const { language, mayPlay, query, contract, deposits, next, paid } = view;
  const words = SANDBOX_WORDS[language];
  const content = html`<div class="heading">
      <h1>${words.title}</h1>
      <a class="button second" href="${ADDRESS}/mailbox">${words.mailbox}</a>
    </div>
    <p class="lead">${words.lead}</p>
    <p class="hint"><a href="/docs/sandbox">${words.guide}</a>. ${words.clock}</p>
    ${paid !== null && notice('good', html`<p>${words.paid} <a href="${ADDRESS}/${paid}">${words.toDeposit}</a></p>`)}
    ${
      (contract !== null || deposits.length > 0) &&
      filterCard(
        ADDRESS,
        words.find,
        textField({ name: 'contract', label: words.contract, type: 'search', value: contract ?? '' }),
      )
    }
    ${deposits.length === 0 ? emptyPart(contract, words) : listPart(deposits, language, words)}
    ${pageLinks(ADDRESS, query, next, words)} ${mayPlay && deposits.length > 0 && payPart(view, words)}`;
  return { title: words.title, content };
}

function emptyPart(contract: string | null, words: SandboxWords): Html {
  return contract === null
    ? nothingYet(words.none, words.noneMeans)
    : nothingYet(words.noneFound, words.noneFoundMeans);
}

function listPart(deposits: readonly PartnerDeposit[], language: PartnerLanguage, words: SandboxWords): Html {
  return cardTable(
    words.deposits,
    [words.contract, words.state, words.organization, words.opened].map((label) => ({ label })),
    deposits.map((deposit): Content[] => [
      html`<a href="${ADDRESS}/${deposit.id}">${deposit.externalContractId}</a>`,
      phaseBadge(deposit, language),
      deposit.organization,
      clockTime(deposit.createdAt),
    ]),
  );
}

function payPart({ token, refused }: { token: Html; refused: RefusedPayment | null }, words: SandboxWords): Html {
  const { reference = '', amount = '', problems = {} } = refused ?? {};
  const entries = Object.entries(problems);
  return html`<section class="card" id="pay">
    <h2>${words.pay}</h2>
    <p>${words.payMeans}</p>
    ${toCorrectPart(words.toCorrect, entries)}
    <form method="post" action="${ADDRESS}/payments" novalidate>
      ${token}
      ${textField({
        name: 'reference',
        label: words.reference,
        value: reference,
        isRequired: true,
        problem: problems['reference'],
      })}
      ${textField({
        name: 'amount',
        label: words.amount,
        value: amount,
        isRequired: true,
        inputmode: 'decimal',
        problem: problems['amount'],
      })}
      <button type="submit" class="second">${words.payIt}</button>
    </form>
  </section>`;
}
