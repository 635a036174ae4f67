/** Reads a camt.053 of so many entries twice, in a process of its own, and prints what it took as JSON. */
import { existsSync, readFileSync } from 'node:fs';
import { readCamt } from '../../src/bank/camt/camt.ts';
import { checkCamt } from '../../src/bank/camt/check-camt.ts';

const count = Number(process.argv[2]);
const AT_ONCE = 100;

const entry = (number: number): string => `<Ntry><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-13</Dt></BookgDt><ValDt><Dt>2026-11-13</Dt></ValDt>
<AcctSvcrRef>entry-${number}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch><TxDtls>
<Refs><AcctSvcrRef>detail-${number}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>Müller</Nm><PstlAdr><StrtNm>Weg</StrtNm><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Pty></Dbtr>
<DbtrAcct><Id><IBAN>CH5604835012345678009</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>210000000003139471430009017</Ref></CdtrRefInf></Strd></RmtInf>
</TxDtls></NtryDtls><AddtlNtryInf>Gutschrift</AddtlNtryInf></Ntry>`;

// oxlint-disable-next-line typescript/require-await
async function* file(): AsyncGenerator<Buffer> {
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-14T08:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-14T08:00:00</CreDtTm><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>`);
  for (let number = 0; number < count; number += AT_ONCE) {
    yield Buffer.from(Array.from({ length: AT_ONCE }, (_, index) => entry(number + index)).join('\n'));
  }
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>');
}

const before = process.cpuUsage();
const checked = await checkCamt(file());
let entries = 0;
for await (const { amount } of readCamt(file, checked, (iban) => iban)) entries += amount === 10_000 ? 1 : 0;
const { user } = process.cpuUsage(before);
console.log(JSON.stringify({ entries, megabytes: peakKiB() / 1024, perSecond: count / (user / 1e6) }));

/** On Linux the `maxRSS` of a process is at least that of the process which started it; this is of its own memory. */
function peakKiB(): number {
  const status = '/proc/self/status';
  const own = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
