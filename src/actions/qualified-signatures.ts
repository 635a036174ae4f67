import { checkSigned } from '../seal/check-signed.ts';
import { canMove } from '../domain/lifecycle/moves.ts';
import { termsShown } from '../domain/lifecycle/documents.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Organization } from '../domain/organization.ts';
import type { QualifiedProof } from '../domain/signature.ts';
import type { Language } from '../domain/values/language.ts';
import {
  findQualified,
  finishQualified,
  insertQualified,
  setSignUrl,
  type QualifiedSigning,
  type SigningWish,
} from '../storage/deposits/qualified-signatures.ts';
import type { QualifiedService } from '../qualified/service.ts';
import { sha256 } from '../vault/vault.ts';
import { moveDeposit, type MoveInput } from './move-deposit.ts';
import type { Services } from './services.ts';

type Asking = {
  deposit: Deposit;
  organization: Organization;
  /** The language of the PDF. */
  language: Language;
  pdf: Buffer;
  signer: { name: string; email: string };
  wish: Omit<SigningWish, 'shown'>;
  baseUrl: string;
  returnUrl: (id: string) => string;
};

/** Hands the PDF over to the service. Gives the id of the request, or null if the service cannot be reached. */
export async function askForQualified(
  { database, random }: Services,
  service: QualifiedService,
  { deposit, organization, language, pdf, signer, wish, baseUrl, returnUrl }: Asking,
): Promise<string | null> {
  const { organizationId, id: depositId } = deposit;
  const id = random.id();
  const shown = shownOf(deposit, organization, language);
  // Stored before the service knows of it: what it gives back is never unknown.
  await insertQualified(database, {
    organizationId,
    id,
    depositId,
    pdf,
    wish: { ...wish, shown: `${language} ${shown}` },
  });
  try {
    const signUrl = await service.ask({
      id,
      document: { name: 'agreement.pdf', sha256: sha256(pdf).toString('hex'), contentBase64: pdf.toString('base64') },
      signer: { ...signer, language },
      returnUrl: returnUrl(id),
      callbackUrl: `${baseUrl}/qualified-signatures/${id}`,
    });
    await setSignUrl(database, organizationId, id, signUrl);
    return id;
  } catch {
    await finishQualified(database, { organizationId, id }, { state: 'refused', reason: 'unreachable' });
    return null;
  }
}

/** Asks the service what became of a request, and signs if its PDF is right. `whose` null: the service itself asks for it. */
export async function settleQualified(
  services: Services,
  service: QualifiedService,
  id: string,
  whose: { depositId: string; tenant: number | null } | null,
): Promise<QualifiedSigning | null> {
  const { database } = services;
  const asked = await findQualified(database, id);
  if (asked === null || (whose !== null && !isOf(asked, whose))) return null;
  if (asked.state !== 'asked') return asked;
  const result = await service.result(id).catch(() => ({ state: 'waiting' }) as const);
  switch (result.state) {
    case 'waiting':
      return asked;
    case 'declined':
      await finishQualified(database, asked, { state: 'declined' });
      break;
    case 'signed':
      await take(services, service, asked, result.pdf);
      break;
  }
  return findQualified(database, id);
}

function isOf({ depositId, wish }: QualifiedSigning, whose: { depositId: string; tenant: number | null }): boolean {
  return depositId === whose.depositId && wish.tenant === whose.tenant;
}

async function take(
  services: Services,
  service: QualifiedService,
  asked: QualifiedSigning,
  pdf: Buffer,
): Promise<void> {
  const { database } = services;
  const checked = await checkSigned(pdf, asked.pdf ?? Buffer.alloc(0), service.authorities);
  if ('fault' in checked) {
    await finishQualified(database, asked, { state: 'refused', reason: checked.fault, signedPdf: pdf });
    return;
  }
  const qualified = { service: service.name, ...checked, pdf: sha256(pdf).toString('hex') };
  const refusal = await sign(services, asked, qualified, pdf);
  if (refusal !== null) await finishQualified(database, asked, { state: 'outdated', reason: refusal, signedPdf: pdf });
}

/** The move and the finished request in one transaction. Gives why it was refused. */
async function sign(
  services: Services,
  asked: QualifiedSigning,
  qualified: QualifiedProof,
  signedPdf: Buffer,
): Promise<string | null> {
  const { organizationId, depositId, wish } = asked;
  const location = { organizationId, depositId };
  const { from, tenant, product, openTerms, member } = wish;
  const proof = { ...wish.proof, qualified };
  const unchanged =
    <T>(
      input: T,
    ): ((...args: Parameters<MoveInput<'sign_as_manager'>>) => Promise<T | { refused: 'changed_meanwhile' }>) =>
    async (deposit, { organization, sql }) => {
      const [language = 'de'] = wish.shown.split(' ');
      const shown = `${language} ${shownOf(deposit, organization, language as Language)}`;
      if (shown !== wish.shown) return { refused: 'changed_meanwhile' };
      await finishQualified(sql, asked, { state: 'signed', signedPdf });
      return input;
    };
  if (tenant !== null) {
    const input = unchanged({ from, tenant, product, proof, openTerms });
    const moved = await moveDeposit(services, location, 'sign_as_tenant', input);
    return moved === null ? 'gone' : (moved.refusal?.refused ?? null);
  }
  const by = member === null ? {} : { member };
  const input: MoveInput<'sign_as_manager'> = unchanged({ from, proof });
  const first = await moveDeposit(services, location, 'sign_as_manager', input, by);
  if (first?.refusal?.refused !== 'not_now') return first === null ? 'gone' : (first.refusal?.refused ?? null);
  const again = await moveDeposit(services, location, 'send_again', input, by);
  return again === null ? 'gone' : (again.refusal?.refused ?? null);
}

/** Whether this person's signature is asked for. */
export function mayAskQualified(deposit: Deposit, tenant: number | null): boolean {
  if (tenant === null) return canMove('sign_as_manager', deposit) || canMove('send_again', deposit);
  return canMove('sign_as_tenant', deposit) && deposit.signatures[tenant - 1] === null;
}

function shownOf(deposit: Deposit, organization: Organization, language: Language): string {
  return sha256(JSON.stringify([deposit.round, termsShown(deposit, organization, language)])).toString('hex');
}
