import { readFileSync } from 'node:fs';
import { readPkcs12, UnusableCertificate, type SealCertificate } from './certificate.ts';

type SealFile = { file: string; password: string };

/** Reads the certificate of the settings. Throws a sentence that says what is wrong, then what to do. */
export async function readCertificate({ file, password }: SealFile, now: Date): Promise<SealCertificate> {
  const fault = (what: string): UnusableCertificate => new UnusableCertificate(`SEAL_CERTIFICATE (${file}) ${what}`);
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const { code } = error as { code?: string };
    throw fault(`cannot be read (${code}). Set it to the path of a PKCS#12 file that the service may read.`);
  }
  let certificate: SealCertificate;
  try {
    certificate = await readPkcs12(content, password);
  } catch (error) {
    if (error instanceof UnusableCertificate) throw fault(error.message);
    throw fault('cannot be used: its key or certificate is damaged. Export both again as .p12 or .pfx.');
  }
  if (certificate.expiresAt > now) return certificate;
  const day = certificate.expiresAt.toISOString().slice(0, 10);
  throw fault(
    `expired on ${day}. Put a renewed certificate in its place, or remove the setting to leave documents unsealed.`,
  );
}
