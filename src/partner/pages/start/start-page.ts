import type { PartnerLanguage } from '../../../storage/partners/contacts.ts';
import type { GoLiveFacts } from '../../../storage/partners/go-live.ts';
import type { Partner } from '../../../storage/set-up/partners.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import type { Page } from '../../../web/page.ts';
import { buttonForm, facts, meter } from '../../../web/parts.ts';
import { firstCallsPart, type FirstCalls } from '../keys/first-call-part.ts';
import { PARTNER_SECTIONS } from '../sections.ts';
import { isStepDone, stepsIn, type GoLiveStep } from './go-live.ts';
import { PARTNER_START_WORDS, type StartWords } from './words.ts';

/** One more than these are read, to know whether there are more. */
export const MOST_UNHANDLED = 5;

const { keys, organizations, deliveries, calls, conformance } = PARTNER_SECTIONS;
const LINKS: Record<GoLiveStep, string> = {
  organization: organizations,
  key: keys,
  deposit: `${calls}?kind=open`,
  handled: `${calls}?kind=open`,
  status: keys,
  callback: organizations,
  delivered: `${deliveries}?state=failed`,
  conformance,
};

export function partnerStartPage(view: {
  language: PartnerLanguage;
  partner: Partner;
  facts: GoLiveFacts;
  baseUrl: string;
  hasSandbox: boolean;
  token: Html;
  mayChange: boolean;
  firstCalls: FirstCalls;
}): Pick<Page, 'title' | 'content'> {
  const { language, partner, facts: found, baseUrl, hasSandbox } = view;
  const words = PARTNER_START_WORDS[language];
  const steps = stepsIn(hasSandbox);
  const done = steps.filter((step) => isStepDone(step, found)).length;
  const label = words.doneOf(done, steps.length);
  const content = html`<h1>${partner.name}</h1>
    <p class="lead">${words.lead}</p>
    ${firstPart(view, words)}
    <div class="columns reading">
      <section class="card">
        <div class="heading"><h2>${words.checklist}</h2><span class="soft">${label}</span></div>
        ${meter({ part: done, whole: steps.length, label })}
        <ul class="plain">
          ${steps.map((step) => html`<li>${stepPart(step, found, words)}</li>`)}
        </ul>
      </section>
      <div>
        <section class="card">
          <h2>${words.yourInterface}</h2>
          ${facts([
            [words.baseUrl, html`<code>${baseUrl}</code>`],
            [words.path, html`<code>/webhook/${partner.integration}</code>`],
            [words.environment, words.environments[hasSandbox ? 'test' : 'production']],
          ])}
        </section>
        <section class="card">
          <h2>${words.documentation}</h2>
          <ul>
            <li><a href="/docs/partner/first-deposit">${words.guide}</a></li>
            <li><a href="/docs/callbacks">${words.callbacks}</a></li>
            <li><a href="/docs/conformance">${words.conformance}</a></li>
            <li><a href="/docs/api">${words.reference}</a></li>
            ${hasSandbox && html`<li><a href="/docs/sandbox">${words.sandboxGuide}</a></li>`}
          </ul>
          <p class="hint">${words.support}</p>
        </section>
      </div>
    </div>`;
  return { title: words.title, content };
}

/** Until a deposit is opened: the first call, with the key that was just issued. */
function firstPart(
  { facts: found, language, token, mayChange, firstCalls }: Parameters<typeof partnerStartPage>[0],
  words: StartWords,
): Content {
  if (found.hasOpened && firstCalls.key === null) return null;
  const issue = buttonForm({
    action: keys,
    label: words.issueKey,
    hidden: html`${token}<input type="hidden" name="kind" value="open" /><input type="hidden" name="next" value="start" />`,
  });
  return html`${firstCallsPart(firstCalls, language)}
    ${mayChange && firstCalls.key === null && html`<div class="card"><p>${words.issueMeans}</p>${issue}</div>`}`;
}

function stepPart(step: GoLiveStep, found: GoLiveFacts, words: StartWords): Html {
  const { title, done, toDo, link } = words.steps[step];
  const isDone = isStepDone(step, found);
  const badge = isDone
    ? html`<span class="state open">${words.done}</span>`
    : html`<span class="state opening">${words.open}</span>`;
  const isAboutContracts = step === 'handled' && !isDone && found.unhandled.length > 0;
  return html`<div class="heading"><h3>${title}</h3>${badge}</div>
    <p>${isDone ? done : step === 'handled' && !isAboutContracts ? words.steps.deposit.toDo : toDo}</p>
    ${isAboutContracts && unhandledList(found, words)}
    ${!isDone && !isAboutContracts && html`<p><a href="${LINKS[step]}">${link}</a></p>`}`;
}

function unhandledList({ unhandled }: GoLiveFacts, words: StartWords): Content {
  const shown = unhandled.slice(0, MOST_UNHANDLED);
  return html`<ul>
    ${shown.map(
      ({ externalContractId, code }) =>
        html`<li>
          <a href="${calls}?${new URLSearchParams({ contract: externalContractId }).toString()}">${externalContractId}</a>
          <code class="soft">${code}</code>
        </li>`,
    )}
    ${unhandled.length > shown.length && html`<li><a href="${LINKS.handled}">${words.more}</a></li>`}
  </ul>`;
}
