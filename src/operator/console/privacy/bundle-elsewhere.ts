import type { PersonData } from '../../../actions/data-protection/person-data.ts';
import type { Language } from '../../../domain/language.ts';
import { actorName, eventName } from '../../../domain/messages/history.ts';
import { STATE_NAMES } from '../../../domain/messages/states.ts';
import { html, type Content, type Html } from '../../../web/html.ts';
import { facts } from '../../../web/parts.ts';
import { listed, section, spelledOut, when } from './bundle-parts.ts';
import type { BundleWords } from './bundle-words.ts';

type Telling = { words: BundleWords; language: Language };

/** What is known of the person elsewhere than as a tenant. */
export function elsewhere(data: PersonData, { words, language }: Telling): Content {
  const { label } = words;
  const parts: Content[] = [
    ...data.asMember.map((member) => memberPart(member, { words, language })),
    listed(
      words.asAssistant,
      [label.organization, label.contract, label.name],
      data.asAssistant.map((one) => [one.organization, one.contract, one.name]),
      2,
    ),
    listed(
      words.inHistories,
      [label.time, label.organization, label.contract, label.what, label.who, label.details],
      data.inHistories.map((one) => [
        ...[when(one.at), one.organization, one.contract, eventName(one.event, language)],
        ...[actorName(one.actor, language), spelledOut(one.detail)],
      ]),
      2,
    ),
    listed(
      words.refusedCalls,
      [label.time, label.organization, label.contract, label.details],
      data.refusedCalls.map((one) => [when(one.at), one.organization, one.contract, spelledOut(one.fields)]),
      2,
    ),
    listed(
      words.mails,
      [label.time, label.kind, label.state],
      data.mails.map((one) => [when(one.at), one.kind, one.state]),
      2,
    ),
    signInPart(data, words),
    listed(
      words.asOperator,
      [label.time, label.what, label.from],
      data.asOperator.map((one) => [when(one.at), `${one.verb} ${one.thing}`, one.origin]),
      2,
    ),
  ];
  return parts.filter((part) => part !== null).map(section);
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
    ${listed(
      words.responsibleFor,
      [label.contract, label.state],
      member.deposits.map((one) => [one.externalContractId, STATE_NAMES[language][one.state]]),
    )}`;
}

function signInPart({ signIns: { sessions, links, passkeys } }: PersonData, words: BundleWords): Content {
  if (sessions.length + links.length + passkeys.length === 0) return null;
  const { label } = words;
  return html`<h2>${words.signIns}</h2>
    ${listed(
      words.sessions,
      [label.since, label.lastSeen, label.way, label.from, label.browser],
      sessions.map((one) => [when(one.createdAt), when(one.seenAt), one.way, one.address, one.browser]),
    )}
    ${listed(
      words.links,
      [label.time, label.completed],
      links.map((one) => [when(one.createdAt), when(one.usedAt)]),
    )}
    ${listed(
      words.passkeys,
      [label.name, label.since, label.lastSeen],
      passkeys.map((one) => [one.name, when(one.createdAt), when(one.usedAt)]),
    )}`;
}
