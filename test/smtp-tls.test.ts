import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { checkMail } from '../src/cli/doctor/mail-check.ts';
import { setUpPartner } from './support/partner.ts';
import { payload } from './support/payload.ts';
import { startProcess } from './support/process.ts';
import { freshDatabase } from './support/server.ts';
import { PRODUCTION, startService, type Service } from './support/service.ts';
import { openLetterbox, type Letterbox } from './support/smtp.ts';
import { freePort } from './support/free-port.ts';

const PASSWORD = 'open-sesame-4711';

/** The address of the mail server with a user and a password, and with options of the library. */
function withPassword({ url }: Letterbox, options = ''): string {
  return `${url.replace('//', `//depono:${PASSWORD}@`)}${options}`;
}

/** Whether the password was sent unencrypted, also as SMTP encodes it. */
function isPasswordIn(text: string): boolean {
  const plain = Buffer.from(`\0depono\0${PASSWORD}`).toString('base64');
  return [PASSWORD, plain, Buffer.from(PASSWORD).toString('base64'), 'AUTH'].some((one) => text.includes(one));
}

async function mailOf({ databaseUrl }: Pick<Service, 'databaseUrl'>, isReached: (row: any) => boolean): Promise<any> {
  const sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    for (;;) {
      const { rows } = await sql.query(`select state, attempts, last_error from effects where kind = 'mail'`);
      if (rows.length === 1 && isReached(rows[0])) return rows[0];
      await wait(20);
    }
  } finally {
    await sql.end();
  }
}

test('production, a server without STARTTLS: no password is sent, the mail waits, the log says why', async () => {
  const letterbox = await openLetterbox({ auth: true });
  const database = await freshDatabase({ isMigrated: true });
  const port = String(await freePort());
  const { SMTP_ALLOW_PLAIN: _, ...production } = PRODUCTION;
  const SMTP_URL = withPassword(letterbox, '?ignoreTLS=true&opportunisticTLS=true&requireTLS=false&secured=true');
  const env = { ...production, SMTP_URL, PORT: port, BASE_URL: `http://localhost:${port}` };
  const service = await startProcess(database.url, env);
  try {
    const partner = await setUpPartner(service);
    assert.equal((await partner.open(payload())).status, 200);
    const mail = await mailOf(service, ({ attempts }) => attempts > 0);
    assert.equal(mail.state, 'waiting');
    assert.match(mail.last_error, /could not be encrypted, so nothing was sent: .*STARTTLS/);
    assert.match(service.printed().stderr, /effect mail .*"|could not be encrypted, so nothing was sent/);
    assert.match(service.printed().stderr, /"message":"The connection to the mail server could not be encrypted/);
    assert.ok(letterbox.inClear().includes('STARTTLS'), 'it was asked');
    assert.equal(isPasswordIn(letterbox.inClear()), false, letterbox.inClear());
    assert.deepEqual([letterbox.signIns, letterbox.mails], [[], []]);
  } finally {
    await service.stop();
    await letterbox.close();
    await database.drop();
  }
});

const SENDS: [what: string, offers: { startTls: boolean }, env: Record<string, string>, isEncrypted: boolean][] = [
  ['production, a server with STARTTLS', { startTls: true }, { ...PRODUCTION, SMTP_ALLOW_PLAIN: '' }, true],
  ['production with SMTP_ALLOW_PLAIN=true', { startTls: false }, PRODUCTION, false],
  ['the test environment', { startTls: false }, {}, false],
];
for (const [what, offers, env, isEncrypted] of SENDS) {
  test(`${what}: the mail is sent${isEncrypted ? ', and the password only encrypted' : ' as before'}`, async () => {
    const letterbox = await openLetterbox({ ...offers, auth: true });
    const SMTP_URL = withPassword(letterbox, offers.startTls ? '?tls.rejectUnauthorized=false' : '');
    const service = await startService({ env: { ...env, SMTP_URL } });
    try {
      const partner = await setUpPartner(service);
      await partner.open(payload());
      await mailOf(service, ({ state }) => state === 'done');
      assert.equal(letterbox.mails.length, 1);
      assert.deepEqual(letterbox.signIns, [{ user: 'depono', password: PASSWORD, isEncrypted }]);
      assert.equal(isPasswordIn(letterbox.inClear()), !isEncrypted);
    } finally {
      await service.stop();
      await letterbox.close();
    }
  });
}

test('doctor checks the mail server in the same way', async () => {
  const [plain, encrypting] = [
    await openLetterbox({ auth: true }),
    await openLetterbox({ startTls: true, auth: true }),
  ];
  const check = (smtpUrl: string, smtpRequiresTls = true) => checkMail({ smtpUrl, smtpRequiresTls });
  try {
    const refused = await check(withPassword(plain));
    assert.equal(refused.state, 'fail');
    assert.match(refused.says, /could not be encrypted/);
    assert.match(refused.state === 'fail' ? refused.mend : '', /smtps:.*STARTTLS.*SMTP_ALLOW_PLAIN=true/);
    assert.equal(isPasswordIn(plain.inClear()), false);
    assert.equal((await check(withPassword(encrypting))).state, 'fail', 'a certificate that nobody vouches for');
    assert.equal((await check(withPassword(encrypting, '?tls.rejectUnauthorized=false'))).state, 'ok');
    assert.equal(isPasswordIn(encrypting.inClear()), false);
    assert.equal((await check(withPassword(plain), false)).state, 'ok');
  } finally {
    await plain.close();
    await encrypting.close();
  }
});
