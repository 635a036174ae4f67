import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { swissDay } from '../../src/domain/values/calendar.ts';
import { endToEndIdOf } from '../../src/domain/values/end-to-end-id.ts';
import { plainAmount, rappen } from '../../src/domain/values/money.ts';
import { copyId, type Account, type Planned } from './accounts.ts';

/** Of today: what was booked before is in the opening balance. */
const DAY = swissDay(new Date());
const CREATED = `${DAY}T23:00:00`;

/** Writes a camt.053 with one statement per account, as banks send them for accounts in the tenants' names. */
export async function writeStatements(path: string, accounts: readonly Account[], orderId: string): Promise<void> {
  await pipeline(Readable.from(parts(accounts, orderId)), createWriteStream(path));
}

function* parts(accounts: readonly Account[], orderId: string): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>MSG-${accounts[0]?.n}</MsgId><CreDtTm>${CREATED}</CreDtTm></GrpHdr>
`;
  for (const account of accounts) yield statement(account, orderId);
  yield '</BkToCstmrStmt></Document>\n';
}

function statement(account: Account, orderId: string): string {
  const opening = account.is === 'closing' ? account.depositRappen : 0;
  const closing = account.entries.reduce((sum, { as, rappen: amount }) => sum + sign(as) * amount, opening);
  return `<Stmt><Id>STM-${account.n}</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>${CREATED}</CreDtTm>
<Acct><Id><IBAN>${account.iban}</IBAN></Id><Ccy>CHF</Ccy></Acct>
${balance('OPBD', opening, DAY)}
${balance('CLBD', closing, DAY)}
${account.entries.map((one, place) => entry(account, one, { place, orderId })).join('\n')}
</Stmt>
`;
}

function sign(as: Planned['as']): 1 | -1 {
  return as === 'payment' || as === 'interest' ? 1 : -1;
}

function chf(amount: number): string {
  return `<Amt Ccy="CHF">${plainAmount(rappen(amount))}</Amt>`;
}

function balance(code: string, amount: number, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${chf(amount)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

const CODES: Readonly<Record<Planned['as'], string>> = {
  payment: '<Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly>',
  interest: '<Cd>ACMT</Cd><Fmly><Cd>MCOP</Cd><SubFmlyCd>INTR</SubFmlyCd></Fmly>',
  charge: '<Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly>',
  withholding_tax: '<Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>TAXE</SubFmlyCd></Fmly>',
  payout: '<Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly>',
};

type Where = { place: number; orderId: string };

function entry(account: Account, { as, rappen: amount }: Planned, { place, orderId }: Where): string {
  const direction = sign(as) === 1 ? 'CRDT' : 'DBIT';
  const reference = `ZV${account.n}E${place}`;
  return `<Ntry><NtryRef>${account.iban}</NtryRef>${chf(amount)}<CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>
<BkTxCd><Domn>${CODES[as]}</Domn></BkTxCd>${details(account, { as, rappen: amount }, { direction, reference, orderId })}</Ntry>`;
}

function details(
  account: Account,
  { as, rappen: amount }: Planned,
  { direction, reference, orderId }: { direction: string; reference: string; orderId: string },
): string {
  if (as !== 'payment' && as !== 'payout') return '<AddtlNtryInf>Abschluss</AddtlNtryInf>';
  const endToEndId = as === 'payout' ? endToEndIdOf(copyId(account.n, orderId)) : 'NOTPROVIDED';
  const [role, accountOf] = as === 'payout' ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct'];
  const told = account.hasReference
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>${account.reference}</Ref></CdtrRefInf></Strd>`
    : '<Ustrd>Mietkaution Seestrasse 12a</Ustrd>';
  return `
<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch><TxDtls><Refs><AcctSvcrRef>${reference}D</AcctSvcrRef><EndToEndId>${endToEndId}</EndToEndId></Refs>
${chf(amount)}<CdtDbtInd>${direction}</CdtDbtInd>
<RltdPties><${role}><Pty><Nm>Zoë Müller ${account.n}</Nm><PstlAdr><StrtNm>Seestrasse</StrtNm><BldgNb>12a</BldgNb><PstCd>8002</PstCd><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Pty></${role}>
<${accountOf}><Id><IBAN>CH5604835012345678009</IBAN></Id></${accountOf}></RltdPties>
<RmtInf>${told}</RmtInf></TxDtls></NtryDtls><AddtlNtryInf>Gutschrift</AddtlNtryInf>`;
}
