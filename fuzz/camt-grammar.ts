import type { Random } from './random.ts';
import { digits, word } from './values.ts';

/** A statement entry as it is in the file and as it must be read. */
export type Booking = {
  direction: 'CRDT' | 'DBIT';
  amountText: string;
  bankReference: string | null;
  reference: string | null;
};

type Kind = `camt.05${3 | 4}.001.${'04' | '08' | '10' | '13'}`;

/** A file before it is text: its entries, and what must be read from them. */
export type Statement = { kind: Kind; iban: string; entries: string[]; bookings: Booking[] };

const KINDS: readonly Kind[] = (['04', '08', '10', '13'] as const).flatMap((version): Kind[] => [
  `camt.053.001.${version}`,
  `camt.054.001.${version}`,
]);

/** Entries with one transaction, several or none: random where ISO 20022 and the Swiss rules allow any. */
export function goodFile(random: Random): Statement {
  const kind = random.pick(KINDS);
  const entries: string[] = [];
  const bookings: Booking[] = [];
  for (let n = random.between(1, 4); n > 0; n--) {
    const made = entry(random, !kind.endsWith('04'));
    entries.push(made.text);
    bookings.push(...made.bookings);
  }
  return { kind, iban: `CH93${digits(random, 17)}`, entries, bookings };
}

export function render({ kind, iban, entries }: Statement): string {
  const isNotification = kind.startsWith('camt.054');
  const [message, statement] = isNotification ? ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'] : ['BkToCstmrStmt', 'Stmt'];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}"><${message}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-14T08:00:00</CreDtTm></GrpHdr>
<${statement}><Id>S1</Id><CreDtTm>2026-11-14T08:00:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${entries.join('\n')}
</${statement}></${message}></Document>
`;
}

type Money = Pick<Booking, 'direction' | 'amountText'> & { currency: string };

function entry(random: Random, isSince08: boolean): { text: string; bookings: Booking[] } {
  const entryReference = random.chance(0.8) ? `E-${word(random, 12)}` : null;
  const money: Money = {
    direction: random.pick(['CRDT', 'CRDT', 'DBIT']),
    amountText: goodAmount(random),
    currency: random.weighted([
      [9, 'CHF'],
      [1, 'EUR'],
    ]),
  };
  const status = random.weighted([
    [9, 'BOOK'],
    [1, 'PDNG'],
  ]);
  const details = random.weighted([
    [2, 0],
    [5, 1],
    [3, random.between(2, 5)],
  ]);
  const made = Array.from({ length: details }, () => detail(random, money, isSince08));
  // In CHF the details must add up to the entry; otherwise it is read as a whole.
  const isWhole = money.currency === 'CHF' && random.chance(0.2);
  if (details > 1)
    money.amountText = inChf(made.reduce((sum, one) => sum + inRappen(one.amountText), isWhole ? 1n : 0n));
  const text = [
    `<Ntry>${amount(money)}`,
    random.pick(['', '<RvslInd>false</RvslInd>', '<RvslInd>0</RvslInd>']),
    isSince08 ? `<Sts><Cd>${status}</Cd></Sts>` : `<Sts>${status}</Sts>`,
    `<BookgDt><Dt>2026-11-${random.between(10, 30)}</Dt></BookgDt>`,
    entryReference === null ? '' : `<AcctSvcrRef>${entryReference}</AcctSvcrRef>`,
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly></Domn></BkTxCd>',
    details === 0 ? '' : `<NtryDtls>${random.chance(0.5) ? `<Btch><NbOfTxs>${details}</NbOfTxs></Btch>` : ''}`,
    ...made.map((one) => one.text),
    details === 0 ? '' : '</NtryDtls>',
    '</Ntry>',
  ].join('');
  const whole = { direction: money.direction, amountText: money.amountText };
  const bookings = made.map(({ own, reference, amountText, direction }): Booking => ({
    // With a single transaction the entry's amount counts.
    ...(details === 1 ? whole : { direction: direction === 'DBIT' ? 'DBIT' : money.direction, amountText }),
    bankReference: own ?? entryReference,
    reference,
  }));
  const isOne = details === 0 || (details > 1 && isWhole);
  return { text, bookings: isOne ? [{ ...whole, bankReference: entryReference, reference: null }] : bookings };
}

type Detail = { text: string; own: string | null; reference: string | null } & Pick<
  Booking,
  'amountText' | 'direction'
>;

function detail(random: Random, { direction, currency }: Money, isSince08: boolean): Detail {
  const own = random.chance(0.6) ? `D-${word(random, 12)}` : null;
  const reference = random.chance(0.7) ? digits(random, 27) : null;
  const money: Money = { direction, amountText: smallAmount(random), currency };
  const name = random.pick(['Lea Brunner', 'Zoë &amp; Söhne', '&#x1F600;', 'x'.repeat(140), '<![CDATA[a<b]]>']);
  const text = [
    '<TxDtls><Refs>',
    own === null ? '' : `<AcctSvcrRef>${own}</AcctSvcrRef>`,
    `<EndToEndId>${random.pick(['NOTPROVIDED', word(random, 30)])}</EndToEndId></Refs>`,
    amount(money),
    `<RltdPties><Dbtr>${isSince08 ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`}</Dbtr>`,
    `<DbtrAcct><Id><IBAN>CH5604835012345678009</IBAN></Id></DbtrAcct></RltdPties>`,
    reference === null ? '' : `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`,
    random.pick(['', '<!-- a comment -->', '<AddtlTxInf>Danke</AddtlTxInf>', '<?note x?>']),
    '</TxDtls>',
  ].join('');
  return { text, own, reference, amountText: money.amountText, direction };
}

function amount({ amountText, currency, direction }: Money): string {
  return `<Amt Ccy="${currency}">${amountText}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`;
}

function goodAmount(random: Random): string {
  return random.pick(['9007199254740.99', smallAmount(random), smallAmount(random)]);
}

function smallAmount(random: Random): string {
  return random.pick([
    '0',
    '0.00',
    '100',
    '100.00',
    '0100.5',
    `${random.between(1, 9_999)}.${digits(random, 2)}`,
    '1.50000',
  ]);
}

function inRappen(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
}

function inChf(amount: bigint): string {
  const text = String(amount).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
