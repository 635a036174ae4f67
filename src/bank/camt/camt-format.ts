/** What differs between the kinds and versions of camt that are read. */
export type CamtFormat = {
  /** The message, and the part of it that belongs to one account. */
  message: string;
  statement: string;
  /** The paths of the status of an entry and of the name of a party. */
  status: string;
  partyName: string;
};

const NOTIFICATION = { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' };
const STATEMENT = { message: 'BkToCstmrStmt', statement: 'Stmt' };
const SINCE_08 = { status: 'Sts/Cd', partyName: 'Pty/Nm' };
const UNTIL_04 = { status: 'Sts', partyName: 'Nm' };

export const CAMT_FORMATS: ReadonlyMap<string, CamtFormat> = new Map([
  ['urn:iso:std:iso:20022:tech:xsd:camt.054.001.08', { ...NOTIFICATION, ...SINCE_08 }],
  ['urn:iso:std:iso:20022:tech:xsd:camt.054.001.04', { ...NOTIFICATION, ...UNTIL_04 }],
  ['urn:iso:std:iso:20022:tech:xsd:camt.053.001.08', { ...STATEMENT, ...SINCE_08 }],
  ['urn:iso:std:iso:20022:tech:xsd:camt.053.001.04', { ...STATEMENT, ...UNTIL_04 }],
]);
