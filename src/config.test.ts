import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'depono-config-'));
after(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });
/** All that production needs on the embedded database. */
const PRODUCTION = {
  ENVIRONMENT: 'production',
  OPERATOR_TOKEN: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  BASE_URL: 'https://depono.example',
  MAIL_FROM: 'deposits@depono.example',
};
const without = (name: keyof typeof PRODUCTION) => ({ ...PRODUCTION, [name]: ' ' });

test('the defaults', () => {
  const config = read({});
  assert.equal(config.port, 8080);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.environment, 'test');
  assert.equal(config.databaseUrl, null);
  assert.equal(config.mailFrom, 'deposits@localhost');
  assert.deepEqual(config.providers, { bank_deposit: 'demo_bank', insurance: 'demo_insurance' });
  assert.equal(config.callbackAllowPrivate, false);
});

test('generated secrets stay the same over starts, and only the owner may read them', () => {
  assert.equal(read({}).secretKey, read({}).secretKey);
  assert.equal(read({}).operatorToken, read({}).operatorToken);
  assert.equal(statSync(join(folder, 'secret-key')).mode & 0o777, 0o600);
});

test('a secret file that a full disk left empty is generated again', () => {
  writeFileSync(join(folder, 'operator-token'), '');
  assert.match(read({}).operatorToken, /^[0-9a-f]{64}$/);
});

test('operators: the configured ones; by default one in test, none in production', () => {
  assert.deepEqual(read({}).operatorEmails, ['operator@depono.example']);
  assert.deepEqual(read({ OPERATOR_EMAILS: ' anna@example.ch, Marc@example.ch,' }).operatorEmails, [
    'anna@example.ch',
    'Marc@example.ch',
  ]);
  assert.deepEqual(read(PRODUCTION).operatorEmails, []);
});

const WRONG: [name: string, env: Record<string, string>, sentence: RegExp][] = [
  [
    'bank and insurer with one code',
    { PROVIDER_BANK: 'garantie', PROVIDER_INSURANCE: 'garantie' },
    /^PROVIDER_BANK and PROVIDER_INSURANCE are both "garantie"\. A code names one provider: give each its own code\.$/,
  ],
  [
    'a bank with the code of the demo insurer',
    { PROVIDER_BANK: 'demo_insurance' },
    /are both "demo_insurance", the default of PROVIDER_INSURANCE\./,
  ],
  [
    'an insurer with the code of the demo bank',
    { PROVIDER_INSURANCE: 'demo_bank' },
    /are both "demo_bank", the default of PROVIDER_BANK\./,
  ],
  ['port', { PORT: 'http' }, /PORT is "http". It must be a whole number/],
  ['port too large', { PORT: '70000' }, /from 0 to 65535/],
  ['environment', { ENVIRONMENT: 'prod' }, /ENVIRONMENT is "prod". It must be one of: test, production/],
  [
    'database',
    { DATABASE_URL: 'mysql://user:hush@host/x' },
    /DATABASE_URL is not an address that starts with postgres/,
  ],
  [
    'one of several servers',
    { DATABASE_URL: 'postgres://user:hush@a:5432,b:port/x' },
    /^DATABASE_URL is not an address that starts with postgres/,
  ],
  ['base address', { BASE_URL: 'depono.ch' }, /BASE_URL/],
  ['sender', { MAIL_FROM: 'nobody' }, /MAIL_FROM is not an e-mail address/],
  ['operators', { OPERATOR_EMAILS: 'anna@example.ch, marc' }, /OPERATOR_EMAILS names "marc", which is not an e-mail/],
  ['short key', { SECRET_KEY: 'short' }, /SECRET_KEY is too short/],
  ['plain mail', { SMTP_ALLOW_PLAIN: 'yes' }, /SMTP_ALLOW_PLAIN is "yes". It must be one of: true, false/],
  ['flag', { CALLBACK_ALLOW_PRIVATE: 'yes' }, /CALLBACK_ALLOW_PRIVATE/],
  ['paths file', { PARTNER_PATHS_FILE: '/does/not/exist' }, /PARTNER_PATHS_FILE \(\/does\/not\/exist\) cannot be used/],
  [
    'production alone',
    { ENVIRONMENT: 'production' },
    /OPERATOR_TOKEN is not set[\s\S]*SMTP_URL is not set[\s\S]*BASE_URL is not set[\s\S]*MAIL_FROM is not set/,
  ],
  ['production without a token', without('OPERATOR_TOKEN'), /^OPERATOR_TOKEN is not set\..*$/],
  ['production without a mail server', without('SMTP_URL'), /^SMTP_URL is not set\..*$/],
  ['production without its address', without('BASE_URL'), /^BASE_URL is not set\. It is required in production: .*$/],
  ['production without a sender', without('MAIL_FROM'), /^MAIL_FROM is not set\. It is required in production: .*$/],
  [
    'production with a database of its own',
    { ...PRODUCTION, DATABASE_URL: 'postgres://x/y' },
    /^SECRET_KEY is not set\..*$/,
  ],
  ['time to drain', { SHUTDOWN_DELAY: '301' }, /SHUTDOWN_DELAY is "301". It must be a whole number from 0 to 300/],
  ['role', { ROLE: 'both' }, /ROLE is "both". It must be one of: web, worker, all/],
  ['role without a database for all', { ROLE: 'web' }, /ROLE is "web", but DATABASE_URL is not set/],
  ['worker without the address of the others', { ROLE: 'worker' }, /BASE_URL is not set. A worker needs the address/],
  ['short token of the metrics', { ENVIRONMENT: 'production', METRICS_TOKEN: 'short' }, /METRICS_TOKEN is too short/],
];
for (const [name, env, sentence] of WRONG) {
  test(`refuses to start: ${name}`, () => {
    assert.throws(
      () => read(env),
      (error: Error) => error instanceof ConfigError && sentence.test(error.message) && !error.message.includes('hush'),
    );
  });
}

test('production on the embedded database needs token, mail server, address and sender, and nothing else', () => {
  const config = read(PRODUCTION);
  assert.equal(config.isOperatorTokenGenerated, false);
});

test('TLS to the mail server is required in production, unless SMTP_ALLOW_PLAIN says otherwise', () => {
  assert.equal(read({}).smtpRequiresTls, false);
  assert.equal(read(PRODUCTION).smtpRequiresTls, true);
  assert.equal(read({ ...PRODUCTION, SMTP_ALLOW_PLAIN: 'true' }).smtpRequiresTls, false);
});

test('BANK_CODES as docs/configuration.md shows it: codes of some banks beside the usual ones', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', 'docs', 'configuration.md'), 'utf8');
  const [, example = ''] = /^\| `BANK_CODES` .*?`([A-Z/]+=[^`]*)`/m.exec(guide) ?? assert.fail();
  const { codes } = read({ BANK_CODES: example }).money;
  assert.deepEqual(
    ['ACMT/ADOP/CHRG', 'PMNT/RCDT/CHRG', 'ACMT/MDOP/FEES', 'ACMT/MCOP/INTR'].map((code) => codes.get(code)),
    ['charge', 'charge', 'charge', 'interest'],
  );
  assert.equal(read({ BANK_CODES: 'ACMT/MDOP/FEES=none' }).money.codes.get('ACMT/MDOP/FEES'), undefined);
});

test('all problems are reported at once', () => {
  assert.throws(() => read({ PORT: 'x', ENVIRONMENT: 'y' }), /PORT[\s\S]*ENVIRONMENT|ENVIRONMENT[\s\S]*PORT/);
});

test('the table of paths can be overridden, column by column', () => {
  const file = join(folder, 'paths.json');
  writeFileSync(file, JSON.stringify({ immotop2: { separator: '|', placement: 'between' } }));
  const { paths } = read({ PARTNER_PATHS_FILE: file });
  assert.deepEqual([paths.immotop2.separator, paths.immotop2.placement], ['|', 'between']);
  assert.deepEqual(paths.immotop2.documents, ['payment_slip', 'pay_in']);
  assert.equal(paths.custom.separator, '<br> ');
  for (const wrong of ['{', '{"other":{}}', '{"custom":{"separators":";"}}', '{"custom":{"missingData":"lost"}}']) {
    writeFileSync(file, wrong);
    assert.throws(() => read({ PARTNER_PATHS_FILE: file }), /PARTNER_PATHS_FILE/, wrong);
  }
});
