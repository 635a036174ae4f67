import { swissIban } from '../../src/domain/values/iban.ts';
import { companyPayload, naturalTenant, payload } from '../../test/support/payload.ts';
import { goodEmail } from '../payload.ts';
import type { Random } from '../random.ts';
import { digits, goodText } from '../values.ts';
import { smallPdf, someContent } from './files.ts';
import type { Pool } from './pool.ts';

const IBANS = ['CH5604835012345678009', 'CH9300762011623852957', 'LI21088100002324013AA', 'DE89370400440532013000'];
const DAYS = ['2026-11-01', '2027-03-31', '2021-04-01', '2030-12-31'];
const INSTANTS = ['2026-03-01T10:00:00.000Z', '2027-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];

type Make = (random: Random, pool: Pool) => unknown;
const one =
  (...choices: readonly unknown[]): Make =>
  (random) =>
    random.pick(choices);
const known =
  (place: string): Make =>
  (random, pool) =>
    pool.pick(random, place) ?? undefined;
const iban: Make = (random) => (random.chance(0.4) ? newIban(random) : random.pick(IBANS));
const amount: Make = (random) => random.pick([0, 1, 100.05, 1_200, 3_560, random.between(1, 500_000) / 100]);
const day: Make = one(...DAYS);
const instant: Make = one(...INSTANTS);

/** A valid account of which no other input has made use. */
export const newIban = (random: Random): string => swissIban('00762', `9${digits(random, 11)}`);

/** What a member of this name should be; names are those of the interfaces. */
const MEMBERS: Record<string, Make> = {
  iban,
  tenantIban: iban,
  payoutIban: iban,
  ownIban: iban,
  qrIban: (random) => (random.chance(0.8) ? swissIban('30808', `9${digits(random, 11)}`) : random.pick(IBANS)),
  bic: one('ZKBKCHZZ80A', 'POFICHBEXXX'),
  tenantBic: one('ZKBKCHZZ80A', 'DEUTDEFF'),
  email: goodEmail,
  to: goodEmail,
  replyTo: goodEmail,
  emailDomain: one('verwaltung.example', 'neu.example'),
  url: one('https://partner.example/callbacks', 'https://hooks.example:8443/x?y=z', 'http://127.0.0.1:1/', 'ftp://x'),
  amount,
  rentalDeposit: amount,
  amountLandlord: amount,
  smallDepositLimit: amount,
  premium: amount,
  balance: amount,
  on: day,
  from: day,
  day,
  openedOn: day,
  finalOn: day,
  tenancyEnd: day,
  rentalStart: day,
  openSince: day,
  birthDate: one('1990-03-04', '1971-02-03', '2026-01-01'),
  at: instant,
  expiresAt: instant,
  until: instant,
  /** The clock of the service goes on for all visitors. */
  advance: one('PT1S', 'PT0S', 'P0D', '-PT1S', 'P1X', ''),
  contentBase64: (random) => someContent(random)[1].toString('base64'),
  certificate: (random) => (random.chance(0.7) ? smallPdf() : someContent(random)[1]).toString('base64'),
  logo: (random) => someContent(random)[1].toString('base64'),
  colour: one('#0b6e66', '#ffffff', '#00f', 'red'),
  /** Of a provider, or the one that a tenant is sent. */
  code: (random) => `${random.pick(['p_', ''])}${digits(random, 6)}`,
  kind: one('bank', 'insurer'),
  integration: one('custom', 'garaio-rem', 'rimo-r5', 'immotop2', 'abaimmo'),
  externalOrgId: (random, pool) => pool.pick(random, 'connections/:externalOrgId') ?? `ext-${digits(random, 6)}`,
  externalContractId: known('ignored-contracts/:externalContractId'),
  partnerId: known('partners/:id'),
  organizationId: known('organizations/:id'),
  parentId: known('organizations/:id'),
  depositId: known('deposits/:id'),
  orderId: known('money/:id'),
  paymentId: known('money/:id'),
  providerId: known('providers/:id'),
  bankProviderId: known('providers/:id'),
  insurerProviderId: known('providers/:id'),
  application: known('applications/:id'),
  reassignTo: known('members/:memberId'),
  reference: (random, pool) => pool.pick(random, 'reference') ?? digits(random, 27),
  after: known('cursor'),
  product: one('bank_deposit', 'insurance'),
  by: one('tenant', 'manager'),
  tenant: one(1, 1, 2, 3, 4),
  phoneNumber: one('+41791234567', '044 123 45 67', '+33123456789'),
  countryCode: one('CH', 'DE', 'FR'),
  zip: one('8001', '9000'),
  language: one('de', 'fr', 'it', 'en'),
  role: one('viewer', 'clerk', 'admin'),
  policyNumber: (random) => `POL-${digits(random, 6)}`,
  exchangeFolder: (random) => `bank${digits(random, 4)}`,
  rows: (random) => Array.from({ length: random.between(1, 4) }, () => runningRow(random)),
  fields: (random) => random.pick([naturalTenant('tenant'), owner(random), { city: goodText(random), zip: '8003' }]),
};

const owner = (random: Random): object => ({ ownerName: goodText(random), ownerCity: 'Zürich', ownerZip: '8001' });

export function goodMember(random: Random, name: string, pool: Pool): unknown {
  return Object.hasOwn(MEMBERS, name) ? MEMBERS[name]?.(random, pool) : undefined;
}

/** A deposit that is in force elsewhere. */
export function runningRow(random: Random): Record<string, unknown> {
  const rentalDeposit = String(random.between(10, 90) * 100);
  const security = random.chance(0.7) ? { iban: newIban(random) } : { policyNumber: `POL-${digits(random, 8)}` };
  const make = random.chance(0.2) ? companyPayload : payload;
  return {
    ...make({ externalContractId: `R-${digits(random, 10)}`, rentalStart: '2021-04-01', rentalDeposit }),
    ...security,
    openSince: '2021-03-15',
    ...(random.chance(0.4) ? { balance: rentalDeposit, balanceOn: '2026-01-31' } : {}),
  };
}
