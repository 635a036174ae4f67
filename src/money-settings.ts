import { choiceOf, settingOf, type Environment } from './config-values.ts';
import type { BankCodes } from './domain/booking.ts';
import { BANK_CODES, PAYMENT_RELEASES, type MoneySettings } from './domain/money-settings.ts';
import { parseSwissIban } from './domain/values/iban.ts';
import { fromChf, rappen, type Rappen } from './domain/values/money.ts';

/** The operator's account in the test environment. */
const DEMO_OPERATOR_IBAN = 'CH7309999000000000001';
const SURPLUS_LIMIT = rappen(1_00);
const REFUSED_COUNTRIES = 'RU,BY,IR,KP,SY';

/** How money is handled, by environment variables. */
export function moneySettings(
  env: Environment,
  isProduction: boolean,
  read: <T>(reader: () => T, otherwise: T) => T,
): MoneySettings {
  return {
    operatorIban: read(() => operatorIbanOf(env, isProduction), null),
    surplusLimit: read(() => surplusLimit(env), SURPLUS_LIMIT),
    paymentRelease: read(
      () => choiceOf(env, 'PAYMENT_RELEASE', PAYMENT_RELEASES, isProduction ? 'paybacks' : 'none'),
      'all',
    ),
    refusedCountries: read(() => refusedCountries(env), []),
    codes: read(() => bankCodes(env), BANK_CODES),
    isTest: !isProduction,
  };
}

/** Null: there is none. */
export function operatorIbanOf(env: Environment, isProduction: boolean): string | null {
  const value = settingOf(env, 'OPERATOR_IBAN');
  if (value === null) return isProduction ? null : DEMO_OPERATOR_IBAN;
  const iban = parseSwissIban(value);
  if (iban === null) {
    throw new Error('OPERATOR_IBAN must be the IBAN of an account in Switzerland or Liechtenstein, not a QR-IBAN.');
  }
  return iban;
}

function surplusLimit(env: Environment): Rappen {
  const value = settingOf(env, 'SURPLUS_LIMIT');
  if (value === null) return SURPLUS_LIMIT;
  const amount = /^[0-9]{1,5}(\.[0-9]{1,2})?$/.test(value) ? fromChf(Number(value)) : null;
  if (amount === null) throw new Error(`SURPLUS_LIMIT is "${value}". It must be an amount in CHF, such as 1.00.`);
  return amount;
}

function refusedCountries(env: Environment): string[] {
  // Empty: no country is refused.
  const given = env['REFUSED_COUNTRIES'] ?? REFUSED_COUNTRIES;
  const codes = given
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '');
  const wrong = codes.filter((code) => !/^[A-Z]{2}$/.test(code));
  if (wrong.length > 0) {
    throw new Error(`REFUSED_COUNTRIES has "${wrong.join(', ')}". It must list codes of countries, such as RU,BY.`);
  }
  return codes;
}

/** `ACMT/MDOP/FEES=charge,…`: added to the table, or `none` to take a code out of it. */
function bankCodes(env: Environment): BankCodes {
  const codes = new Map(BANK_CODES);
  for (const pair of (settingOf(env, 'BANK_CODES') ?? '').split(',').map((one) => one.trim())) {
    if (pair === '') continue;
    const [code = '', kind = ''] = pair.split('=').map((one) => one.trim());
    const isKind = kind === 'interest' || kind === 'charge' || kind === 'withholding_tax';
    if (!/^[A-Z]{4}\/[A-Z]{4}\/[A-Z]{4}$/.test(code) || !(isKind || kind === 'none')) {
      throw new Error(
        `BANK_CODES has "${pair}". Each must be a code and interest, charge, withholding_tax or none: ACMT/MDOP/FEES=charge.`,
      );
    }
    if (isKind) codes.set(code, kind);
    else codes.delete(code);
  }
  return codes;
}
