/** What differs between the kinds and versions of camt that are read. */
export type CamtFormat = {
  /** The message, and the part of it that belongs to one account. */
  message: string;
  statement: string;
  /** The paths of the status of an entry and, within `Dbtr` or `Cdtr`, of a person. */
  status: string;
  party: string;
};

const NOTIFICATION = { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' };
const STATEMENT = { message: 'BkToCstmrStmt', statement: 'Stmt' };
const UNTIL_04 = { status: 'Sts', party: '' };
const SINCE_08 = { status: 'Sts/Cd', party: 'Pty/' };

const ISO = 'urn:iso:std:iso:20022:tech:xsd:';
const VERSIONS = [
  ['02', UNTIL_04],
  ['04', UNTIL_04],
  ['08', SINCE_08],
  ['10', SINCE_08],
  ['13', SINCE_08],
] as const;

export const CAMT_FORMATS: ReadonlyMap<string, CamtFormat> = new Map(
  VERSIONS.flatMap(([version, paths]) => [
    [`${ISO}camt.054.001.${version}`, { ...NOTIFICATION, ...paths }],
    [`${ISO}camt.053.001.${version}`, { ...STATEMENT, ...paths }],
  ]),
);

export const EXPECTED = 'camt.054 or camt.053 of version 001.02, 001.04, 001.08, 001.10 or 001.13';

/** Why a file of another kind is refused, where more can be said than that it is not expected. */
export function whyNotRead(namespace: string): string | null {
  if (!namespace.startsWith(`${ISO}camt.052.`)) return null;
  return (
    'the file is a camt.052, an account report during the day: its entries may still change, so none is booked. ' +
    'Send the camt.053 of the day, or camt.054, instead.'
  );
}
