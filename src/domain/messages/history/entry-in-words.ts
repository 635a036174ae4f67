import type { ChangeKind } from '../../change-kinds.ts';
import { FACTS, FORMER, type FactName } from '../../history/facts.ts';
import type { Product } from '../../product.ts';
import { FIELD_NAMES, type FieldName } from '../../payload/problem.ts';
import { formatDay, type Day } from '../../values/calendar.ts';
import { groupedPhone } from '../../values/contact.ts';
import { groupedIban } from '../../values/iban.ts';
import type { Language } from '../../values/language.ts';
import { formatChf, fromChf } from '../../values/money.ts';
import { groupedReference } from '../../values/payment-reference.ts';
import { CHANGE_WORDS } from '../changes.ts';
import { CHOICE_WORDS } from '../choices.ts';
import { payloadValue } from '../payload-value.ts';
import { REGISTER_WORDS } from '../register.ts';
import { returnReasonIn } from '../return-reasons.ts';
import { labelOf } from '../speak.ts';
import { codeWords } from './codes.ts';
import { FACT_LABELS, OPERATOR_FACT_LABELS, SHARED_FACTS, type SharedFact } from './fact-labels.ts';

/** An entry of a history as it was stored; older ones may have facts that are no longer made. */
type ToldEntry = { event: string; detail: Readonly<Record<string, unknown>> };

/** For whom an entry is put into words. Operators read English, and every fact. */
export type Reader = { product?: Product | null } & (
  | { language: Language; isOperator: false }
  | {
      language: 'en';
      isOperator: true;
      /** Names of mails. */
      mails: Readonly<Record<string, string>>;
      /** Names of members, by id. */
      members: ReadonlyMap<string, string>;
    }
);

/** The facts of an entry in words, each with its label: `Amount: CHF 500.00`. Ids without a name are left out. */
export function factsInWords({ event, detail }: ToldEntry, reader: Reader): string[] {
  const former = new Set(
    Object.entries(FORMER).flatMap(([name, before]) => (name in detail ? [before as string] : [])),
  );
  const shown = Object.entries(detail).filter(
    ([name]) => !former.has(name) && !isKnown(name, { event, detail }, reader) && isFor(name, event, reader),
  );
  const change = event.startsWith('change_') ? changeText(detail, reader.language) : null;
  const texts = shown.flatMap(([name, value]) => factText(name, value, detail, reader) ?? []);
  return change === null ? texts : [change, ...texts];
}

/** Who acted is said beside the event; the change and its people are one text. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['name']);
const PARTS_OF_CHANGE: ReadonlySet<string> = new Set(['kind', 'before', 'after']);

/** At closing a party speaks for itself; a member is named beside the event; an insurance pays the tenants nothing. */
function isKnown(name: string, { event, detail }: ToldEntry, { product }: Reader): boolean {
  if (name === 'by') return event.startsWith('closing_') || SPOKEN.has(event);
  if (name === 'member') return 'name' in detail && !('memberBefore' in detail);
  return name === 'amountTenant' && product === 'insurance';
}

const SPOKEN: ReadonlySet<string> = new Set(['counter_proposed', 'whole_demanded', 'consented']);

/** Reasons that the property management has given itself, or that were written for it. */
const REASONS_FOR_MANAGERS: ReadonlySet<string> = new Set([
  'refused',
  'closing_started',
  'counter_proposed',
  'whole_demanded',
  'end_disputed',
  'end_contested',
  'legal_claim_rejected',
  'person_changed',
  'payment_returned',
  'change_refused',
]);

function isFor(name: string, event: string, { isOperator }: Reader): boolean {
  if (SAID_ELSEWHERE.has(name) || (event.startsWith('change_') && PARTS_OF_CHANGE.has(name))) return false;
  if (isOperator) return true;
  // What one of two signatories has said is not said to the other side yet.
  if (event === 'closing_word_given') return false;
  if (name === 'reason') return REASONS_FOR_MANAGERS.has(event);
  return SHARED_FACTS.some((one) => one === name);
}

/** What was changed, with who joins, who leaves or who follows whom. */
function changeText({ kind, before, after }: ToldEntry['detail'], language: Language): string | null {
  const { kinds } = CHANGE_WORDS[language];
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return null;
  const names = [before, after].filter((name) => typeof name === 'string');
  return [kinds[kind as ChangeKind], ...(names.length > 0 ? [names.join(' → ')] : [])].join(': ');
}

function factText(name: string, value: unknown, detail: ToldEntry['detail'], reader: Reader): string | null {
  if (value === null || value === undefined || value === '') return null;
  const label = labelFor(name, reader);
  const now = valueText(name, value, reader);
  const before = detail[FORMER[name as FactName] ?? ''];
  const then = before === undefined || before === null ? null : valueText(name, before, reader);
  if (now === null) return null;
  const text = then === null ? now : `${then} → ${now}`;
  return FACTS[name as FactName] === 'position' ? `${label} ${text}` : `${label}: ${text}`;
}

function labelFor(name: string, { language, isOperator }: Reader): string {
  if (SHARED_FACTS.some((one) => one === name)) return FACT_LABELS[language][name as SharedFact];
  if (isOperator && Object.hasOwn(OPERATOR_FACT_LABELS, name)) {
    return OPERATOR_FACT_LABELS[name as keyof typeof OPERATOR_FACT_LABELS];
  }
  return isField(name) ? labelOf(name, language) : name;
}

const FIELDS: ReadonlySet<string> = new Set(FIELD_NAMES);

function isField(name: string): name is FieldName {
  return FIELDS.has(name);
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const ARROW = ' → ';
const SHOWN_OF_HASH = 12;

/** Null: it says nothing to this reader. */
function valueText(name: string, value: unknown, reader: Reader): string | null {
  const { language } = reader;
  const kind = kindOf(name);
  if (typeof value === 'boolean') return value ? CHOICE_WORDS[language].yes : CHOICE_WORDS[language].no;
  if (typeof value === 'number') return kind === 'amount' ? amountText(value) : String(value);
  if (typeof value !== 'string') return null;
  if (name === 'reason') return returnReasonIn(language, value);
  if (kind === 'member') return reader.isOperator ? (reader.members.get(value) ?? null) : null;
  if (kind === 'mail') return reader.isOperator ? (reader.mails[value] ?? value) : null;
  if (kind === 'code') return codeText(value, reader);
  if (kind === 'fields') return fieldTexts(value, language);
  if (name === 'from' && ID.test(value)) return null;
  const [before = '', ...after] = value.split(ARROW);
  return [before, ...after].map((one) => typedText(name, one, language)).join(ARROW);
}

function kindOf(name: string): (typeof FACTS)[FactName] | null {
  return Object.hasOwn(FACTS, name) ? FACTS[name as FactName] : null;
}

function codeText(code: string, reader: Reader): string | null {
  const words = codeWords(code, reader);
  if (words !== undefined) return words;
  // An operator's e-mail address is no code.
  return reader.isOperator && !ID.test(code) ? code : null;
}

function typedText(name: string, text: string, language: Language): string {
  if (isField(name)) return payloadValue(name, text, language);
  if (name === 'paymentReference') return groupedReference(text);
  const kind = kindOf(name);
  if (kind === 'day' && DAY.test(text)) return formatDay(text as Day);
  if (kind === 'iban') return groupedIban(text);
  if (kind === 'hash') return `${text.slice(0, SHOWN_OF_HASH)}…`;
  return kind === 'phone' ? groupedPhone(text) : text;
}

function fieldTexts(names: string, language: Language): string {
  const each = names.split(', ').map((one) => fieldText(one, language));
  return each.join('; ');
}

/** A field of the payload, of a company in the register, or of a person. */
function fieldText(name: string, language: Language): string {
  if (isField(name)) return labelOf(name, language);
  const own: Readonly<Record<string, string>> = { ...REGISTER_WORDS[language].fields, ...PERSON_FIELDS[language] };
  return own[name] ?? name;
}

const PERSON_FIELDS: Record<
  Language,
  Record<'firstName' | 'lastName' | 'birthDate' | 'email' | 'phoneNumber' | 'address', string>
> = {
  de: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    birthDate: 'Geburtsdatum',
    email: 'E-Mail-Adresse',
    phoneNumber: 'Telefonnummer',
    address: 'Postadresse',
  },
  fr: {
    firstName: 'Prénom',
    lastName: 'Nom',
    birthDate: 'Date de naissance',
    email: 'Adresse e-mail',
    phoneNumber: 'Numéro de téléphone',
    address: 'Adresse postale',
  },
  it: {
    firstName: 'Nome',
    lastName: 'Cognome',
    birthDate: 'Data di nascita',
    email: 'Indirizzo e-mail',
    phoneNumber: 'Numero di telefono',
    address: 'Indirizzo postale',
  },
  en: {
    firstName: 'First name',
    lastName: 'Last name',
    birthDate: 'Date of birth',
    email: 'E-mail address',
    phoneNumber: 'Phone number',
    address: 'Postal address',
  },
};

function amountText(value: number): string {
  const amount = fromChf(value);
  return amount === null ? String(value) : `CHF ${formatChf(amount)}`;
}
