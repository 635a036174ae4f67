import { createHash, webcrypto } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString, Sequence, fromBER, type AsnType } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

export const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  forTimeStamps: '1.3.6.1.5.5.7.3.8',
} as const;

/** A key with its certificate and those above it, each as DER. */
export type Identity = { key: webcrypto.CryptoKey; certificates: readonly [Buffer, ...Buffer[]] };

/** A private key in PKCS#8, for signing with SHA-256. `curve` is null for RSA. */
export function importKey(pkcs8: Buffer, curve: string | null): Promise<webcrypto.CryptoKey> {
  const algorithm =
    curve === null
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: curve, hash: 'SHA-256' };
  return webcrypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign']);
}

/**
 * A detached CMS signature as PAdES asks for it (B-B): content type, digest and certificate are signed. The time stands
 * in the PDF. With `stamp` a time stamp over the signature is added (B-T).
 */
export async function signDetached(
  content: Buffer,
  { key, certificates: [own, ...above] }: Identity,
  stamp: ((signature: Buffer) => Promise<Buffer>) | null,
): Promise<Buffer> {
  const certificate = Certificate.fromBER(new Uint8Array(own));
  const { issuer, serialNumber } = certificate;
  const attributes = [
    attribute(OIDS.contentType, new ObjectIdentifier({ value: OIDS.data })),
    attribute(OIDS.messageDigest, new OctetString({ valueHex: digestOf(content) })),
    attribute(OIDS.signingCertificateV2, hashOfCertificate(own)),
  ];
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributes.toSorted(byEncoding) }),
  });
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OIDS.data }),
    certificates: [certificate, ...above.map((one) => Certificate.fromBER(new Uint8Array(one)))],
    signerInfos: [signer],
  });
  await signedData.sign(key as CryptoKey, 0, 'SHA-256', new Uint8Array(content));
  if (stamp !== null) {
    const token = fromBER(new Uint8Array(await stamp(Buffer.from(signer.signature.valueBlock.valueHexView)))).result;
    const stamped = new Attribute({ type: OIDS.timeStamp, values: [token] });
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [stamped] });
  }
  const whole = new ContentInfo({ contentType: OIDS.signedData, content: signedData.toSchema(true) });
  return Buffer.from(whole.toSchema().toBER(false));
}

export function digestOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

function attribute(type: string, value: AsnType): Attribute {
  return new Attribute({ type, values: [value] });
}

/** `SigningCertificateV2` with SHA-256, its default: whoever exchanges the certificate breaks the signature. */
function hashOfCertificate(certificate: Buffer): Sequence {
  const id = new Sequence({ value: [new OctetString({ valueHex: digestOf(certificate) })] });
  return new Sequence({ value: [new Sequence({ value: [id] })] });
}

/** DER orders the members of a set by their bytes. */
function byEncoding(one: Attribute, other: Attribute): number {
  return Buffer.compare(encoded(one), encoded(other));
}

function encoded(one: Attribute): Buffer {
  return Buffer.from(one.toSchema().toBER(false));
}

/** A random positive number. */
export function randomNumber(): Integer {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes });
}
