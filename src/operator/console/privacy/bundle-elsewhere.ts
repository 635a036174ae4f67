import type { PersonData } from '../../../actions/data-protection/person-data.ts';
import type { NamingCall } from '../../../actions/data-protection/person-search.ts';
import type { MailKind } from '../../../domain/effect.ts';
import type { Language } from '../../../domain/values/language.ts';
import { actorName, eventName } from '../../../domain/messages/history/event-words.ts';
import { fieldWords } from '../../../domain/messages/speak.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import {
  ASSISTANT_FIELDS,
  MANAGER_FIELDS,
  TENANT_FIELDS,
  TENANT_PREFIXES,
  type FieldName,
} from '../../../domain/payload/problem.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { facts } from '../../../web/parts.ts';
import { amountText, bundleList, section, spelledOut, when } from './bundle-parts.ts';
import { bookingList } from './bundle-trail.ts';
import type { BundleWords } from './words/words.ts';

type Telling = { words: BundleWords; language: Language };

/** What is known of the person other than as a tenant. */
export function elsewhere(data: PersonData, { words, language }: Telling): Content {
  const { label } = words;
  const parts: Content[] = [
    ...data.asMember.map((member) => memberPart(member, { words, language })),
    bundleList(
      words.asAssistant,
      [label.organization, label.contract, label.name],
      data.asAssistant.map((one) => [one.organization, one.contract, one.name]),
      2,
    ),
    bundleList(
      words.inHistories,
      [label.time, label.organization, label.contract, label.what, label.who, label.details],
      data.inHistories.map((one) => [
        when(one.at),
        one.organization,
        one.contract,
        eventName(one.event, language),
        actorName(one.actor, language),
        spelledOut(one.detail),
      ]),
      2,
    ),
    callsPart(words.refusedCalls, data.sealed.refusedCalls, { words, language }),
    callsPart(words.calls, data.sealed.calls, { words, language }),
    bundleList(
      words.mails,
      [label.time, label.kind, label.state],
      data.mails.map((one) => [when(one.at), words.mailKinds[one.kind as MailKind], words.mailStates[one.state]]),
      2,
    ),
    bundleList(
      words.unsentMails,
      [label.time, label.kind, label.state, label.details],
      data.sealed.mails.map((one) => [
        when(one.at),
        words.mailKinds[one.kind as MailKind],
        `${words.mailStates[one.state]}${one.as === 'copy' ? `, ${words.inCopy}` : ''}`,
        spelledOut(one.facts),
      ]),
      2,
    ),
    bundleList(
      words.strayPayments,
      [label.time, label.amount, label.payer, label.iban],
      data.strayPayments.map((one) => [when(one.at), amountText(one.amountChf), one.payerName, one.payerIban]),
      2,
    ),
    bookingList(words.strayBookings, data.strayBookings, words, 2),
    signInPart(data, words),
    bundleList(
      words.asOperator,
      [label.time, label.what, label.from],
      data.audit.filter((one) => one.isAuthor).map((one) => [when(one.at), `${one.verb} ${one.thing}`, one.origin]),
      2,
    ),
    bundleList(
      words.changesAbout,
      [label.time, label.what, label.details],
      data.audit
        .filter((one) => !one.isAuthor)
        .map((one) => [when(one.at), changeName(one, words), changesInWords(one.changes)]),
      2,
    ),
  ];
  return parts.filter((part) => part !== null).map(section);
}

/** What calls contained about the person, with the label of each field. */
function callsPart(heading: string, calls: readonly NamingCall[], { words: { label }, language }: Telling): Content {
  return bundleList(
    heading,
    [label.time, label.organization, label.contract, label.path, label.details],
    calls.map((one) => [
      when(one.at),
      one.organization,
      one.contract,
      one.path.replace('/webhook/', ''),
      fieldsInWords(one.fields, language),
    ]),
    2,
  );
}

/** `Tenant 1: First name: Lea; …`, once for each part of the payload that names the person. */
function fieldsInWords(fields: Readonly<Record<string, unknown>>, language: Language): string {
  const named = Object.entries(fields).map(([name, value]) => {
    const { part, label } = FIELDS.has(name) ? fieldWords(name as FieldName, language) : { part: '', label: name };
    return { part, label, value };
  });
  return [...Map.groupBy(named, ({ part }) => part)]
    .map(([part, ofPart]) => {
      const told = spelledOut(Object.fromEntries(ofPart.map(({ label, value }) => [label, value])));
      return part === '' ? told : `${part}: ${told}`;
    })
    .join('. ');
}

const FIELDS: ReadonlySet<string> = new Set([
  ...TENANT_PREFIXES.flatMap((prefix) => TENANT_FIELDS.map((field) => `${prefix}${field}`)),
  ...MANAGER_FIELDS,
  ...ASSISTANT_FIELDS,
]);

/** Changes of a membership, which most are, are named in the person's language. */
function changeName({ verb, thing }: PersonData['audit'][number], { memberChanges }: BundleWords): string {
  return (thing === 'member' ? memberChanges[verb] : undefined) ?? `${verb} ${thing}`;
}

/** `email: a@b.ch → c@d.ch`. */
function changesInWords(changes: PersonData['audit'][number]['changes']): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const told = Object.entries(changes).map(([name, { from, to }]): [string, string] => {
    const values = [from, to].filter((value) => value !== undefined && value !== null);
    return [name, values.map(text).join(' → ')];
  });
  return spelledOut(Object.fromEntries(told));
}

function memberPart(member: PersonData['asMember'][number], { words, language }: Telling): Html {
  const { label } = words;
  return html`<h2>${words.asMember(member.organization)}</h2>
    ${facts([
      [label.name, `${member.firstName} ${member.lastName}`],
      [label.email, member.email],
      [label.language, member.language],
      [label.administrator, member.isAdministrator ? words.yes : words.no],
      [label.since, when(member.createdAt)],
      [label.invited, when(member.invitedAt)],
      [label.firstSignIn, when(member.signedInAt)],
    ])}
    ${bundleList(
      words.responsibleFor,
      [label.contract, label.state],
      member.deposits.map((one) => [one.externalContractId, STATE_NAMES[language][one.state]]),
    )}`;
}

function signInPart({ signIns }: PersonData, words: BundleWords): Content {
  const { sessions, links, passkeys, challenges, operator, tokens, approvals, contact, partnerContact } = signIns;
  if (Object.values(signIns).every(({ length }) => length === 0)) return null;
  const { label } = words;
  return html`<h2>${words.signIns}</h2>
    ${bundleList(
      words.sessions,
      [label.since, label.lastSeen, label.way, label.from, label.browser],
      sessions.map((one) => [when(one.createdAt), when(one.seenAt), one.way, one.address, one.browser]),
    )}
    ${bundleList(
      words.links,
      [label.time, label.completed],
      links.map((one) => [when(one.createdAt), when(one.usedAt)]),
    )}
    ${bundleList(
      words.passkeys,
      [label.name, label.since, label.lastSeen],
      passkeys.map((one) => [one.name, when(one.createdAt), when(one.usedAt)]),
    )}
    ${bundleList(
      words.challenges,
      [label.until],
      challenges.map((one) => [when(one.expiresAt)]),
    )}
    ${bundleList(
      words.contact,
      [label.organization, label.name, label.email, label.role, label.since],
      contact.map((one) => [one.provider, one.name, one.email, one.role, when(one.createdAt)]),
    )}
    ${bundleList(
      words.partnerContact,
      [label.organization, label.name, label.email, label.role, label.since],
      partnerContact.map((one) => [one.partner, one.name, one.email, one.role, when(one.createdAt)]),
    )}
    ${bundleList(
      words.operator,
      [label.name, label.role, label.since],
      operator.map((one) => [one.name, one.role, when(one.createdAt)]),
    )}
    ${bundleList(
      words.tokens,
      [label.name, label.since, label.until],
      tokens.map((one) => [one.name, when(one.createdAt), when(one.expiresAt)]),
    )}
    ${bundleList(
      words.approvals,
      [label.action, label.time, label.state],
      approvals.map((one) => [one.action, when(one.askedAt), one.state]),
    )}`;
}
