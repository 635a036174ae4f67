import * as z from 'zod';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type Application,
  type ApplicationKind,
  type PersonChange,
} from '../../domain/application.ts';
import { propertyLine, type Deposit } from '../../domain/deposit.ts';
import type { SignatureProof } from '../../domain/signature.ts';
import { fromTo, isRunning } from '../../domain/change.ts';
import { CHANGE_KINDS } from '../../domain/change-kinds.ts';
import { personName, type NaturalTenant, type Tenant } from '../../domain/tenant.ts';
import type { StoredAgreement } from '../../storage/providers/queue.ts';
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

const changedPerson = z.object({ firstName: z.string(), lastName: z.string(), birthDate: z.string().nullable() });

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
    person: z
      .object({ tenant: z.int(), before: changedPerson, after: changedPerson, reason: z.string() })
      .optional()
      .describe(
        'Of a change of a name or date of birth: which tenant, and what has changed. The date of birth only of the main tenant.',
      ),
    change: z
      .object({
        kind: z.enum(CHANGE_KINDS),
        from: z.union([z.string(), z.number()]).nullable(),
        to: z.union([z.string(), z.number()]).nullable(),
        holder: holder.optional(),
      })
      .optional()
      .describe('What is to be changed; `holder`: the new main tenant.'),
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
  agreements: readonly StoredAgreement[],
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
    signatures: isWhole ? signaturesOf(signedOf(application, deposit)) : [],
    documents: isWhole ? documentsOf(application, deposit, agreements) : [],
    register:
      isWhole && registerCheck !== null
        ? { checkedAt: registerCheck.at.toISOString(), differences: [...registerCheck.differences] }
        : null,
    reference: application.reference,
    ...(application.claim === null ? {} : { claim: { amount: toChf(application.claim) } }),
    ...(application.person === null || !isWhole ? {} : { person: personView(application.person) }),
    ...changeOf(application, deposit, isWhole),
    answer: answerView(application),
    answeredAt: application.answeredAt?.toISOString() ?? null,
    answeredBy: application.answeredBy,
  };
}

/** Of co-tenants a provider learns the name. */
function personView({ tenant, before, after, reason }: PersonChange): NonNullable<ApplicationView['person']> {
  const shown = (one: PersonChange['before']): PersonChange['before'] =>
    tenant === 1 ? one : { ...one, birthDate: null };
  return { tenant, before: shown(before), after: shown(after), reason };
}

/** The agreement, and the amendment that the application is about. */
function documentsOf(
  { changeId }: Application,
  { changes }: Deposit,
  agreements: readonly StoredAgreement[],
): ApplicationView['documents'] {
  const number = changes.find(({ id }) => id === changeId)?.amendment ?? null;
  return agreements
    .filter(({ amendment }) => amendment === null || amendment === number)
    .map(({ id, sha256 }) => ({ id, kind: 'agreement', sha256 }));
}

type Signed = Pick<Deposit, 'signatures' | 'managerSignature'> & { names: readonly string[] };

/** Who has signed what the application is about: the change, or the agreement. */
function signedOf({ changeId }: Application, { changes, terms, signatures, managerSignature }: Deposit): Signed {
  const change = changes.find(({ id }) => id === changeId);
  if (change !== undefined && change.subject.kind !== 'owner') {
    return { ...change, names: change.signers.map(({ name }) => name) };
  }
  return { signatures, managerSignature, names: terms.tenants.map(personName) };
}

/** What a change is about. Nothing of it is shown once the application is cancelled. */
function changeOf(
  { changeId }: Application,
  { changes, terms }: Deposit,
  isWhole: boolean,
): Pick<ApplicationView, 'change'> {
  const change = changes.find(({ id }) => id === changeId);
  if (change === undefined || !isWhole) return {};
  const { subject } = change;
  const next = subject.kind === 'main_tenant' && isRunning(change) ? terms.tenants[subject.position - 1] : undefined;
  const person = next?.type === 'natural' ? { holder: naturalHolder(next) } : {};
  return { change: { kind: subject.kind, ...fromTo(subject), ...person } };
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
    return naturalHolder(main);
  }
  const { zefixUid: uid, ...company } = main.company;
  return { ...named, company: { ...company, uid }, signatureRule, signatories: tenants.map(personOf) };
}

function naturalHolder(tenant: NaturalTenant): ApplicationView['holder'] {
  const { title, birthDate, nationality, civilStatus } = tenant;
  return { ...nameOfHolder(tenant), title, birthDate, nationality, civilStatus, ...personOf(tenant) };
}

function personOf({ firstName, lastName, email, phoneNumber, address: home }: Tenant): z.infer<typeof person> {
  return { firstName, lastName, email, phoneNumber, address: home };
}

/** `how`: typed on a page, at a qualified signature service, signed in, by the service for the organization, or simulated. */
function signaturesOf({ names, signatures, managerSignature }: Signed): ApplicationView['signatures'] {
  const tenants = names.flatMap((name, index) => {
    const signature = signatures[index] ?? null;
    if (signature === null) return [];
    const how = howSigned(signature.proof);
    return [
      {
        name,
        at: signature.at.toISOString(),
        how,
        termsSha256: signature.proof?.terms ?? null,
      },
    ];
  });
  if (managerSignature === null) return tenants;
  const { at, by, proof } = managerSignature;
  const how = by === null ? 'by_service' : proof?.qualified ? 'qualified' : 'signed_in';
  const termsSha256 = proof?.terms ?? null;
  return [{ name: by?.name ?? 'Depono', at: at.toISOString(), how, termsSha256 }, ...tenants];
}

function howSigned(proof: SignatureProof | null): string {
  if (proof?.qualified) return 'qualified';
  return typeof proof?.typedName === 'string' ? 'typed_name' : 'simulated';
}
