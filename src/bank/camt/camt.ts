import type { StatementEntry } from '../../domain/booking.ts';
import { rappen } from '../../domain/values/money.ts';
import { BookingKeys } from './booking-key.ts';
import { accountIban, readDetail, readEntry, type DetailFacts, type EntryFacts } from './camt-entry.ts';
import { CAMT_FORMATS, type CamtFormat } from './camt-format.ts';
import type { Chunks } from '../decode-text.ts';
import { FileRefused } from '../file-refused.ts';
import { readXml } from '../read-xml.ts';
import { find, findAll, need, needText, quotedText, elementText, type XmlElement } from '../xml-element.ts';

/**
 * The entries of a camt.054 or camt.053, as a stream: what is held does not grow with the file. Throws `FileRefused`,
 * maybe after many entries; a file is good only when the last one was given out.
 */
export function readCamt(chunks: Chunks): AsyncGenerator<StatementEntry> {
  const camt = new Camt();
  return readXml(chunks, { namespaces, expected, cut, read: (element) => camt.read(element) });
}

class Camt {
  readonly #keys = new BookingKeys();
  #entry: OpenEntry | null = null;
  #statements = 0;

  *read(element: XmlElement): Generator<StatementEntry> {
    const format = formatOf(element);
    if (element.name === 'TxDtls') {
      this.#entry ??= new OpenEntry(entryOf(element), format, this.#keys);
      yield* this.#entry.add(element);
    } else if (element.name === 'Ntry') {
      this.#entry ??= new OpenEntry(element, format, this.#keys);
      yield* this.#entry.close();
      this.#entry = null;
    } else if (element.name === format.statement) {
      checkStatement(element);
      this.#statements++;
    } else if (this.#statements === 0) {
      need(need(element, format.message), 'GrpHdr');
      throw new FileRefused(element.line, `${format.message} has no ${format.statement}.`);
    }
  }
}

const namespaces = new Set(CAMT_FORMATS.keys());
const expected = 'camt.054 or camt.053 of version 001.08 or 001.04';
const cut = new Set(
  [...CAMT_FORMATS.values()].flatMap(({ message, statement }) =>
    ['', '/Ntry', '/Ntry/NtryDtls/TxDtls'].map((rest) => `Document/${message}/${statement}${rest}`),
  ),
);

function formatOf({ namespace, line }: XmlElement): CamtFormat {
  const format = CAMT_FORMATS.get(namespace);
  if (format === undefined) throw new FileRefused(line, `the file is no ${expected}.`);
  return format;
}

function entryOf(detail: XmlElement): XmlElement {
  return detail.parent?.parent ?? detail;
}

/** Also of an account without entries. A file of one kind under the namespace of the other has no statement at all. */
function checkStatement(statement: XmlElement): void {
  const header = need(statement.parent ?? statement, 'GrpHdr');
  needText(header, 'MsgId');
  needText(header, 'CreDtTm');
  needText(statement, 'Id');
  accountIban(statement);
}

/** An entry and its details, of which only the first is held: until there is a second, it may be all of the entry. */
class OpenEntry {
  readonly #facts: EntryFacts;
  readonly #format: CamtFormat;
  readonly #keys: BookingKeys;
  readonly #announced: number | null;
  #entryKey: string | null = null;
  #first: DetailFacts | null = null;
  #position = 0;

  constructor(entry: XmlElement, format: CamtFormat, keys: BookingKeys) {
    this.#facts = readEntry(entry, format);
    this.#format = format;
    this.#keys = keys;
    this.#announced = announced(entry);
  }

  *add(element: XmlElement): Generator<StatementEntry> {
    const detail = readDetail(element, this.#format, this.#facts.currency);
    const first = this.#first;
    this.#first = null;
    if (first !== null) {
      yield this.#oneOfSeveral(first);
      yield this.#oneOfSeveral(detail);
    } else if (this.#position > 0 || (this.#announced ?? 1) > 1) {
      yield this.#oneOfSeveral(detail);
    } else {
      this.#first = detail;
    }
  }

  *close(): Generator<StatementEntry> {
    if (this.#position === 0) yield this.#whole(this.#first);
  }

  /** The amount and the direction of the entry count: they are what moved on the account. */
  #whole(detail: DetailFacts | null): StatementEntry {
    const { charges, entryReference, ...facts } = this.#facts;
    const { detailReference = null, names = [] } = detail ?? {};
    const key = this.#keys.ofEntry({ ...facts, entryReference, detailReference, names });
    return {
      key,
      entryKey: key,
      isTotal: detail === null && this.#announced !== null,
      ...facts,
      ...namesOf(detail, facts),
      charges: detail?.charges ?? charges ?? rappen(0),
      bankReference: detailReference ?? entryReference,
    };
  }

  #oneOfSeveral(detail: DetailFacts): StatementEntry {
    const { charges: _, entryReference, ...facts } = this.#facts;
    const { amount, detailReference, names, line } = detail;
    if (amount === null) throw new FileRefused(line, 'one of several TxDtls of an entry has no amount (Amt).');
    this.#entryKey ??= this.#keys.ofEntry({ ...facts, entryReference, detailReference: null, names: [] });
    this.#position++;
    // A credit only where entry and detail agree: an entry may be the net of credits and debits.
    const direction = detail.direction === 'debit' ? 'debit' : facts.direction;
    const money = { ...facts, ...amount, direction };
    return {
      key: this.#keys.ofDetail({ ...money, entryReference, detailReference, names }, this.#position),
      entryKey: this.#entryKey,
      isTotal: false,
      ...money,
      ...namesOf(detail, money),
      charges: detail.charges ?? rappen(0),
      bankReference: detailReference ?? entryReference,
    };
  }
}

function namesOf(
  detail: DetailFacts | null,
  money: Pick<StatementEntry, 'direction' | 'isReversal'>,
): Pick<StatementEntry, 'reference' | 'endToEndId' | 'counterpartyIban' | 'counterpartyName'> {
  if (detail === null) return { reference: null, endToEndId: null, ...NO_COUNTERPARTY };
  const { reference, endToEndId } = detail;
  return { reference, endToEndId, ...counterparty(detail, money) };
}

const NO_COUNTERPARTY = { counterpartyIban: null, counterpartyName: null };

/** A reversal has the parties of the reversed payment, in their original roles; not all banks comply. */
function counterparty(
  { debtor, creditor }: DetailFacts,
  { direction, isReversal }: Pick<StatementEntry, 'direction' | 'isReversal'>,
): Pick<StatementEntry, 'counterpartyIban' | 'counterpartyName'> {
  const [other, own] = (direction === 'credit') === isReversal ? [creditor, debtor] : [debtor, creditor];
  const isNamed = other.counterpartyIban !== null || other.counterpartyName !== null;
  return isNamed || !isReversal ? other : own;
}

/** How many transactions the bank announces for an entry; null where it announces no batch. */
function announced(entry: XmlElement): number | null {
  const batches = findAll(entry, 'NtryDtls/Btch');
  if (batches.length === 0) return null;
  return batches.reduce((sum, batch) => {
    const text = elementText(batch, 'NbOfTxs') ?? '1';
    if (/^[0-9]{1,15}$/.test(text)) return sum + Number(text);
    throw new FileRefused(find(batch, 'NbOfTxs')?.line ?? batch.line, `${quotedText(text)} in NbOfTxs is no number.`);
  }, 0);
}
