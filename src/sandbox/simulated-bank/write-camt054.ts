import { accountOfEntry, shortId, writeEntry, type SimulatedEntry } from './write-entries.ts';
import { xmlDocument, xmlElement } from './xml.ts';

type Notification = { messageId: string; createdAt: Date; bookings: readonly SimulatedEntry[] };

/** A camt.054.001.08, as a Swiss bank writes it: one notification for each account. */
export function writeCamt054({ messageId, createdAt, bookings }: Notification): string {
  if (bookings.length === 0) throw new Error('a notification has at least one booking');
  const created = createdElement(createdAt);
  const byAccount = Map.groupBy(bookings, accountOfEntry);
  const notifications = [...byAccount].map(([accountIban, ofAccount], index) =>
    xmlElement('Ntfctn', [
      xmlElement('Id', shortId(`${index + 1}-${messageId}`)),
      created,
      accountElement(accountIban),
      ...ofAccount.map(writeEntry),
    ]),
  );
  return xmlDocument(
    'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08',
    xmlElement('BkToCstmrDbtCdtNtfctn', [groupHeader(messageId, createdAt), ...notifications]),
  );
}

export function groupHeader(messageId: string, createdAt: Date): string {
  return xmlElement('GrpHdr', [
    xmlElement('MsgId', shortId(messageId)),
    createdElement(createdAt),
    xmlElement('MsgPgntn', [xmlElement('PgNb', '1'), xmlElement('LastPgInd', 'true')]),
    xmlElement('AddtlInf', 'SPS/2.0/TEST'),
  ]);
}

export function createdElement(createdAt: Date): string {
  return xmlElement('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`);
}

export function accountElement(iban: string): string {
  return xmlElement('Acct', [xmlElement('Id', [xmlElement('IBAN', iban)]), xmlElement('Ccy', 'CHF')]);
}
