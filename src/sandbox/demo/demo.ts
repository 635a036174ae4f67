import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addOperator, findOperatorByEmail } from '../../actions/operators/operators.ts';
import { addConnection } from '../../actions/set-up/connections.ts';
import { addPartner, addStatusKey } from '../../actions/set-up/keys.ts';
import { addMember } from '../../actions/set-up/members.ts';
import { addOrganization } from '../../actions/set-up/organizations.ts';
import type { Services } from '../../actions/services.ts';
import { parseColour, type Colour } from '../../domain/brand/colour.ts';
import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Database, Sql } from '../../storage/database/database.ts';
import { listPartners } from '../../storage/set-up/partners.ts';

/** The data seeded at the first start of the test environment, so that a first call works immediately. */
export type Demo = {
  apiKey: string;
  externalOrgId: string;
  organizationId: string;
  statusKey: string;
  /** The ids of its organizations by their external ids. Absent: made by an earlier version. */
  organizations?: Record<string, string>;
};

/** The person of the demo whom the first start signs in with one click. */
export const DEMO_MANAGER = 'anna.keller@muster-immobilien.example' as EmailAddress;

type Work = (sql: Sql) => Promise<unknown>;

const SEED_LOCK = 714_055_328;

/**
 * Seeds an empty database once, in one transaction. Later starts read the demo keys from the data folder. `isNew`: the
 * deposits of the demo are still to be made.
 */
export async function seedDemo(services: Services, dataDir: string): Promise<{ demo: Demo | null; isNew: boolean }> {
  const file = join(dataDir, 'demo.json');
  mkdirSync(dataDir, { recursive: true });
  const demo = await services.database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
    if ((await listPartners(sql)).length > 0) return null;
    const inside = { ...services.database, query: sql.query.bind(sql), transaction: (work: Work) => work(sql) };
    return seed({ ...services, database: inside as Database });
  });
  if (demo === null) return { demo: readDemo(file), isNew: false };
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  writeFileSync(join(dataDir, 'demo-key'), `${demo.apiKey}\n`, { mode: 0o600 });
  return { demo, isNew: true };
}

function readDemo(file: string): Demo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch {
    return null;
  }
}

async function seed(services: Services): Promise<Demo> {
  const partner = await addPartner(services, { name: 'Demo property software', integration: 'custom' });
  const organization = await addOrganization(services, {
    name: 'Muster Immobilien AG',
    language: 'de',
    emailDomain: 'muster-immobilien.example',
    address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
    contractStatusEnabled: true,
  });
  const externalOrgId = 'demo';
  await addConnection(services, organization.id, { partnerId: partner.id, externalOrgId, callback: null });
  await addMember(services, organization.id, {
    email: DEMO_MANAGER,
    firstName: 'Anna',
    lastName: 'Keller',
    language: 'de',
    defaultPropertyManager: true,
  });
  await addMember(services, organization.id, {
    email: 'luc.favre@muster-immobilien.example' as EmailAddress,
    firstName: 'Luc',
    lastName: 'Favre',
    language: 'fr',
  });
  await addDemoOperators(services);
  const { apiKey: statusKey } = await addStatusKey(services, organization.id);
  const others = await addOtherOrganizations(services, partner.id);
  const organizations = { [externalOrgId]: organization.id, ...others };
  return { apiKey: partner.apiKey, externalOrgId, organizationId: organization.id, statusKey, organizations };
}

/** One in French with a brand of its own, and a foundation. */
async function addOtherOrganizations(services: Services, partnerId: string): Promise<Record<string, string>> {
  const lausanne = await addOrganization(services, {
    name: 'Régie du Lac SA',
    language: 'fr',
    emailDomain: 'regie-du-lac.example',
    address: { street: 'Rue de Bourg', streetNumber: '1', zip: '1003', city: 'Lausanne' },
    contractStatusEnabled: true,
    brand: { name: 'Régie du Lac', colour: parseColour('#14507a') as Colour, footer: 'Régie du Lac SA, Lausanne' },
  });
  const bern = await addOrganization(services, {
    name: 'Stiftung Aare Wohnen',
    language: 'de',
    emailDomain: 'aare-wohnen.example',
    address: { street: 'Kramgasse', streetNumber: '1', zip: '3011', city: 'Bern' },
    contractStatusEnabled: true,
  });
  const people = [
    [lausanne.id, 'demo-lausanne', 'claire.dubois@regie-du-lac.example', 'Claire', 'Dubois', 'fr'],
    [bern.id, 'demo-bern', 'hans.wyss@aare-wohnen.example', 'Hans', 'Wyss', 'de'],
  ] as const;
  for (const [id, externalOrgId, email, firstName, lastName, language] of people) {
    await addConnection(services, id, { partnerId, externalOrgId, callback: null });
    await addMember(services, id, {
      email: email as EmailAddress,
      firstName,
      lastName,
      language,
      defaultPropertyManager: true,
    });
  }
  return { 'demo-lausanne': lausanne.id, 'demo-bern': bern.id };
}

/** Besides the admin in the settings; an address that is taken stays as it is. */
async function addDemoOperators(services: Services): Promise<void> {
  const operators = [
    { email: 'clerk@depono.example' as EmailAddress, name: 'Chris Clerk', role: 'clerk' },
    { email: 'viewer@depono.example' as EmailAddress, name: 'Vera Viewer', role: 'viewer' },
  ] as const;
  for (const operator of operators) {
    const known = await findOperatorByEmail(services, services.database, emailKey(operator.email));
    if (known === null) await addOperator(services, operator);
  }
}

/** A valid payload. */
export const DEMO_PAYLOAD = {
  externalContractId: 'DEMO-1',
  propertyId: 'L-100',
  street: 'Seestrasse',
  streetNumber: '12',
  zip: '8002',
  city: 'Zürich',
  rentalStart: '2027-01-01',
  rentalDeposit: '3560',
  ownerName: 'Helvetia Wohnen AG',
  tenantType: 'natural',
  tenantTitle: 'ms',
  tenantFirstName: 'Lea',
  tenantLastName: 'Brunner',
  tenantBirthDate: '1994-05-17',
  tenantNationality: 'CH',
  tenantCivilStatus: 'single',
  tenantEmail: 'lea.brunner@mail.example',
  tenantPhoneNumber: '+41791234567',
  tenantAddressCountryCode: 'CH',
  tenantAddressStreet: 'Limmatquai',
  tenantAddressStNumber: '4',
  tenantAddressPostalCode: '8001',
  tenantAddressCity: 'Zürich',
} as const;
