import type { Chunks } from '../decode-text.ts';
import { FileRefused } from '../file-refused.ts';
import { readXml } from '../read-xml.ts';
import { need, needText, type XmlElement } from '../xml-element.ts';
import { readDetail, type DetailFacts } from './camt-detail.ts';
import { accountIban, readEnd, readEntry, type EntryEnd, type EntryFacts } from './camt-entry.ts';
import { CAMT_FORMATS, EXPECTED, whyNotRead, type CamtFormat } from './camt-format.ts';

/** What a reading makes of an entry: of each detail as it comes, and of the entry when it is closed. */
export type OpenEntry<T> = {
  add: (detail: DetailFacts) => Iterable<T>;
  close: (end: EntryEnd) => Iterable<T>;
};

type CamtReading<T> = {
  open: (entry: EntryFacts) => OpenEntry<T>;
  /** The part of the file that belongs to one account, without its entries. */
  statement: (element: XmlElement, account: string) => void;
};

/**
 * Reads a camt.054 or camt.053 as a stream: what is held does not grow with the file. Throws `FileRefused`, maybe after
 * many entries; a file is good only when the reading has ended.
 */
export function readCamtFile<T>(chunks: Chunks, reading: CamtReading<T>): AsyncGenerator<T> {
  const file = new CamtFile(reading);
  return readXml(chunks, { namespaces, expected: EXPECTED, whyNotRead, cut, read: (element) => file.read(element) });
}

const namespaces = new Set(CAMT_FORMATS.keys());
const cut = new Set(
  [...CAMT_FORMATS.values()].flatMap(({ message, statement }) =>
    ['', '/Ntry', '/Ntry/NtryDtls/TxDtls'].map((rest) => `Document/${message}/${statement}${rest}`),
  ),
);

class CamtFile<T> {
  readonly #reading: CamtReading<T>;
  #open: { entry: OpenEntry<T>; currency: string } | null = null;
  #entries = 0;
  #statements = 0;

  constructor(reading: CamtReading<T>) {
    this.#reading = reading;
  }

  read(element: XmlElement): Iterable<T> {
    const format = formatOf(element);
    if (element.name === 'TxDtls') {
      const { entry, currency } = this.#opened(element.parent?.parent ?? element, format);
      return entry.add(readDetail(element, format, currency));
    }
    if (element.name === 'Ntry') {
      const { entry } = this.#opened(element, format);
      this.#open = null;
      return entry.close(readEnd(element));
    }
    if (element.name === format.statement) {
      this.#statements++;
      this.#reading.statement(element, checkedAccount(element));
    } else if (this.#statements === 0) {
      need(need(element, format.message), 'GrpHdr');
      throw new FileRefused(element.line, `${format.message} has no ${format.statement}.`);
    }
    return [];
  }

  #opened(element: XmlElement, format: CamtFormat): { entry: OpenEntry<T>; currency: string } {
    if (this.#open === null) {
      const facts = readEntry(element, format, ++this.#entries);
      this.#open = { entry: this.#reading.open(facts), currency: facts.currency };
    }
    return this.#open;
  }
}

function formatOf({ namespace, line }: XmlElement): CamtFormat {
  const format = CAMT_FORMATS.get(namespace);
  if (format === undefined) throw new FileRefused(line, `the file is no ${EXPECTED}.`);
  return format;
}

/** Also of an account without entries. A file of one kind under the namespace of the other has no statement at all. */
function checkedAccount(statement: XmlElement): string {
  const header = need(statement.parent ?? statement, 'GrpHdr');
  needText(header, 'MsgId');
  needText(header, 'CreDtTm');
  needText(statement, 'Id');
  return accountIban(statement);
}
