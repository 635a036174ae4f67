import * as z from 'zod';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type Application,
  type ApplicationKind,
} from '../../domain/application.ts';
import { propertyLine, type Deposit } from '../../domain/deposit.ts';
import { personName, type Tenant } from '../../domain/tenant.ts';
import { toChf } from '../../domain/values/money.ts';

const address = z.object({
  street: z.string(),
  streetNumber: z.string(),
  zip: z.string(),
  city: z.string(),
  countryCode: z.string(),
});

const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  address,
});

const holder = z
  .object({
    type: z.enum(['natural', 'legal']),
    name: z.string(),
    title: z.string().optional(),
    birthDate: z.string().nullable().optional(),
    nationality: z.string().nullable().optional(),
    civilStatus: z.string().nullable().optional(),
    company: z
      .object({ name: z.string(), legalForm: z.string(), domicile: z.string(), uid: z.string().nullable() })
      .optional(),
    signatureRule: z.enum(['single', 'joint']).nullable().optional(),
    signatories: z.array(person).optional(),
  })
  .extend(person.partial().shape);

export const applicationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(APPLICATION_KINDS),
    state: z.enum(APPLICATION_STATES),
    createdAt: z.string(),
    deposit: z.object({
      id: z.string(),
      amount: z.number(),
      rentalStart: z.string(),
      property: z.string(),
      investmentAllowed: z.boolean(),
      language: z.string(),
    }),
    holder: holder.describe('The main tenant, or the company with its signatories.'),
    tenants: z.array(z.object({ name: z.string() })),
    owner: z.object({ name: z.string(), address: address.optional() }),
    signatures: z.array(
      z.object({ name: z.string(), at: z.string(), how: z.string(), termsSha256: z.string().nullable() }),
    ),
    documents: z.array(z.object({ id: z.string(), kind: z.string(), sha256: z.string() })),
    register: z
      .object({ checkedAt: z.string(), differences: z.array(z.unknown()) })
      .nullable()
      .describe('What the commercial register said.'),
    reference: z.string().nullable().describe('The provider’s own number.'),
    claim: z.object({ amount: z.number() }).optional(),
    answer: z.record(z.string(), z.unknown()).nullable(),
    answeredAt: z.string().nullable(),
    answeredBy: z.string().nullable(),
  })
  .meta({ id: 'Application' });

export type ApplicationView = z.infer<typeof applicationSchema>;

/** These need all of the holder and the papers, until they are cancelled; the others only names. */
const NEEDS_DATA: Record<ApplicationKind, boolean> = {
  account_opening: true,
  cover: true,
  change: true,
  claim: false,
  account_closing: false,
  cover_end: false,
};

/** What a provider may see of a deposit, for this application. */
export function applicationView(
  application: Application,
  deposit: Deposit,
  agreement: { id: string; sha256: string } | null,
): ApplicationView {
  const { terms, registerCheck } = deposit;
  const isWhole = NEEDS_DATA[application.kind] && application.state !== 'cancelled';
  const { name, careOf: _careOf, ...ownerAddress } = terms.owner;
  return {
    id: application.id,
    kind: application.kind,
    state: application.state,
    createdAt: application.createdAt.toISOString(),
    deposit: {
      id: deposit.id,
      amount: toChf(terms.rentalDeposit),
      rentalStart: terms.rentalStart,
      property: propertyLine(terms),
      investmentAllowed: terms.investmentAllowed,
      language: terms.tenantLanguage,
    },
    holder: isWhole ? wholeHolder(deposit) : nameOfHolder(terms.tenants[0]),
    tenants: terms.tenants.map((tenant) => ({ name: personName(tenant) })),
    owner: isWhole ? { name, address: ownerAddress } : { name },
    signatures: isWhole ? signaturesOf(deposit) : [],
    documents: isWhole && agreement !== null ? [{ ...agreement, kind: 'agreement' }] : [],
    register:
      isWhole && registerCheck !== null
        ? { checkedAt: registerCheck.at.toISOString(), differences: [...registerCheck.differences] }
        : null,
    reference: application.reference,
    ...(application.claim === null ? {} : { claim: { amount: toChf(application.claim) } }),
    answer: answerView(application),
    answeredAt: application.answeredAt?.toISOString() ?? null,
    answeredBy: application.answeredBy,
  };
}

function answerView({ answer }: Application): ApplicationView['answer'] {
  if (answer === null) return null;
  if (answer.answer === 'paid') return { ...answer, amount: toChf(answer.amount) };
  if (answer.answer === 'cover') return { ...answer, premium: answer.premium === null ? null : toChf(answer.premium) };
  return answer;
}

function nameOfHolder(main: Tenant): ApplicationView['holder'] {
  return { type: main.type, name: holderName(main) };
}

export function holderName(main: Tenant): string {
  return main.type === 'legal' ? main.company.name : personName(main);
}

function wholeHolder({ terms: { tenants, signatureRule } }: Deposit): ApplicationView['holder'] {
  const [main] = tenants;
  const named = nameOfHolder(main);
  if (main.type === 'natural') {
    const { title, birthDate, nationality, civilStatus } = main;
    return { ...named, title, birthDate, nationality, civilStatus, ...personOf(main) };
  }
  const { zefixUid: uid, ...company } = main.company;
  return { ...named, company: { ...company, uid }, signatureRule, signatories: tenants.map(personOf) };
}

function personOf({ firstName, lastName, email, phoneNumber, address: home }: Tenant): z.infer<typeof person> {
  return { firstName, lastName, email, phoneNumber, address: home };
}

/** `how`: typed on a page, given by the service for the organization, or simulated. */
function signaturesOf({ terms, signatures, managerSignature }: Deposit): ApplicationView['signatures'] {
  const tenants = terms.tenants.flatMap((tenant, index) => {
    const signature = signatures[index] ?? null;
    if (signature === null) return [];
    const how = signature.proof === null ? 'simulated' : 'typed_name';
    return [
      {
        name: personName(tenant),
        at: signature.at.toISOString(),
        how,
        termsSha256: signature.proof?.terms ?? null,
      },
    ];
  });
  if (managerSignature === null) return tenants;
  const { at, by } = managerSignature;
  const how = by === null ? 'by_service' : 'signed_in';
  return [{ name: by?.name ?? 'Depono', at: at.toISOString(), how, termsSha256: null }, ...tenants];
}
