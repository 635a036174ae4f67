/** What the tests of bank files share; it has no tests itself. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import type { StatementEntry } from '../domain/booking.ts';
import { readCamt, type CanonicalOf } from './camt/camt.ts';
import { checkCamt } from './camt/check-camt.ts';
import { PackedParts } from './camt/packed-parts.ts';
import { FileRefused } from './file-refused.ts';

/** Files of banks and schemas, which do not belong to the project. */
export const SAMPLES = process.env['BANK_SAMPLES'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'samples');
export const skip = existsSync(SAMPLES) ? false : `${SAMPLES} is not there`;

export function sample(name: string): Buffer {
  return readFileSync(join(SAMPLES, name));
}

const validators = new Map<string, XsdValidator>();

/** Throws what is wrong. `schema` is the name of a file without its ending. */
export function validate(xml: string | Buffer, schema: string): void {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(sample(`xsd/${schema}.xsd`)));
    validators.set(schema, validator);
  }
  using document = XmlDocument.fromBuffer(Buffer.from(xml));
  validator.validate(document);
}

// oxlint-disable-next-line typescript/require-await
export async function* chunksOf(file: Uint8Array | string, size = Infinity): AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Both readings. A file that is too large to be held is read again, with the same result. */
export async function entriesOf(
  file: Uint8Array | string,
  size = Infinity,
  canonicalOf: CanonicalOf = (iban) => iban,
): Promise<StatementEntry[]> {
  const chunks = (): AsyncGenerator<Uint8Array> => chunksOf(file, size);
  const checked = await checkCamt(chunks());
  const entries = await Array.fromAsync(readCamt(chunks, checked, canonicalOf));
  assert.equal(entries.length, checked.entries);
  const tooLarge = await checkCamt(chunks(), new PackedParts(0));
  assert.deepEqual(await Array.fromAsync(readCamt(chunks, tooLarge, canonicalOf)), entries);
  return entries;
}

export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => assert.fail('the file was not refused'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof FileRefused, `not a FileRefused: ${String(error)}`);
  assert.match(error.message, /^Line [0-9]+: .*\.$/s, 'a sentence with its line');
  return error.message;
}

export type CamtKind = `camt.05${3 | 4}.001.${'02' | '04' | '08' | '10' | '13'}`;

/** A file with one account, around its entries. */
export function camt(entries: string, kind: CamtKind = 'camt.054.001.08', iban = 'CH9300762011623852957'): string {
  const [message, statement] = kind.startsWith('camt.054')
    ? ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
    : ['BkToCstmrStmt', 'Stmt'];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}"><${message}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-14T08:00:00</CreDtTm></GrpHdr>
<${statement}><Id>S1</Id><CreDtTm>2026-11-14T08:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${entries}
</${statement}></${message}></Document>`;
}

type EntryParts = {
  amount?: string;
  currency?: string;
  direction?: 'CRDT' | 'DBIT';
  reversal?: string;
  status?: string;
  day?: string;
  reference?: string | null;
  charges?: string;
  batch?: string;
  details?: string;
};

/** An entry of 001.08; `status` makes it one of 001.04. */
export function ntry(parts: EntryParts = {}): string {
  const { amount = '100.00', currency = 'CHF', direction = 'CRDT', reversal = '', charges = '', batch = '' } = parts;
  const { status = '<Cd>BOOK</Cd>', day = '<Dt>2026-11-13</Dt>', reference = 'E1', details = '' } = parts;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}<Sts>${status}</Sts>
<BookgDt>${day}</BookgDt>${reference === null ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly></Domn></BkTxCd>${charges}
${batch === '' && details === '' ? '' : `<NtryDtls>${batch}${details}</NtryDtls>`}</Ntry>`;
}

/** A detail: its references, amount, and what follows the direction. */
export function txDtls(refs: string, amount: string | null, rest = '', direction = 'CRDT', currency = 'CHF'): string {
  const money = amount === null ? '' : `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`;
  return `<TxDtls>${refs === '' ? '' : `<Refs>${refs}</Refs>`}${money}${rest}</TxDtls>`;
}
