import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import type { QualifiedService } from './service.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Pick<QualifiedService, 'name' | 'secret' | 'authorities'> & { url: string | null };

const SHORTEST_SECRET = 16;

/** Reads the settings of a qualified signature service. Throws a sentence that says what is wrong, then what to do. */
export function qualifiedFrom(env: Environment, { isProduction }: { isProduction: boolean }): Settings | null {
  const of = (name: string): string => env[`QUALIFIED_SIGNATURE_${name}`]?.trim() ?? '';
  const [url, secret, name, file] = [of('URL'), of('SECRET'), of('NAME'), of('CA')];
  if (url === '') {
    if (secret === '' && name === '' && file === '') return null;
    throw new Error(
      'QUALIFIED_SIGNATURE_URL is not set, but other settings of the signature service are. Set it, or remove them.',
    );
  }
  if (url === 'simulated' && !isProduction) {
    return { url: null, name: 'Simulated signature service', secret: 'simulated-signature-service', authorities: null };
  }
  if (!URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) {
    throw new Error('QUALIFIED_SIGNATURE_URL is not an address that starts with https:// or http://.');
  }
  if (secret.length < SHORTEST_SECRET) {
    throw new Error(
      `QUALIFIED_SIGNATURE_SECRET needs at least ${SHORTEST_SECRET} characters. Agree on one with the signature service.`,
    );
  }
  if (file === '') {
    throw new Error(
      'QUALIFIED_SIGNATURE_CA is not set. Set it to a PEM file with the certificates that the service issues from.',
    );
  }
  return { url, secret, name: name === '' ? new URL(url).hostname : name, authorities: authoritiesIn(file) };
}

function authoritiesIn(file: string): X509Certificate[] {
  try {
    const parts = readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
    if (parts.length === 0) throw new Error('it has no certificate');
    return parts.map((one) => new X509Certificate(one));
  } catch (error) {
    throw new Error(
      `QUALIFIED_SIGNATURE_CA (${file}) cannot be read: ${(error as Error).message}. It must be a PEM file.`,
      {
        cause: error,
      },
    );
  }
}
