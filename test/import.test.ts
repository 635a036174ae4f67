import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import type { Ended } from './support/command-line.ts';
import { depono, settingsOf } from './support/depono.ts';
import { setUpPartner, type Partner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let partner: Partner;
let folder: string;
before(async () => {
  service = await startService();
  partner = await setUpPartner(service);
  folder = mkdtempSync(join(tmpdir(), 'depono-import-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

const run = (...args: string[]): Promise<Ended> => depono(settingsOf(service), ...args);
const summary = ({ output, errors }: Ended): any => {
  assert.notEqual(output, '', errors);
  return JSON.parse(output.trim().split('\n').at(-1) as string);
};
const countsOf = (ended: Ended): any => {
  const { opened, exists, ignored, refused, unreadable, without_contract_id: nameless } = summary(ended);
  return { opened, exists, ignored, refused, unreadable, nameless };
};
const NOTHING = { opened: 0, exists: 0, ignored: 0, refused: 0, unreadable: 0, nameless: 0 };

let count = 0;
function file(ending: string, content: string | Buffer): string {
  const path = join(folder, `file-${++count}${ending}`);
  writeFileSync(path, content);
  return path;
}
const jsonl = (...lines: (object | string)[]): string =>
  file('.jsonl', lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
const org = (): string[] => ['--org', partner.organizationId];

test('JSON lines: opened by the rules of a call, outcomes counted, and repeatable without opening twice', async () => {
  const [good, other, taken, ignored] = [1, 2, 3, 4].map((n) => payload({ externalContractId: `J-${n}` })) as object[];
  await partner.open(taken);
  await service.operator('PUT', `/organizations/${partner.organizationId}/ignored-contracts/J-4`, { until: null });
  const path = jsonl(
    good as object,
    '',
    other as object,
    taken as object,
    ignored as object,
    good as object,
    payload({ externalContractId: 'J-5', zip: '1', tenantEmail: 'nobody' }),
    payload({ externalContractId: 'J-6', tenantType: 'robot', rentalStart: 'soon' }),
    '{"externalContractId": ',
    '[]',
    { street: 'Seestrasse' },
  );
  const first = await run('import', path, ...org(), '--json');
  assert.equal(first.code, 1, first.errors);
  const expected = { opened: 2, exists: 2, ignored: 1, refused: 2, unreadable: 2, nameless: 1 };
  assert.deepEqual(countsOf(first), expected);
  const { state, history } = await partner.record('J-1');
  assert.equal(state, 'opening');
  assert.equal(history[0].event, (await partner.record('J-3')).history[0].event, 'as by a call');

  const again = await run('import', path, ...org(), '--json');
  assert.deepEqual(countsOf(again), { ...expected, opened: 0, exists: 4 });
});

test('refused lines are reported with all problems, readable only by the owner; corrected, the report can be imported', async () => {
  const path = jsonl(
    payload({ externalContractId: 'R-1', zip: '1', tenantEmail: 'nobody' }),
    payload({ externalContractId: 'R-2', tenantType: 'robot', rentalStart: 'soon' }),
    'x',
  );
  const { report } = summary(await run('import', path, ...org(), '--json'));
  assert.equal(report, path.replace('.jsonl', '.refused.jsonl'));
  assert.equal(statSync(report).mode & 0o777, 0o600);
  const lines = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ line, outcome, problems }) => [line, outcome, problems.map((one: any) => `${one.field} ${one.code}`)]),
    [
      [1, 'refused', ['zip invalid_zip', 'tenantEmail invalid_email']],
      // A call would report only the unknown type.
      [2, 'refused', ['tenantType unknown_tenant_type', 'rentalStart invalid_date']],
      [3, 'unreadable', [' not_json']],
    ],
  );
  const mended = { ...lines[0], zip: '8001', tenantEmail: 'lea@mail.example' };
  writeFileSync(report, JSON.stringify(mended));
  assert.deepEqual(countsOf(await run('import', report, ...org(), '--json')), { ...NOTHING, opened: 1 });
  assert.equal((await partner.record('R-1')).property.zip, '8001');
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function csv(separator: string, ...records: Record<string, unknown>[]): string {
  const columns = Object.keys(records[0] as object);
  const lines = [columns, ...records.map((record) => columns.map((column) => textOf(record[column])))];
  return `${lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')}\r\n`;
}

test('CSV as spreadsheets write it: semicolons, a byte order mark, line breaks in cells, empty cells', async () => {
  const records = [1, 2].map((n) => payload({ externalContractId: `S-${n}`, city: 'Genève;\nville' }));
  const path = file('.csv', `\uFEFF${csv(';', ...records)}`);
  assert.deepEqual(countsOf(await run('import', path, ...org(), '--json')), { ...NOTHING, opened: 2 });
  assert.equal((await partner.record('S-2')).property.city, 'Genève;ville');
  const commas = file('.csv', csv(',', payload({ externalContractId: 'S-3', allowInvestment: '' })));
  assert.deepEqual(countsOf(await run('import', commas, ...org(), '--json')), { ...NOTHING, opened: 1 });
});

test('CSV: refused rows are reported with columns and problems, and can be imported once corrected', async () => {
  const path = file(
    '.csv',
    csv(';', payload({ externalContractId: 'T-1' }), payload({ externalContractId: 'T-2', zip: 'x' })),
  );
  const first = await run('import', path, ...org(), '--json');
  assert.deepEqual(countsOf(first), { ...NOTHING, opened: 1, refused: 1 });
  const { report } = summary(first);
  const text = readFileSync(report, 'utf8');
  assert.match(text, /^\uFEFFexternalContractId;.*;line;outcome;problems\r\nT-2;.*;3;refused;"?.*zip/);
  writeFileSync(report, text.replace(';x;', ';8001;'));
  const again = await run('import', report, ...org(), '--json');
  assert.deepEqual(countsOf(again), { ...NOTHING, opened: 1 });
  assert.equal(again.errors, '', 'the columns of the report are known');
});

const refusals: [what: string, ending: string, content: string | Buffer, says: RegExp][] = [
  ['a name that says nothing', '.txt', '{}', /\.jsonl .* or \.csv/],
  ['an empty CSV', '.csv', '', /empty/],
  ['a header without externalContractId', '.csv', 'contract;zip\n1;2\n', /including externalContractId/],
  ['a column that is there twice', '.csv', 'externalContractId;zip;zip\n', /zip occurs twice/],
  ['another encoding', '.csv', Buffer.from('externalContractId;city\n1;Z\xfcrich\n', 'latin1'), /not UTF-8/],
  ['a quote that is never closed', '.csv', 'externalContractId;city\n1;"Z\n', /never closed/],
];
for (const [what, ending, content, says] of refusals) {
  test(`refused as a whole: ${what}`, async () => {
    const { code, errors } = await run('import', file(ending, content), ...org());
    assert.equal(code, 2);
    assert.match(errors, says);
  });
}

test('an interrupted import is in the audit log with what it opened, and leaves nothing unfinished', async () => {
  const { organizationId } = partner;
  const records = Array.from({ length: 256 }, (_, n) => payload({ externalContractId: `E-${n}` }));
  const path = file('.csv', `${csv(';', ...records)}\n"never closed`);
  const { code, errors } = await run('import', path, ...org());
  assert.equal(code, 2);
  assert.match(errors, /256 deposits were opened before that/);
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select changes, about ->> 'file' as file from audit_log
     where thing = 'deposits' and organization_id = $1 order by at desc limit 1`,
    [organizationId],
  );
  const intentions = await client.query('select from audit_intentions');
  await client.end();
  assert.deepEqual(rows, [
    {
      file: basename(path),
      changes: { opened: { to: 256 }, outcome: { to: 'ended early: the rest of the file cannot be read' } },
    },
  ]);
  assert.equal(intentions.rowCount, 0);
});

test('a missing file, an unknown organization, several organizations', async () => {
  await setUpPartner(service);
  const path = jsonl(payload());
  const cases: [string[], RegExp, number][] = [
    [['import', join(folder, 'none.csv'), ...org()], /File not found/, 2],
    [['import', path, '--org', 'Nobody'], /No organization "Nobody" found/, 1],
    [['import', path], /several organizations/, 2],
    [['import', path, ...org(), '--connection', 'x'], /No connection/, 1],
    [['import', path, ...org(), '--report', path], /must not be the imported file/, 2],
  ];
  for (const [args, says, expected] of cases) {
    const { code, errors } = await run(...args);
    assert.match(errors, says);
    assert.equal(code, expected, args.join(' '));
  }
});

test('unknown columns are reported', async () => {
  const path = file('.csv', csv(';', { ...payload({ externalContractId: 'U-1' }), tenantMail: 'x' }));
  const { code, errors } = await run('import', path, ...org());
  assert.equal(code, 0);
  assert.match(errors, /Unknown columns.*tenantMail/);
});

test('refused lines make no import errors and no mails, except with --mails', async () => {
  const refused = payload({ externalContractId: 'M-1', zip: 'x' });
  const errorsOf = async (): Promise<any[]> =>
    (await partner.mails(partner.managerEmail)).filter(
      ({ kind, text }) => kind === 'import_error' && text.includes('M-1'),
    );
  await run('import', jsonl(refused), ...org());
  assert.equal((await errorsOf()).length, 0);
  await run('import', jsonl(refused), ...org(), '--mails');
  assert.equal((await errorsOf()).length, 1);
});

test('new people named in lines are invited once, and get all their deposits', async () => {
  const named = {
    propertyManagerEmail: `neu@${partner.domain}`,
    propertyManagerFirstName: 'Nora',
    propertyManagerLastName: 'Neu',
  };
  const lines = Array.from({ length: 40 }, (_, n) => payload({ externalContractId: `I-${n}`, ...named }));
  assert.equal(countsOf(await run('import', jsonl(...lines), ...org(), '--json')).opened, 40);
  assert.equal((await partner.record('I-39')).propertyManager.email, named.propertyManagerEmail);
  const invitations = (await partner.mails(named.propertyManagerEmail)).filter(({ kind }) => kind === 'invitation');
  assert.equal(invitations.length, 1);
});

test('check reports the same and stores nothing; duplicates in the file are shown', async () => {
  const path = jsonl(
    payload({ externalContractId: 'K-1' }),
    payload({ externalContractId: 'K-1' }),
    payload({ externalContractId: 'K-2', zip: '1', tenantEmail: 'nobody' }),
    '{',
  );
  const { code, output } = await run('check', path, ...org());
  assert.equal(code, 1);
  assert.match(output, /^LINE +CONTRACT +FIELD +CODE +PROBLEM$/m);
  assert.match(output, /^2 +K-1 +externalContractId +repeated .*line 1/m);
  assert.match(output, /^3 +K-2 +zip +invalid_zip /m);
  assert.match(output, /^3 +K-2 +tenantEmail +invalid_email /m);
  assert.match(output, /^4 +– +– +not_json /m);
  assert.match(output, /4 lines: 1 would be opened, 3 to fix/);
  const json = await run('check', path, ...org(), '--json');
  const objects = json.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    objects.map(({ line }) => line),
    [2, 3, 4, undefined],
  );
  assert.equal(objects[1].problems[0].message.length > 10, true);
  assert.equal(await partner.record('K-1'), undefined);
  assert.equal(existsSync(path.replace('.jsonl', '.refused.jsonl')), false);
});

test('ten thousand lines are quick, whether new or already opened', { timeout: 120_000 }, async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => payload({ externalContractId: `L-${n}` }));
  const path = jsonl(...lines);
  const start = performance.now();
  assert.equal(countsOf(await run('import', path, ...org(), '--json')).opened, 10_000);
  const opening = performance.now() - start;
  assert.equal(countsOf(await run('import', path, ...org(), '--json')).exists, 10_000);
  const skipping = performance.now() - start - opening;
  assert.ok(opening < 60_000 && skipping < 60_000, `${Math.round(opening)} ms and ${Math.round(skipping)} ms`);
});
