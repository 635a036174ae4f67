import { formatDay } from '../../../../domain/values/calendar.ts';
import type { ProviderCodes } from '../../../../domain/contract-status.ts';
import { countryName } from '../../../../domain/values/countries.ts';
import type { Deposit } from '../../../../domain/deposit.ts';
import { waitingEmail } from '../../../../domain/changes/email-facts.ts';
import type { StoredDeposit } from '../../../../storage/deposits/deposits.ts';
import { groupedPhone } from '../../../../domain/values/contact.ts';
import { groupedIban } from '../../../../domain/values/iban.ts';
import type { Order, Payment } from '../../../../domain/ledger.ts';
import { heldBy } from '../../../../domain/lifecycle/orders.ts';
import type { Missing } from '../../../../domain/payee/missing.ts';
import { CHOICE_WORDS } from '../../../../domain/messages/choices.ts';
import { integrationName } from '../../../../domain/messages/integrations.ts';
import { payloadValue } from '../../../../domain/messages/payload-value.ts';
import { labelOf } from '../../../../domain/messages/speak.ts';
import type { FieldName } from '../../../../domain/payload/problem.ts';
import { groupedReference } from '../../../../domain/values/payment-reference.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../../../../domain/values/postal-address.ts';
import type { SignatureProof } from '../../../../domain/signature.ts';
import type { Tenant } from '../../../../domain/tenant.ts';
import { formatChf, formatSigned } from '../../../../domain/values/money.ts';
import { html, type Content, type Html } from '../../../../web/html.ts';
import { chf, facts, type Fact } from '../../../../web/parts.ts';
import { shownTime } from '../../moment.ts';
import { entryPath } from '../bank/entries/entry-parts.ts';
import { orderState } from '../money/order-state.ts';
import { CAUSE_WORDS, codeInWords, PAYEE_WORDS, RULE_WORDS } from '../words.ts';

const WORDS = CHOICE_WORDS.en;

/** What was agreed. */
export function consoleContractCard(deposit: Deposit, organization: string, providers: ProviderCodes): Html {
  const { terms, manager, product, provider, policy } = deposit;
  const { property, owner, assistant } = terms;
  return html`<section class="card" aria-labelledby="contract">
    <h2 id="contract">Contract</h2>
    ${facts([
      ['Contract id', terms.externalContractId],
      ['Deposit id', html`<code>${deposit.id}</code>`],
      ['Organization', html`<a href="/operator/organizations/${deposit.organizationId}">${organization}</a>`],
      ['Path', integrationName(deposit.integration, 'en')],
      ['Opened', shownTime(deposit.createdAt)],
      ['Sent to the tenants', deposit.sentAt && shownTime(deposit.sentAt)],
      ['Product', product === null ? 'not chosen yet' : codeInWords(product)],
      [
        'Provider',
        product !== null &&
          (provider === null
            ? providers[product]
            : html`<a href="/operator/providers/${provider.id}">${provider.name}</a> (${provider.code})`),
      ],
      ['Policy', policy?.policyNumber],
      ['Cover from', policy !== null && policy.from !== null && formatDay(policy.from)],
      ['Premium', policy !== null && policy.premium !== null && `CHF ${formatChf(policy.premium)} per year`],
      ['Start of the tenancy', formatDay(terms.rentalStart)],
      ['Home', lines({ ...property, countryCode: 'CH' })],
      ['Property id', property.propertyId],
      ['Owner', html`${owner.name}<br />${lines(owner)}`],
      ['Investment', terms.investmentAllowed ? 'allowed' : 'not allowed'],
      ['Language of the tenants', WORDS.languages[terms.tenantLanguage]],
      ['Property manager', `${manager.firstName} ${manager.lastName}, ${manager.email}`],
      ['Assistant', assistant && [assistant.firstName, assistant.lastName, assistant.email].filter(Boolean).join(' ')],
      [
        'Signed for the management',
        deposit.managerSignature &&
          `${shownTime(deposit.managerSignature.at)}, ${deposit.managerSignature.by?.name ?? 'by the service'}`,
      ],
      ['Signed for the management from', deposit.managerSignature?.from ?? null],
      ...evidenceFacts(deposit.managerSignature?.proof ?? null),
    ])}
  </section>`;
}

function lines({ street, streetNumber, zip, city, countryCode }: PostalAddress): Html {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  return html`${house}<br />${countryCode === 'CH' ? '' : `${countryCode}-`}${zip} ${city}`;
}

export function consoleTenantCards(deposit: StoredDeposit): Html {
  const { terms, signatures } = deposit;
  return html`<div class="two">
    ${terms.tenants.map((tenant, index) => {
      const signature = signatures[index] ?? null;
      const name =
        tenant.type === 'legal' ? `Signatory ${index + 1}` : index === 0 ? 'Main tenant' : `Tenant ${index + 1}`;
      return html`<section class="card" aria-labelledby="tenant-${index + 1}">
        <h2 id="tenant-${index + 1}">${name}</h2>
        ${facts([
          ...companyFacts(tenant),
          ['Name', `${tenant.firstName} ${tenant.lastName}`],
          ['E-mail', tenant.email],
          ['Waits for confirmation', waitingEmail(deposit, index + 1, deposit.readAt)?.email ?? null],
          ['Phone', tenant.phoneNumber && html`<span class="number">${groupedPhone(tenant.phoneNumber)}</span>`],
          ['Address', lines(tenant.address)],
          ...naturalFacts(tenant),
          ['Signed', signature === null ? 'not yet' : shownTime(signature.at)],
          ['Signed from', signature?.from ?? null],
          ...evidenceFacts(signature?.proof ?? null),
        ])}
      </section>`;
    })}
  </div>`;
}

/** What proves a signature. Where it was not kept, the row is left out. */
function evidenceFacts(proof: SignatureProof | null): Fact[] {
  if (proof === null) return [];
  return [
    ['Name as typed', proof.typedName],
    ['Reached by', proof.reachedBy ?? null],
    ['Browser', proof.browser],
    ['Terms (SHA-256)', html`<code>${proof.terms}</code>`],
    ['PDF shown (SHA-256)', proof.pdf ? html`<code>${proof.pdf}</code>` : null],
    ['Qualified signature', proof.qualified && `${proof.qualified.signedBy}, issued by ${proof.qualified.issuer}`],
  ];
}

function naturalFacts(tenant: Tenant): Fact[] {
  if (tenant.type !== 'natural') return [];
  return [
    ['Date of birth', tenant.birthDate && formatDay(tenant.birthDate)],
    ['Nationality', tenant.nationality && countryName(tenant.nationality, 'en')],
    ['Civil status', tenant.civilStatus && WORDS.civilStatuses[tenant.civilStatus]],
  ];
}

function companyFacts(tenant: Tenant): Fact[] {
  if (tenant.type !== 'legal') return [];
  const { name, legalForm, domicile, zefixUid } = tenant.company;
  return [
    ['Company', name],
    ['Legal form', WORDS.legalForms[legalForm]],
    ['Seat', domicile],
    ['UID', zefixUid],
  ];
}

/** The account, what has arrived on it, and what goes out. */
export function consoleMoneyCard(deposit: Deposit, missing: (order: Order) => Missing | null): Content {
  const { id, iban, qrIban, paymentReference, paidIn, payments, terms, interest, charges, withholdingTax } = deposit;
  const orders = deposit.orders.filter(({ cancelledAt }) => cancelledAt === null);
  if (iban === null && payments.length === 0 && orders.length === 0) return null;
  return html`<section class="card" aria-labelledby="money">
    <h2 id="money">Money</h2>
    ${facts([
      ['IBAN', iban && html`<span class="number">${groupedIban(iban)}</span>`],
      ['QR-IBAN', qrIban && html`<span class="number">${groupedIban(qrIban)}</span>`],
      ['Reference', paymentReference && html`<span class="number">${groupedReference(paymentReference)}</span>`],
      ['Paid in', html`${chf(formatChf(paidIn))} of ${chf(formatChf(terms.rentalDeposit))}`],
      ['Interest', interest > 0 && chf(formatChf(interest))],
      ['Charges', charges > 0 && chf(formatChf(charges))],
      ['Withholding tax', withholdingTax > 0 && chf(formatChf(withholdingTax))],
      ['Held', chf(formatSigned(heldBy(deposit)))],
    ])}
    ${iban !== null && html`<p><a href="/operator/bank/accounts/${id}">Ledger and the bank’s statements</a></p>`}
    ${
      payments.length > 0 &&
      html`<h3>Arrived</h3>
        ${facts(payments.map(paymentFact))}`
    }
    ${
      orders.length > 0 &&
      html`<h3>Goes out</h3>
        ${facts(
          orders.map((order): Fact => [
            html`${CAUSE_WORDS[order.cause]}, ${PAYEE_WORDS[order.payee]}`,
            html`<a href="/operator/money/${order.id}">${chf(formatChf(order.amount))}</a><br /><span class="hint">${orderState(order, missing(order)).name}</span>`,
          ]),
        )}`
    }
  </section>`;
}

/** By the bank's booking date, with a link to the entry. */
function paymentFact({ at, bookedOn, amount, counted, payerIban, entryKey, reversedAt }: Payment): Fact {
  const isCountedInPart = counted !== amount && reversedAt === null;
  const sum = chf(formatChf(amount));
  return [
    bookedOn === null ? shownTime(at) : formatDay(bookedOn),
    html`${entryKey === null ? sum : html`<a href="${entryPath(entryKey)}">${sum}</a>`}
      ${isCountedInPart && html`, of which ${chf(formatChf(counted))} count`}
      ${reversedAt !== null && html` <strong class="mark bad">taken back by the bank</strong>`}
      ${payerIban && html`<br /><span class="hint">from ${groupedIban(payerIban)}</span>`}`,
  ];
}

/** What the service has changed in what it was sent. */
export function consoleAdjustmentCard({ adjustments }: Deposit): Content {
  if (adjustments.length === 0) return null;
  return html`<section class="card" aria-labelledby="adjusted">
    <h2 id="adjusted">Adjusted when it was read</h2>
    ${facts(
      adjustments.map(({ field, rule, from, to }): Fact => [
        labelOf(field as FieldName, 'en'),
        html`${to !== null && html`<strong>${payloadValue(field, to, 'en')}</strong> `}${RULE_WORDS[rule]}
          ${from !== null && html`<span class="hint">(sent as “${from}”)</span>`}`,
      ]),
    )}
  </section>`;
}
