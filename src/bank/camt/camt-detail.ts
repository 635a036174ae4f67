import type { StatementEntry } from '../../domain/booking.ts';
import type { Rappen } from '../../domain/values/money.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { elementText, find, findAll, type XmlElement } from '../xml-element.ts';
import { readAmount, type Amount } from './amount.ts';
import type { Booking } from './booking-key.ts';
import { provided, readCharges, readCode, readDirection, type Direction } from './camt-entry.ts';
import type { CamtFormat } from './camt-format.ts';

/** The elements of a `TxDtls`. Null: absent. */
export type DetailFacts = {
  amount: Amount | null;
  direction: Direction | null;
  reference: string | null;
  endToEndId: string | null;
  debtor: Counterparty;
  creditor: Counterparty;
  charges: Rappen | null;
  detailReference: string | null;
  code: string | null;
  /** `RtrInf`: the bank's reason. */
  returnInformation: { reason: string | null } | null;
  originalEndToEndId: string | null;
  text: string | null;
  /** The structured parts of its remittance, where they have several references. Null: one or none. */
  parts: readonly { reference: string | null; amount: Rappen | null }[] | null;
  names: Booking['names'];
};

export type Counterparty = Pick<StatementEntry, 'counterpartyIban' | 'counterpartyName' | 'counterpartyAddress'>;

/** `currency` is that of the entry. */
export function readDetail(detail: XmlElement, format: CamtFormat, currency: string): DetailFacts {
  const references = find(detail, 'Refs');
  const id = (name: string): string | null => (references === null ? null : provided(elementText(references, name)));
  const indicator = find(detail, 'CdtDbtInd');
  const remittance = findAll(detail, 'RmtInf');
  const structured = remittance.flatMap((one) => findAll(one, 'Strd'));
  const written = structured.map((one) => elementText(one, 'CdtrRefInf/Ref')).find((one) => one !== null) ?? null;
  const endToEndId = id('EndToEndId');
  return {
    amount: detailAmount(detail, currency),
    direction: indicator === null ? null : readDirection(indicator),
    reference: plain(written),
    endToEndId,
    ...parties(detail, format),
    charges: readCharges(detail),
    detailReference: id('AcctSvcrRef'),
    code: readCode(detail),
    returnInformation: returnInformation(detail),
    originalEndToEndId: id('OrgnlEndToEndId') ?? provided(elementText(detail, 'RtrInf/OrgnlEndToEndId')),
    text: unstructured(remittance) ?? elementText(detail, 'AddtlTxInf'),
    parts: structured.length < 2 ? null : partsOf(structured),
    names: [id('TxId'), endToEndId, id('InstrId'), written],
  };
}

/** In the currency of the entry, where the detail has an amount in it. */
function detailAmount(detail: XmlElement, currency: string): Amount | null {
  const own = find(detail, 'Amt');
  const amounts = own === null ? [] : [own];
  if (own?.attributes['Ccy'] !== currency) {
    amounts.push(...findAll(detail, 'AmtDtls/TxAmt/Amt'), ...findAll(detail, 'AmtDtls/CntrValAmt/Amt'));
  }
  const chosen = amounts.find(({ attributes }) => attributes['Ccy'] === currency) ?? amounts[0];
  return chosen === undefined ? null : readAmount(chosen);
}

function parties(detail: XmlElement, format: CamtFormat): { debtor: Counterparty; creditor: Counterparty } {
  const related = find(detail, 'RltdPties');
  if (related === null) return { debtor: NOBODY, creditor: NOBODY };
  return { debtor: party(related, 'Dbtr', format), creditor: party(related, 'Cdtr', format) };
}

export const NOBODY: Counterparty = { counterpartyIban: null, counterpartyName: null, counterpartyAddress: null };

function party(related: XmlElement, role: 'Dbtr' | 'Cdtr', format: CamtFormat): Counterparty {
  const address = find(related, `${role}/${format.party}PstlAdr`);
  return {
    counterpartyIban: elementText(related, `${role}Acct/Id/IBAN`)?.replaceAll(' ', '') ?? null,
    counterpartyName: elementText(related, `${role}/${format.party}Nm`),
    counterpartyAddress: address === null ? null : structuredAddress(address),
  };
}

/** Lines (`AdrLine`) are not taken apart: where the town ends and the country begins is a guess. */
function structuredAddress(address: XmlElement): PostalAddress | null {
  const city = elementText(address, 'TwnNm');
  const countryCode = elementText(address, 'Ctry');
  if (city === null || countryCode === null || !/^[A-Z]{2}$/.test(countryCode)) return null;
  return {
    street: elementText(address, 'StrtNm') ?? '',
    streetNumber: elementText(address, 'BldgNb') ?? '',
    zip: elementText(address, 'PstCd') ?? '',
    city,
    countryCode,
  };
}

/** The bank's code and words: `AC04: Konto aufgehoben`. */
function returnInformation(detail: XmlElement): DetailFacts['returnInformation'] {
  const information = find(detail, 'RtrInf');
  if (information === null) return null;
  const code = elementText(information, 'Rsn/Cd') ?? elementText(information, 'Rsn/Prtry');
  const words = joined(findAll(information, 'AddtlInf'));
  const parts = [code, words].filter((part) => part !== null);
  return { reason: parts.length === 0 ? null : parts.join(': ') };
}

function unstructured(remittance: readonly XmlElement[]): string | null {
  return joined(remittance.flatMap((one) => findAll(one, 'Ustrd')));
}

function joined(lines: readonly XmlElement[]): string | null {
  const text = lines
    .map((line) => line.text.trim())
    .filter((line) => line !== '')
    .join(' ');
  return text === '' ? null : text;
}

function partsOf(structured: readonly XmlElement[]): DetailFacts['parts'] {
  const parts = structured
    .map((one) => ({ reference: plain(elementText(one, 'CdtrRefInf/Ref')), amount: partAmount(one) }))
    .filter(({ reference, amount }) => reference !== null || amount !== null);
  const references = new Set(parts.map(({ reference }) => reference).filter((reference) => reference !== null));
  return references.size < 2 ? null : parts;
}

/** Until 001.10 `RmtdAmt` or `DuePyblAmt`; in 001.13 `RmtAmtAndTp`, which must be the only one. */
function partAmount(structured: XmlElement): Rappen | null {
  const found = find(structured, 'RfrdDocAmt/RmtdAmt') ?? find(structured, 'RfrdDocAmt/DuePyblAmt');
  const typed = findAll(structured, 'RfrdDocAmt/RmtAmtAndTp/Amt');
  const amount = found ?? (typed.length === 1 ? typed[0] : undefined);
  return amount === undefined ? null : readAmount(amount).amount;
}

function plain(reference: string | null): string | null {
  return reference === null ? null : reference.replaceAll(/\s+/g, '');
}
