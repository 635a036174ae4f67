/** Masked for an operator who may only look: the first letter and `…`. */
function maskName(text: string): string {
  const [first = ''] = text;
  return `${first}…`;
}

/** An e-mail address keeps its domain. */
function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 1 ? maskName(text) : `${maskName(text)}${text.slice(at)}`;
}

/** Accounts and phone numbers keep their last four characters. */
function maskNumber(text: string): string {
  return `…${text.replaceAll(/\s/g, '').slice(-4)}`;
}

const NAMES =
  /^(?:first|last|typed|signed|payer|counterparty|debtor|contact|owner|company|holder|payoutholder|tenantholder)name$|^signedby$/;
/** Where a person was when signing, and with what. */
const TRACES = /^(?:ip|useragent|browser)$/;
const NUMBERS = /^(?:phone|phonenumber|account)$|iban$/;
const REFERENCES = /reference$/;
/** Ids of our own look like telephone numbers now and then. */
const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|(?:entry:)?(?:total:)?[0-9a-f]{64}(?:\/[0-9]{1,3})?)$/;
/** Members whose `name` is that of a person or of a tenant's company, not of an organization or a partner. */
const PEOPLE = new Set([
  'owner',
  'company',
  'operators',
  'holder',
  'assistant',
  'propertymanager',
  'tenants',
  'signatures',
  'contacts',
  'personal',
  'detail',
  'by',
  'files',
  'claim',
]);

// Only from the start of a word, so that a long word without an @ is scanned once.
/** Texts that people have written about others. */
const REASONS = new Set([
  'refusal',
  'proposal',
  'proposals',
  'personal',
  'detail',
  'reason',
  'resolution',
  'emailbounced',
]);
/** What a payer has written, in a row of a statement entry and in the answer of the API. */
const ENTRIES = new Set(['content', 'entries', 'notes']);

const IP = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*)$/i;
const EMAIL = /(?<![^\s@<>"',;])[^\s@<>"',;]+@[^\s@<>"',;]+/g;
const IBAN = /\b(?:[A-Z]{2}|ch|li)[0-9]{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g;
const PHONE = /(?:\+|\b00?)[0-9][0-9 ()/.-]{7,}[0-9]/g;

/** A record as a viewer sees it: names, e-mail addresses, phone and account numbers are masked, the rest is as it was. */
export function maskRecord<T>(record: T): T {
  return masked(record, '', '') as T;
}

function masked(value: unknown, name: string, parent: string): unknown {
  if (typeof value === 'string') return maskedText(value, name, parent);
  if (Array.isArray(value)) return value.map((item) => masked(item, name, parent));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, maskedMember(value, key, inner, name)] as const);
  return Object.fromEntries(entries);
}

const VALUES = new Set(['from', 'to', 'declared', 'registered', 'before', 'after']);

/** A changed value is named by the record it is in: an adjustment by its `field`, an audit entry by its own name. */
function maskedMember(record: Record<string, unknown>, key: string, value: unknown, name: string): unknown {
  if (!VALUES.has(key)) return masked(value, key, name);
  if (key === 'from' && typeof value === 'string' && IP.test(value)) return '…';
  // Who joins or leaves, and the owners.
  const isOfPeople = name === 'changes' && record['kind'] !== 'amount' && record['kind'] !== 'product';
  if (isOfPeople && typeof value === 'string') return maskName(value);
  const label = record['field'] ?? record['name'];
  // A reason in the audit log may name people.
  if (typeof label !== 'string') return masked(value, name === '' ? key : name, name === 'reason' ? name : '');
  // A register compares the names of companies, an approval shows a reason as it was given.
  const isCompared = key === 'declared' || key === 'registered';
  return masked(value, label, isCompared ? 'company' : lastPart(label));
}

function lastPart(field: string): string {
  return (field.split('.').at(-1) ?? '').replace(/^tenant[2-4]?(?=[A-Z_])/, '');
}

function maskedText(text: string, name: string, parent: string): string {
  const [key, within] = [plain(lastPart(name)), plain(parent)];
  if (text === '' || REFERENCES.test(key) || ID.test(text)) return text;
  if (TRACES.test(key)) return '…';
  if (key === 'evidence' || (key === 'reason' && REASONS.has(within))) return '…';
  if (key === 'text' && ENTRIES.has(within)) return '…';
  // Several names in a text, as lists of deposits have them.
  if (key === 'tenants' || key === 'tenantkey') return text.split(', ').map(maskName).join(', ');
  if (NAMES.test(key) || (key === 'name' && PEOPLE.has(within))) return maskName(text);
  if (key === 'file' && REASONS.has(within)) return maskName(text);
  if (key === 'email') return maskEmail(text);
  if (NUMBERS.test(key)) return maskNumber(text);
  return text.replaceAll(EMAIL, maskEmail).replaceAll(IBAN, maskNumber).replaceAll(PHONE, maskNumber);
}

/** `phone_number` and `phoneNumber` are the same. */
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
