import type { StatementEntry } from '../../domain/booking.ts';
import { plainAmount, rappen, type Rappen } from '../../domain/values/money.ts';
import type { Chunks } from '../decode-text.ts';
import type { Amount } from './amount.ts';
import { BookingKeys, type Booking } from './booking-key.ts';
import { NOBODY, type DetailFacts, type Counterparty } from './camt-detail.ts';
import type { Direction, EntryEnd, EntryFacts } from './camt-entry.ts';
import { readCamtFile, type OpenEntry } from './camt-file.ts';
import { directionOf, type CheckedCamt } from './check-camt.ts';

/** The account that an IBAN names: a QR-IBAN is another name of an account. */
export type CanonicalOf = (iban: string) => string;

/** The transactions of a file that was checked before, as a stream. Only a very large file is read again. */
export function readCamt(
  chunks: () => Chunks,
  checked: CheckedCamt,
  canonicalOf: CanonicalOf,
): Iterable<StatementEntry> | AsyncIterable<StatementEntry> {
  const keys = { canonical: new BookingKeys(), written: new BookingKeys() };
  const open = (entry: EntryFacts): Entry => new Entry(entry, checked, { keys, canonicalOf });
  return checked.parts.isTooLarge
    ? readCamtFile(chunks(), { open, statement: () => undefined })
    : checked.parts.read(open);
}

type Naming = { keys: { canonical: BookingKeys; written: BookingKeys }; canonicalOf: CanonicalOf };

/** Of the details only the first is held: until there is a second, it may be all of the entry. */
class Entry implements OpenEntry<StatementEntry> {
  readonly #facts: EntryFacts;
  readonly #checked: CheckedCamt;
  readonly #isMismatch: boolean;
  readonly #naming: Naming;
  readonly #account: string;
  #entryKeys: Keys | null = null;
  #first: DetailFacts | null = null;
  #count = 0;

  constructor(facts: EntryFacts, checked: CheckedCamt, naming: Naming) {
    this.#facts = facts;
    this.#checked = checked;
    this.#isMismatch = checked.mismatched.has(facts.number);
    this.#naming = naming;
    this.#account = naming.canonicalOf(facts.accountIban);
  }

  *add(detail: DetailFacts): Generator<StatementEntry> {
    this.#count++;
    const first = this.#first;
    this.#first = this.#count === 1 ? detail : null;
    if (this.#count === 1 || this.#isMismatch) return;
    if (first !== null) yield this.#oneOfSeveral(first, 1);
    yield this.#oneOfSeveral(detail, this.#count);
  }

  *close(end: EntryEnd): Generator<StatementEntry> {
    if (this.#count < 2 || this.#isMismatch) yield this.#whole(this.#first, end);
  }

  /** The amount and the direction of the entry count: they are what moved on the account. */
  #whole(detail: DetailFacts | null, { announced, text }: EntryEnd): StatementEntry {
    const facts = this.#facts;
    const { detailReference = null, names = [] } = detail ?? {};
    const keys = this.#keysOf({ ...facts, detailReference, names }, (of, booking) => of.ofEntry(booking));
    return {
      ...this.#common(detail, facts.direction),
      ...keys,
      entryKey: keys.key,
      level: 'entry',
      totalOf: this.#count > 0 ? null : Math.max(1, announced ?? 1),
      isMismatch: this.#isMismatch,
      amount: facts.amount,
      amountText: facts.amountText,
      charges: detail?.charges ?? facts.charges ?? rappen(0),
      text: detail?.text ?? text,
      parts: detail === null ? null : partsOf(detail, facts.amount),
    };
  }

  #oneOfSeveral(detail: DetailFacts, position: number): StatementEntry {
    const facts = this.#facts;
    const { detailReference, names } = detail;
    this.#entryKeys ??= this.#keysOf({ ...facts, detailReference: null, names: [] }, (of, booking) =>
      of.ofEntry(booking),
    );
    const direction = directionOf(detail, facts);
    // Without an amount, or in another currency, it would be a mismatch, unless the entry is not in CHF.
    const written: Amount = detail.amount ?? { amount: null, currency: facts.currency, amountText: '0' };
    const booking = { ...facts, ...written, direction, detailReference, names };
    const keys = this.#keysOf(booking, (of, one) => of.ofDetail(one, position));
    const money = this.#checked.netted.has(facts.number) ? netOf(written, direction, detail.charges) : written;
    return {
      ...this.#common(detail, direction),
      ...keys,
      entryKey: this.#entryKeys.key,
      level: 'detail',
      totalOf: null,
      isMismatch: false,
      ...money,
      charges: detail.charges ?? rappen(0),
      text: detail.text ?? this.#checked.texts.get(facts.number) ?? null,
      parts: partsOf(detail, money.amount),
    };
  }

  #common(detail: DetailFacts | null, direction: Direction): Common {
    const { accountIban, isReversal, isBooked, currency, bookedOn, bookedAt, valueOn, entryReference } = this.#facts;
    const code = detail?.code ?? this.#facts.code;
    return {
      accountIban,
      direction,
      isReversal,
      isBooked,
      currency,
      bookedOn,
      bookedAt,
      valueOn,
      reference: detail?.reference ?? null,
      endToEndId: detail?.endToEndId ?? null,
      ...(detail === null ? NOBODY : this.#counterparty(detail, direction)),
      entryReference,
      detailReference: detail?.detailReference ?? null,
      code,
      returned: returnedOf(detail, code),
    };
  }

  /** A reversal has the parties of the reversed payment, in their original roles; not all banks comply. */
  #counterparty({ debtor, creditor }: DetailFacts, direction: Direction): Counterparty {
    const { isReversal } = this.#facts;
    const [other, own] = (direction === 'credit') === isReversal ? [creditor, debtor] : [debtor, creditor];
    const isNamed = other.counterpartyIban !== null || other.counterpartyName !== null;
    if (!isNamed) return isReversal ? own : other;
    // The account itself is not its own counterparty: a returned payment, too, may have its original roles.
    const iban = other.counterpartyIban;
    const isThisAccount = iban !== null && this.#naming.canonicalOf(iban) === this.#account;
    return isThisAccount ? own : other;
  }

  #keysOf(booking: Booking, ask: (keys: BookingKeys, booking: Booking) => string): Keys {
    const { canonical, written } = this.#naming.keys;
    const key = ask(canonical, { ...booking, accountIban: this.#account });
    return { key, writtenKey: this.#account === booking.accountIban ? null : ask(written, booking) };
  }
}

type Keys = Pick<StatementEntry, 'key' | 'writtenKey'>;

type Common = Omit<
  StatementEntry,
  keyof Keys | 'entryKey' | 'level' | 'totalOf' | 'isMismatch' | 'amount' | 'amountText' | 'charges' | 'text' | 'parts'
>;

/** What moved on the account: charges make a credit smaller and a debit larger. */
function netOf(written: Amount, direction: Direction, charges: Rappen | null): Amount {
  if (written.amount === null || charges === null || charges === 0) return written;
  const amount = rappen(written.amount + (direction === 'credit' ? 0 - charges : charges));
  return { ...written, amount, amountText: plainAmount(amount) };
}

/** The sub-families of returned payments and of payments that were cancelled after they were carried out. */
const RETURNS = /^PMNT\/[A-Z]{4}\/(RRTN|RPCR)$/;

function returnedOf(detail: DetailFacts | null, code: string | null): StatementEntry['returned'] {
  const information = detail?.returnInformation ?? null;
  if (information === null && !RETURNS.test(code ?? '')) return null;
  return { reason: information?.reason ?? null, originalEndToEndId: detail?.originalEndToEndId ?? null };
}

/** Only parts that have an amount each and add up can be booked on their own. */
function partsOf({ parts }: DetailFacts, amount: Rappen | null): StatementEntry['parts'] {
  if (parts === null) return null;
  const whole = parts.flatMap((part) =>
    part.amount === null || part.amount === 0 ? [] : [{ ...part, amount: part.amount }],
  );
  const sum = whole.reduce((total, part) => total + part.amount, 0);
  return whole.length === parts.length && sum === amount ? whole : [];
}
