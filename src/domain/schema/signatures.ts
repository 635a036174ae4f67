import * as z from 'zod';
import type { Deposit, DepositChange, ManagerSignature, Signature } from '../deposit.ts';
import { PARTIES } from '../closing/closing.ts';
import type { SignatureProof } from '../signature.ts';
import { personName } from '../tenant.ts';

const signature = z.object({
  by: z.enum(PARTIES),
  tenant: z.int().nullable().describe('The position of the tenant. Null: the property management.'),
  name: z
    .string()
    .nullable()
    .describe('As typed; where nothing was typed, the name of the person. Null: given in advance by the organization.'),
  at: z.string(),
  change: z
    .string()
    .nullable()
    .describe(
      'The change that was signed (`changes[].id`), `tenant` then as of its start. Null: the agreement itself.',
    ),
  reachedBy: z.string().nullable().describe('The e-mail address that the link went to, or `passkey`.'),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  termsSha256: z.string().nullable(),
  pdfSha256: z.string().nullable().describe('The PDF that the person was shown.'),
  qualified: z
    .object({ service: z.string(), signedBy: z.string(), issuer: z.string(), pdfSha256: z.string() })
    .nullable()
    .describe('Signed at a qualified signature service: the names in the certificate, and the PDF it gave back.'),
});

export const signaturesSchema = z
  .array(signature)
  .describe('The evidence of each signature so far. Null: not known, or not kept at the time.');

type SignatureView = z.infer<typeof signature>;

type Signed = Pick<Deposit, 'terms' | 'managerSignature' | 'signatures' | 'changes'>;

/** Those of the agreement, then those of each change: the management, and the tenants in the order of the positions. */
export function signaturesView({ terms, managerSignature, signatures, changes }: Signed): SignatureView[] {
  const ofChanges = changes.flatMap(signaturesOfChange);
  const tenants = terms.tenants.flatMap((tenant, index): SignatureView[] => {
    const one = signatures[index] ?? null;
    // Who has joined signed that change alone.
    if (one === null || changes.some((change) => isJoining(change, one))) return [];
    return [view({ by: 'tenant', tenant: index + 1, name: personName(tenant), change: null }, one)];
  });
  return [...byManager(managerSignature, null), ...tenants, ...ofChanges];
}

function isJoining({ subject, signatures }: DepositChange, { at }: Signature): boolean {
  return subject.kind === 'tenant_joins' && signatures.at(-1)?.at.getTime() === at.getTime();
}

function signaturesOfChange({ id, signers, signatures, managerSignature }: DepositChange): SignatureView[] {
  const tenants = signers.flatMap(({ name }, index): SignatureView[] => {
    const one = signatures[index] ?? null;
    return one === null ? [] : [view({ by: 'tenant', tenant: index + 1, name, change: id }, one)];
  });
  return [...byManager(managerSignature, id), ...tenants];
}

function byManager(signature: ManagerSignature | null, change: string | null): SignatureView[] {
  if (signature === null) return [];
  return [view({ by: 'manager', tenant: null, name: signature.by?.name ?? null, change }, signature)];
}

function view(
  by: Pick<SignatureView, 'by' | 'tenant' | 'name' | 'change'>,
  { at, from, proof }: { at: Date; from: string | null; proof: SignatureProof | null },
): SignatureView {
  const qualified = proof?.qualified ?? null;
  return {
    ...by,
    name: proof?.typedName ?? by.name,
    at: at.toISOString(),
    reachedBy: proof?.reachedBy ?? null,
    // Calls of the sandbox have no address.
    ip: from !== null && /[.:]/.test(from) ? from : null,
    userAgent: proof?.browser ?? null,
    termsSha256: proof?.terms ?? null,
    pdfSha256: proof?.pdf ?? null,
    qualified: qualified === null ? null : certificateView(qualified),
  };
}

function certificateView({ pdf, ...names }: NonNullable<SignatureProof['qualified']>) {
  return { ...names, pdfSha256: pdf };
}
