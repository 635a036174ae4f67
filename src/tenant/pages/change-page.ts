import type { FastifyReply } from 'fastify';
import { amendmentText, amendmentTitle } from '../../documents/amendment-text.ts';
import { WORDS } from '../../documents/words.ts';
import { amendmentRow, CHANGE_WORDS } from '../../domain/messages/changes.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { field } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { buttonForm, checkbox, facts, textField } from '../../web/parts.ts';
import type { FieldProblems } from '../problems.ts';
import type { SignField } from '../sign-form.ts';
import type { TenantVisit } from '../visit.ts';
import { TENANT_CHANGE_WORDS } from '../words/change.ts';
import { changeVersion, tenantChangeView, type TenantChangeView } from './change-view.ts';
import { ownData } from './own-data.ts';
import { dueNotice } from './payment-page.ts';
import { slipFacts } from './payment-view.ts';
import { mailLink, problemList, showTenantDeposit } from './shell.ts';

/** A change to read and to sign: the terms before and after, side by side. */
export function changePage(
  visit: TenantVisit,
  view: TenantChangeView,
  problems: FieldProblems<SignField> = {},
): FastifyReply {
  const { organization, words, language } = visit;
  const own = TENANT_CHANGE_WORDS[language];
  const hasProblems = Object.keys(problems).length > 0;
  return showTenantDeposit(
    visit,
    {
      heading: own.heading,
      lead: own.lead(organization.name),
      isSelfContained: true,
      problems: problemList(problems, words, (name) => name),
      content: html`${whatChanges(visit, view)} ${visit.isJoining && joinerCard(visit)} ${paper(visit, view)}
      ${signature(visit, view, problems)} ${cancelCard(visit, view)}`,
    },
    hasProblems ? 422 : 200,
  );
}

/** Who is about to join has signed, and sees no more until the change is done. */
export function joiningPage(visit: TenantVisit, view: TenantChangeView): FastifyReply {
  const own = TENANT_CHANGE_WORDS[visit.language];
  return showTenantDeposit(visit, {
    heading: own.thanks,
    lead: own.waits.to_sign,
    isSelfContained: true,
    content: html`${whatChanges(visit, view)} ${cancelCard(visit, view)}`,
  });
}

/** On the page of a deposit in force: how far the running change is. */
export function changeCards(visit: TenantVisit): Html | null {
  const { deposit, position, organization, now, language } = visit;
  const view = tenantChangeView(deposit, position, { organization, now });
  if (view === null) return null;
  const own = TENANT_CHANGE_WORDS[language];
  const { state } = view.change;
  const waits = state === 'to_sign' || state === 'at_provider' || state === 'to_pay' || state === 'to_pay_out';
  return html`<section class="card">
      <h2>${own.running}</h2>
      ${waits && html`<p>${own.waits[state]}</p>`} ${state === 'to_pay' && slipCard(visit)}
    </section>
    ${whatChanges(visit, view)} ${cancelCard(visit, view)}`;
}

function slipCard(visit: TenantVisit): Html {
  const { words, path } = visit;
  const { payment } = words;
  const { iban, qrIban, reference, missing, holder } = slipFacts(visit);
  return html`${dueNotice(visit)} ${facts([
    [payment.amount, `CHF ${formatChf(missing)}`],
    [payment.iban, groupedIban(qrIban ?? iban)],
    [payment.reference, groupedReference(reference)],
    [payment.holder, `${holder.name}, ${holder.address.zip} ${holder.address.city}`],
  ])}
    <a href="${path('/slip.svg')}"><img class="slip" src="${path('/slip.svg')}" alt="${payment.slipPicture}" width="794" height="397" /></a>
    <div class="buttons"><a class="button second" href="${path('/slip.pdf')}">${payment.slipPdf}</a></div>`;
}

function whatChanges({ language }: TenantVisit, { change, terms }: TenantChangeView): Html {
  const own = TENANT_CHANGE_WORDS[language];
  const words = CHANGE_WORDS[language];
  const [label, before, after] = amendmentRow(terms.amendment, language);
  return html`<section class="card">
    <h2>${own.what}: ${words.kinds[change.subject.kind]}</h2>
    <div class="two">
      <div class="choice"><h3>${label}: ${words.before}</h3><p>${inLines(before)}</p></div>
      <div class="choice"><h3>${label}: ${words.after}</h3><p>${inLines(after)}</p></div>
    </div>
  </section>`;
}

function joinerCard(visit: TenantVisit): Html {
  const { words } = visit;
  return html`<section class="card">
    <h2>${words.signing.check}</h2>
    <p>${words.signing.checkMeans}</p>
    ${ownData(visit)}
    <p>${mailLink(visit, words.signing.wrong)}</p>
  </section>`;
}

/** The text of the amendment, on the page. */
function paper({ language, words, path, deposit }: TenantVisit, { terms }: TenantChangeView): Html {
  const own = TENANT_CHANGE_WORDS[language];
  const { intro, about, changed, paragraphs } = amendmentText(terms, WORDS[language], language);
  const issued = deposit.terms.tenantLanguage;
  return html`<section class="card">
    <h2>${own.means}</h2>
    ${language !== issued && html`<p>${words.signing.issuedIn[issued]}</p>`}
    <div class="paper">
      <h3>${amendmentTitle(terms.amendment, language, WORDS[language].titles.agreement)}</h3>
      <p>${intro}</p>
      ${facts([...about, ...changed.rows].map(([label, value]) => [label, inLines(value)]))}
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
    </div>
    <div class="buttons"><a class="button second" href="${path('/amendment.pdf')}">${own.draft}</a></div>
  </section>`;
}

function inLines(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function signature(visit: TenantVisit, view: TenantChangeView, problems: FieldProblems<SignField>): Html {
  const { tenant, form, words, path, language } = visit;
  const { signing } = words;
  const own = TENANT_CHANGE_WORDS[language];
  const problemText = (one: SignField): string | null => {
    const problem = problems[one];
    return problem === undefined ? null : words.problem[problem];
  };
  return html`<section class="card">
    <h2>${signing.sign}</h2>
    ${tenant.type === 'legal' && html`<p>${signing.signFor(tenant.company.name)}</p>`}
    <form method="post" action="${path('/change-sign')}">
      <input type="hidden" name="seen" value="${changeVersion(view)}" />
      ${textField({
        name: 'typedName',
        label: signing.name,
        hint: signing.nameHint(`${tenant.firstName} ${tenant.lastName}`),
        value: field(form, 'typedName'),
        autocomplete: 'name',
        isRequired: true,
        maxlength: 600,
        problem: problemText('typedName'),
      })}
      ${checkbox({
        name: 'consent',
        label: own.consent,
        isChecked: field(form, 'consent') === 'yes',
        isRequired: true,
        problem: problemText('consent'),
      })}
      <p class="hint">${own.evidence}</p>
      <div class="buttons"><button type="submit">${own.button}</button></div>
    </form>
  </section>`;
}

/** Cancelling ends the change for everyone, so it is folded away. */
function cancelCard({ path, language }: TenantVisit, { change, canCancel }: TenantChangeView): Html | null {
  if (!canCancel) return null;
  const own = TENANT_CHANGE_WORDS[language];
  const hidden = html`<input type="hidden" name="change" value="${change.id}" />`;
  return html`<section class="card">
    <details class="fold">
      <summary><h2>${own.cancel}</h2></summary>
      <div>
        <p>${own.cancelMeans}</p>
        ${buttonForm({ action: path('/change-cancel'), label: own.cancelButton, hidden, className: 'danger' })}
      </div>
    </details>
  </section>`;
}
