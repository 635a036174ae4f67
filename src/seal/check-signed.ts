import { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { chainAbove, nameIn } from './certificate.ts';
import { OIDS } from './cms.ts';

/** Why a signed PDF does not count. */
type SignedFault = 'other_document' | 'no_signature' | 'not_all_signed' | 'invalid_signature' | 'unknown_issuer';

type CheckedSignature = { signedBy: string; issuer: string };

/**
 * Checks a PDF that was signed elsewhere: it begins with our bytes and adds one signature, which is valid over all of it and
 * comes from one of the authorities (null: from anybody).
 */
export async function checkSigned(
  pdf: Buffer,
  original: Buffer,
  authorities: readonly X509Certificate[] | null,
): Promise<CheckedSignature | { fault: SignedFault }> {
  if (pdf.length <= original.length || !pdf.subarray(0, original.length).equals(original)) {
    return { fault: 'other_document' };
  }
  const ranges = [...pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*0\s+([0-9]+)\s+([0-9]+)\s+([0-9]+)\s*\]/g)];
  const [start = 0, end = 0, rest = 0] = (ranges[0] ?? []).slice(1).map(Number);
  if (ranges.length !== 1) return { fault: 'no_signature' };
  const hole = pdf.toString('latin1', start, end);
  if (start < original.length || end + rest !== pdf.length || !/^<[0-9A-Fa-f]+>$/.test(hole)) {
    return { fault: 'not_all_signed' };
  }
  const signed = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  const certificates = await signerOf(Buffer.from(hole.slice(1, -1), 'hex'), signed).catch(() => null);
  if (certificates === null) return { fault: 'invalid_signature' };
  const [own, ...others] = certificates;
  if (authorities !== null && !isIssuedBy(own, others, authorities)) return { fault: 'unknown_issuer' };
  return { signedBy: nameIn(own.subject), issuer: nameIn(own.issuer) };
}

/** The certificate that the signature is valid with, then the others in it. Null: it is not valid. */
async function signerOf(padded: Buffer, signed: Buffer): Promise<[X509Certificate, ...X509Certificate[]] | null> {
  const { result, offset } = fromBER(new Uint8Array(padded));
  if (offset <= 0) return null;
  const { contentType, content } = new ContentInfo({ schema: result });
  if (contentType !== OIDS.signedData) return null;
  const signedData = new SignedData({ schema: content });
  // Detached: a signature that brings its own content says nothing about ours.
  if (signedData.encapContentInfo.eContent !== undefined || signedData.signerInfos.length !== 1) return null;
  const data = new Uint8Array(signed).buffer;
  const verdict = await signedData.verify({ signer: 0, data, extendedMode: true, checkChain: false });
  if (verdict.signatureVerified !== true || !verdict.signerCertificate) return null;
  const x509 = (one: Certificate): X509Certificate => new X509Certificate(Buffer.from(one.toSchema().toBER(false)));
  const all = (signedData.certificates ?? []).filter((one) => one instanceof Certificate).map(x509);
  const own = x509(verdict.signerCertificate);
  const now = new Date();
  if (now < own.validFromDate || now > own.validToDate) return null;
  return [own, ...all.filter(({ raw }) => !raw.equals(own.raw))];
}

function isIssuedBy(
  own: X509Certificate,
  others: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): boolean {
  const chain = [own, ...chainAbove(own, others)];
  for (const [index, one] of chain.entries()) {
    if (index > 0 && !(one.ca && chain[index - 1]?.verify(one.publicKey) === true)) return false;
    if (authorities.some((by) => one.raw.equals(by.raw) || (one.checkIssued(by) && one.verify(by.publicKey))))
      return true;
  }
  return false;
}
