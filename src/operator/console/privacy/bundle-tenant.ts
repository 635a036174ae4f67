import { groupedPhone } from '../../../domain/values/contact.ts';
import { documentPath, sharedFilePath, type PersonData } from '../../../actions/data-protection/person-data.ts';
import type { TenantRecord } from '../../../actions/data-protection/tenant-record.ts';
import { formatDay, type Day } from '../../../domain/values/calendar.ts';
import type { State } from '../../../domain/deposit.ts';
import type { Product } from '../../../domain/product.ts';
import { groupedIban } from '../../../domain/values/iban.ts';
import type { Language } from '../../../domain/values/language.ts';
import { actorName, eventName } from '../../../domain/messages/history/event-words.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { NO_HOUSE_NUMBER, type PostalAddress } from '../../../domain/values/postal-address.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { facts, type Fact } from '../../../web/parts.ts';
import { amountText, bundleList, section, spelledOut, when } from './bundle-parts.ts';
import { trailParts } from './bundle-trail.ts';
import type { BundleWords } from './words/words.ts';

type Telling = { words: BundleWords; language: Language; paths: ReadonlySet<string> };

/** All of one deposit that concerns this tenant. */
export function tenantSection(record: PersonData['asTenant'][number], { words, language, paths }: Telling): Html {
  const { label } = words;
  return section([
    html`<h2>${words.asTenant(record.contract)}</h2>`,
    html`<h3>${words.person}</h3>`,
    facts(personFacts(record.person, words, language)),
    html`<h3>${words.deposit}</h3>`,
    facts(depositFacts(record, words, language)),
    signaturePart(record, words),
    bundleList(
      words.payments,
      [label.time, label.amount, label.payer, label.iban],
      record.payments.map((one) => [when(one.at), amountText(one.amountChf), one.payerName, iban(one.payerIban)]),
    ),
    bundleList(
      words.orders,
      [label.time, label.amount, label.to, label.iban, label.completed],
      record.orders.map((one) => [
        when(one.at),
        amountText(one.amountChf),
        one.to,
        iban(one.iban),
        when(one.completedAt),
      ]),
    ),
    closingPart(record, words, language),
    bundleList(
      words.applications,
      [label.time, label.kind, label.answered, label.details],
      record.applications.map((one) => [
        when(one.at),
        words.applicationKinds[one.kind],
        when(one.answeredAt),
        spelledOut({
          ...(one.reference === null ? {} : { reference: one.reference }),
          ...Object.fromEntries(Object.entries(one.answer ?? {}).filter(([, value]) => value !== null)),
        }),
      ]),
    ),
    bundleList(
      words.corrections,
      [label.field, label.before, label.after],
      record.corrections.map((one) => [one.field, one.from, one.to]),
    ),
    documentsPart(record, { words, paths }),
    sharedPart(record, { words, paths }),
    bundleList(
      words.history,
      [label.time, label.what, label.who, label.details],
      record.history.map((entry) => [
        when(entry.at),
        eventName(entry.event, language),
        actorName(entry.actor, language),
        spelledOut(entry.detail),
      ]),
    ),
    ...trailParts(record.trail, { words, language }),
  ]);
}

function personFacts(person: Tenant, { label, civilStatuses }: BundleWords, language: Language): Fact[] {
  const common: Fact[] = [
    [label.name, `${person.firstName} ${person.lastName}`],
    [label.email, person.email],
    [label.phone, person.phoneNumber && groupedPhone(person.phoneNumber)],
    [label.address, addressLine(person.address, language)],
  ];
  if (person.type === 'legal') {
    const { name, legalForm, domicile, zefixUid } = person.company;
    return [...common, [label.company, [name, legalForm, domicile, zefixUid].filter(Boolean).join(', ')]];
  }
  return [
    ...common,
    [label.birthDate, person.birthDate && formatDay(person.birthDate)],
    [label.nationality, person.nationality && countryName(person.nationality, language)],
    [label.civilStatus, person.civilStatus && civilStatuses[person.civilStatus]],
  ];
}

function depositFacts(record: TenantRecord, { label, products }: BundleWords, language: Language): Fact[] {
  return [
    [label.organization, record.organization],
    [label.manager, `${record.manager.name}, ${record.manager.email}`],
    [label.contract, record.contract],
    [label.property, record.property],
    [label.rentalStart, formatDay(record.rentalStart as Day)],
    [label.amount, amountText(record.rentalDepositChf)],
    [label.state, STATE_NAMES[language][record.state as State]],
    [label.product, record.product && products[record.product as Product]],
    [label.others, String(record.otherTenants)],
    [label.account, iban(record.account?.iban ?? null)],
    [label.reference, record.account?.paymentReference],
    [label.refusal, record.refusal],
    [label.legalClaim, record.legalClaim],
    [label.since, when(record.createdAt)],
  ];
}

function signaturePart({ signature }: TenantRecord, { label, signature: heading }: BundleWords): Content {
  if (signature === null) return null;
  return html`<h3>${heading}</h3>
    ${facts([
      [label.time, when(signature.at)],
      [label.name, signature.typedName],
      [label.from, signature.from],
      [label.browser, signature.browser],
      [label.reachedBy, signature.reachedBy],
      [label.termsHash, signature.termsSha256],
      [label.pdfHash, signature.pdfSha256],
      [label.qualified, signature.qualified && `${signature.qualified.signedBy} (${signature.qualified.service})`],
    ])}`;
}

function documentsPart(
  record: TenantRecord,
  { words, paths }: { words: BundleWords; paths: ReadonlySet<string> },
): Content {
  const { label } = words;
  return bundleList(
    words.documents,
    [label.kind, label.time, 'SHA-256'],
    record.documents.map((one) => {
      const path = documentPath(one);
      const name = words.documentKinds[one.kind];
      return [
        paths.has(path) ? html`<a href="${path}">${name}</a>` : `${name} (${words.removed})`,
        when(one.createdAt),
        html`<code>${one.sha256}</code>`,
      ];
    }),
  );
}

function sharedPart(
  { notes, files }: TenantRecord,
  { words, paths }: { words: BundleWords; paths: ReadonlySet<string> },
): Content {
  const { label } = words;
  return bundleList(
    words.shared,
    [label.time, label.what],
    [
      ...notes.map((one) => [when(one.at), html`<span class="written">${one.text}</span>`]),
      ...files.map((one) => {
        const path = sharedFilePath(one);
        return [
          when(one.at),
          paths.has(path) ? html`<a href="${path}">${one.name}</a>` : `${one.name} (${words.removed})`,
        ];
      }),
    ],
  );
}

function closingPart({ closing }: TenantRecord, words: BundleWords, language: Language): Content {
  if (closing === null) return null;
  const { label } = words;
  return html`<h3>${words.closing}</h3>
    ${facts([
      [label.tenancyEnd, formatDay(closing.tenancyEnd as Day)],
      [label.iban, iban(closing.tenantIban)],
    ])}
    ${bundleList(
      words.proposals,
      [label.time, label.who, label.proposal, label.reason],
      closing.proposals.map((one) => [
        when(one.at),
        actorName(one.by, language),
        amountText(one.amountLandlordChf),
        one.reason,
      ]),
    )}`;
}

function iban(value: string | null): string | null {
  return value === null ? null : groupedIban(value);
}

function addressLine({ street, streetNumber, zip, city, countryCode }: PostalAddress, language: Language): string {
  const house = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  return `${house}, ${zip} ${city}, ${countryName(countryCode, language)}`;
}

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames([`${language}-CH`], { type: 'region' }).of(code) ?? code;
}
