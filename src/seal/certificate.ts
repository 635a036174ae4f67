import { createPrivateKey, webcrypto, X509Certificate, type KeyObject } from 'node:crypto';
import { Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, ExtKeyUsage } from 'pkijs';
import { importKey, randomNumber, type Identity } from './cms.ts';

/** A certificate cannot be used. The message says what is wrong, then what to do. */
export class UnusableCertificate extends Error {}

export type SealCertificate = Identity & { subject: string; expiresAt: Date };

/** Reads a PKCS#12 file. */
export async function readPkcs12(content: Buffer, password: string): Promise<SealCertificate> {
  const { key, certificates } = await decode(content, password);
  return sealCertificate(key, certificates);
}

/** A private key and the certificates that came with it, in any order. */
async function sealCertificate(key: KeyObject, certificates: readonly X509Certificate[]): Promise<SealCertificate> {
  const own = certificates.find((one) => one.checkPrivateKey(key));
  if (own === undefined) {
    throw new UnusableCertificate('has no certificate that belongs to its private key. Export both into one file.');
  }
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  return {
    key: await importKey(pkcs8, curveOf(key)),
    certificates: [own.raw, ...chainAbove(own, certificates).map(({ raw }) => raw)],
    subject: nameIn(own.subject),
    expiresAt: own.validToDate,
  };
}

/** The common name, or else the organization. */
export function nameIn(subject: string): string {
  const lines = subject.split('\n');
  const of = (part: string): string | undefined => lines.find((line) => line.startsWith(part))?.slice(part.length);
  return of('CN=') ?? of('O=') ?? subject.replaceAll('\n', ', ');
}

export function chainAbove(own: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let current = own;
  for (;;) {
    const issuer = all.find((one) => one !== current && !chain.includes(one) && current.checkIssued(one));
    if (issuer === undefined || issuer === own) return chain;
    chain.push(issuer);
    current = issuer;
  }
}

const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

function curveOf(key: KeyObject): string | null {
  if (key.asymmetricKeyType === 'rsa') return null;
  const curve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (key.asymmetricKeyType === 'ec' && curve !== undefined) return curve;
  throw new UnusableCertificate('has a key of a kind that PDF programs do not know. Use RSA, or ECDSA with P-256.');
}

async function decode(content: Buffer, password: string): Promise<{ key: KeyObject; certificates: X509Certificate[] }> {
  const { default: forge } = await import('node-forge');
  const { asn1, pki, pkcs12, util } = forge;
  let file: ReturnType<typeof pkcs12.pkcs12FromAsn1>;
  let decoded: ReturnType<typeof asn1.fromDer>;
  try {
    decoded = asn1.fromDer(util.createBuffer(content.toString('binary')));
  } catch {
    throw new UnusableCertificate('is not a PKCS#12 file. Export key and certificate as .p12 or .pfx.');
  }
  try {
    file = pkcs12.pkcs12FromAsn1(decoded, password);
  } catch (error) {
    const isPassword = /password|MAC/i.test((error as Error).message);
    throw new UnusableCertificate(
      isPassword
        ? 'does not open with SEAL_PASSWORD. Set SEAL_PASSWORD to the password of the file.'
        : 'is not a PKCS#12 file that can be read. Export key and certificate again as .p12 or .pfx.',
      { cause: error },
    );
  }
  const der = (value: Parameters<typeof asn1.toDer>[0]): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'binary');
  const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
  const isKey = ({ type }: { type: string }): boolean =>
    type === pki.oids['pkcs8ShroudedKeyBag'] || type === pki.oids['keyBag'];
  const keyBag = bags.find(isKey);
  if (keyBag === undefined) {
    throw new UnusableCertificate('has no private key. Export the key together with its certificate.');
  }
  // The library reads RSA alone; what else there is, it hands over as it stands.
  const keyDer = keyBag.key ? der(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(keyBag.key))) : der(keyBag.asn1);
  const certificates = bags
    .filter(({ type }) => type === pki.oids['certBag'])
    .map(({ cert, asn1: raw }) => new X509Certificate(cert ? der(pki.certificateToAsn1(cert)) : der(raw)));
  return { key: createPrivateKey({ key: keyDer, format: 'der', type: 'pkcs8' }), certificates };
}

const YEARS = 20;

type Made = { key: webcrypto.CryptoKey; certificate: Certificate; pem: string };

/** A certificate made by ourselves, for tests: nobody else trusts it. Signed by `issuer`, or by itself. */
export async function makeCertificate(
  commonName: string,
  {
    issuer = null,
    purpose = null,
    isAuthority = false,
  }: { issuer?: Made | null; purpose?: string | null; isAuthority?: boolean } = {},
  now: Date = new Date(),
): Promise<Made> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2, serialNumber: randomNumber() });
  const name = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: commonName }) });
  certificate.subject.typesAndValues.push(name);
  certificate.issuer.typesAndValues.push(...(issuer?.certificate.subject.typesAndValues ?? [name]));
  certificate.notBefore.value = new Date(now.getTime() - 86_400_000);
  certificate.notAfter.value = new Date(now.getTime() + YEARS * 365 * 86_400_000);
  const constraints = new BasicConstraints({ cA: isAuthority });
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: constraints.toSchema().toBER(false),
      parsedValue: constraints,
    }),
  ];
  if (purpose !== null) {
    const usage = new ExtKeyUsage({ keyPurposes: [purpose] });
    certificate.extensions.push(
      new Extension({
        extnID: '2.5.29.37',
        critical: true,
        extnValue: usage.toSchema().toBER(false),
        parsedValue: usage,
      }),
    );
  }
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as CryptoKey);
  await certificate.sign((issuer?.key ?? keys.privateKey) as CryptoKey, 'SHA-256');
  const key = createPrivateKey({
    key: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
    format: 'der',
    type: 'pkcs8',
  });
  const own = new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false)));
  const pem = `${own.toString()}${key.export({ type: 'pkcs8', format: 'pem' })}`;
  return { key: keys.privateKey, certificate, pem };
}

/** A key and its certificates from a file of our own. */
export function readPem(pem: string): Promise<SealCertificate> {
  const parts = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  return sealCertificate(
    createPrivateKey(pem),
    parts.map((one) => new X509Certificate(one)),
  );
}
