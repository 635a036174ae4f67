import type { DepositFacts, MailFacts } from '../../../domain/effect.ts';
import type { ChangeTexts } from './change-texts.ts';
import type { MailText } from '../mail-texts.ts';

type Author = Extract<MailFacts, { kind: 'contact_confirm' }>['by'];

const ASKED_BY: Record<Author, string> = {
  tenant: 'On the page of your rental deposit, somebody asked us to write to this address from now on',
  manager: 'Your property management asks us to write to you at this address from now on',
  operator: 'At your request or that of your property management, we are to write to you at this address from now on',
};

const CHANGED_BY: Record<Author, string> = {
  tenant: 'On the page of your rental deposit, somebody asked us',
  manager: 'Your property management asked us',
  operator: 'The operator of Depono asked us',
};

const AUTHOR: Record<Author, string> = {
  tenant: 'the tenant',
  manager: 'the property manager',
  operator: 'an operator',
};

type About = (facts: DepositFacts, amount: string) => MailText['facts'] & object;
type ContactKind = 'contact_confirm' | 'contact_changed' | 'contact_confirmed' | 'contact_objected';

/** Mails about changed contact data and names, and about holds. */
export const changesEn = (about: About): ChangeTexts => ({ ...contacts(about), ...others(about) });

const contacts = (about: About): Pick<ChangeTexts, ContactKind> => ({
  contact_confirm: ({ organization, by, days }) => ({
    subject: 'Please confirm your new e-mail address',
    paragraphs: [
      `${ASKED_BY[by]}. It is about a rental deposit of ${organization}.`,
      'The address only counts once you confirm it. Open the link, and press the button on the page.',
    ],
    button: 'Check and confirm the address',
    afterword: `The link is valid for ${days} days. If you know nothing about this, delete this e-mail: nothing changes.`,
  }),
  contact_changed: (facts, { amount }) => ({
    subject: `Your e-mail address is to be changed: ${facts.property}`,
    paragraphs: [
      `${CHANGED_BY[facts.by]} to write to you at ${facts.newEmail} from now on. Until somebody confirms the new address, we still write to you here.`,
      facts.isDecided
        ? 'There was an objection before. The operator has checked the change and asked for it again; an objection no longer stops it, but is reported to the operator.'
        : 'If you agree, there is nothing for you to do. If you do not, please object: the change is stopped, even if it is confirmed already, and the operator is told.',
    ],
    facts: about(facts, amount),
    button: 'View and object',
    afterword: `You can object until ${facts.days} days after the confirmation.`,
  }),
  contact_confirmed: (facts, { amount }) => ({
    subject: facts.isRestored
      ? `Your address stays the same: ${facts.property}`
      : `Your new address counts: ${facts.property}`,
    paragraphs: [
      facts.isRestored
        ? 'The change of your e-mail address is undone. We write to you here again. Links sent to the other address are no longer valid; here is your new one.'
        : 'Your new e-mail address is confirmed. From now on we write to you here. Earlier links are no longer valid; here is your new one.',
    ],
    facts: about(facts, amount),
    button: 'Open the rental deposit',
    afterword: 'This link is personal. Please do not pass it on.',
  }),
  contact_objected: (facts, { amount }) => ({
    subject: `Objection to a new e-mail address: contract ${facts.externalContractId}`,
    paragraphs: [
      `From the former address, somebody objected to a change of a tenant’s e-mail address that ${AUTHOR[facts.by]} had asked for.`,
      facts.isKept
        ? 'The change stands, because an operator asked for it after an earlier objection.'
        : 'The change is stopped, and the former address counts. Please find out who is right. If you then ask for the change yourself, no objection stops it any more.',
    ],
    facts: about(facts, amount),
    button: 'View the rental deposit',
  }),
});

const others = (about: About): Omit<ChangeTexts, ContactKind> => ({
  person_changed: (facts, { amount }) => ({
    subject: `Data corrected: your rental deposit for ${facts.property}`,
    paragraphs: [
      ...(facts.before === facts.after
        ? []
        : [`${facts.organization} has changed the name of ${facts.before}. It is now ${facts.after}.`]),
      ...(facts.isBirthDate ? [`${facts.organization} has corrected the date of birth of ${facts.after}.`] : []),
      'The bank or the insurer is told. Nothing else changes about the rental deposit. If something is wrong, please contact the property management.',
    ],
    facts: about(facts, amount),
    button: 'Open the rental deposit',
    afterword: 'This link is personal. Please do not pass it on.',
  }),
  deposit_held: (facts, { amount }) => ({
    subject: `Payout on hold: contract ${facts.externalContractId}`,
    paragraphs: [
      'This rental deposit is on hold for legal reasons. Until further notice, nothing is paid out.',
      'Proposals and consent are still possible, and are noted. We write to you as soon as it goes on. We may not give information about the reasons.',
    ],
    facts: about(facts, amount),
    button: 'View the rental deposit',
  }),
  hold_lifted: (facts, { amount }) => ({
    subject: `Payout possible again: contract ${facts.externalContractId}`,
    paragraphs: [
      'This rental deposit is no longer on hold.',
      facts.isOrdered
        ? 'What was agreed meanwhile is paid out now.'
        : 'There is nothing for you to do. Payouts are possible again.',
    ],
    facts: about(facts, amount),
    button: 'View the rental deposit',
  }),
});
