import { plainAmount, rappen } from '../../domain/values/money.ts';
import { accountElement, createdElement, groupHeader } from './write-camt054.ts';
import { shortId, writeEntry, type SimulatedEntry } from './write-entries.ts';
import { xmlDocument, xmlElement } from './xml.ts';

/** Balances are signed Rappen. */
export type SimulatedStatement = {
  id: string;
  accountIban: string;
  /** `ElctrncSeqNb`, which restarts each year. Some banks leave it out. */
  number: number | null;
  on: string;
  opening: number;
  closing: number;
  entries: readonly SimulatedEntry[];
};

type Statements = { messageId: string; createdAt: Date; statements: readonly SimulatedStatement[] };

/** A camt.053.001.08, as a Swiss bank writes it. */
export function writeCamt053({ messageId, createdAt, statements }: Statements): string {
  if (statements.length === 0) throw new Error('a message has at least one statement');
  return xmlDocument(
    'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
    xmlElement('BkToCstmrStmt', [
      groupHeader(messageId, createdAt),
      ...statements.map((one) => statementElement(one, createdAt)),
    ]),
  );
}

function statementElement(statement: SimulatedStatement, createdAt: Date): string {
  const { id, accountIban, number, on, opening, closing, entries } = statement;
  return xmlElement('Stmt', [
    xmlElement('Id', shortId(id)),
    number === null ? null : xmlElement('ElctrncSeqNb', String(number)),
    createdElement(createdAt),
    xmlElement('FrToDt', [xmlElement('FrDtTm', `${on}T00:00:00`), xmlElement('ToDtTm', `${on}T23:59:59`)]),
    accountElement(accountIban),
    balance('OPBD', opening, on),
    balance('CLBD', closing, on),
    ...entries.map(writeEntry),
  ]);
}

function balance(code: 'OPBD' | 'CLBD', amount: number, on: string): string {
  return xmlElement('Bal', [
    xmlElement('Tp', [xmlElement('CdOrPrtry', [xmlElement('Cd', code)])]),
    xmlElement('Amt', plainAmount(rappen(Math.abs(amount))), { Ccy: 'CHF' }),
    xmlElement('CdtDbtInd', amount < 0 ? 'DBIT' : 'CRDT'),
    xmlElement('Dt', [xmlElement('Dt', on)]),
  ]);
}
