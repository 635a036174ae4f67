import { parseDocument } from 'yaml';
import * as z from 'zod';
import {
  connectionChanges,
  contractId,
  ignoredInput,
  memberChanges,
  memberInput,
  organizationChanges,
  partnerInput,
  textInput,
} from '../../operator/inputs.ts';
import { providerChangesInput, providerInput } from '../../operator/providers/provider-inputs.ts';
import { wrongCall } from '../command.ts';

/** The schema of the file. Fields have the names and rules of the operator API; omitted fields stay unchanged. */
const id = z.uuid('is not an id').optional();

const partner = z.strictObject({ id, ...partnerInput.shape });

const provider = z.strictObject({
  ...providerChangesInput.shape,
  code: providerInput.shape.code,
  kind: providerInput.shape.kind.optional(),
});

const member = z.strictObject({ ...memberChanges.shape, email: memberInput.shape.email });

const connection = z.strictObject({
  partner: textInput.describe('Name or id.'),
  externalOrgId: textInput,
  callback: connectionChanges.shape.callback.optional(),
});

const ignored = z.union([
  contractId.transform((contract) => ({ contract, until: null })),
  z.strictObject({ contract: contractId, until: ignoredInput.shape.until.default(null) }),
]);

const organizationFields = {
  // A brand has a file, its logo: depono org change sets it.
  ...organizationChanges.omit({ parentId: true, brand: true }).shape,
  id,
  name: textInput,
  members: z.array(member).default([]),
  connections: z.array(connection).default([]),
  ignoredContracts: z.array(ignored).default([]),
};

const organization = z.strictObject({
  ...organizationFields,
  organizations: z.array(z.strictObject(organizationFields)).default([]),
});

const setUpFile = z.strictObject({
  partners: z.array(partner).default([]),
  providers: z.array(provider).default([]),
  organizations: z.array(organization).default([]),
});

export type SetUpFile = z.output<typeof setUpFile>;
export type ProviderEntry = SetUpFile['providers'][number];
export type OrganizationEntry = Omit<SetUpFile['organizations'][number], 'organizations'>;
export type MemberEntry = OrganizationEntry['members'][number];
export type ConnectionEntry = OrganizationEntry['connections'][number];

/** Reads YAML, which includes JSON. Throws one message with all problems. */
export function readSetUpFile(content: string): SetUpFile {
  const document = parseDocument(content, { prettyErrors: true });
  const faults = [...document.errors, ...document.warnings].map(({ message }) => message.trim());
  if (faults.length > 0) throw wrongCall(`The file cannot be read as YAML or JSON:\n${faults.join('\n')}`);
  return checkSetUp(document.toJS() ?? {});
}

export function checkSetUp(value: unknown): SetUpFile {
  const read = setUpFile.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  throw wrongCall(`The file is invalid. Nothing was changed:\n${read.error.issues.flatMap(inWords).join('\n')}`);
}

function inWords(issue: z.core.$ZodIssue): string[] {
  const at = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `  ${at === '' ? '' : `${at}: `}"${key}" is not a known field.`);
  }
  if (issue.code === 'invalid_union') {
    return [
      `  ${at} must be a contract id in quotes, or an object such as { contract: "4711", until: "2027-01-31T23:00:00Z" }.`,
    ];
  }
  if (issue.input === undefined) return [`  ${at} is missing.`];
  if (issue.code !== 'invalid_type') {
    return [`  ${at} ${issue.message.replace(/^Invalid (?:input|option): /, 'is invalid: ')}.`];
  }
  // YAML reads 0044 as the number 44, so such text needs quotes.
  const isUnquoted = issue.expected === 'string' && typeof issue.input === 'number';
  return [`  ${at} must be ${isUnquoted ? 'text: put it in quotes, as in "8001"' : `of type ${issue.expected}`}.`];
}

/** `organizations[1].address.zip`, counted from 1. */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part + 1}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
}
