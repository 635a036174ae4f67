import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from './config.ts';
import type { SealCertificate } from './seal/certificate.ts';
import type { Seal } from './seal/seal.ts';
import { writeSecretOnce } from './storage/embedded/secret-file.ts';

type Settings = Pick<Config, 'environment' | 'dataDir' | 'seal' | 'timestampUrl'>;

/** The seal of documents. Null: production without a certificate leaves them unsealed. A file that cannot be used stops the start. */
export async function openSeal(config: Settings): Promise<Seal | null> {
  const { seal, environment } = config;
  if (seal !== null) return sealBy(await certificateOf(seal), config);
  if (environment !== 'test') return null;
  // Made with the first document, so that a start does not wait for it.
  let own: Promise<Seal> | null = null;
  return async (pdf, options) => {
    own ??= selfMade(config.dataDir).then((certificate) => sealBy(certificate, config));
    return (await own)(pdf, options);
  };
}

/** The libraries are loaded where something is sealed. */
async function sealBy(certificate: SealCertificate, { timestampUrl }: Settings): Promise<Seal> {
  const { sealWith } = await import('./seal/seal.ts');
  const { timeStampsFrom } = await import('./seal/time-stamp.ts');
  return sealWith(certificate, { stamps: timestampUrl === null ? null : timeStampsFrom(timestampUrl) });
}

/** A start stops with the sentence. */
async function certificateOf(seal: NonNullable<Config['seal']>): Promise<SealCertificate> {
  const { readCertificate } = await import('./seal/read-certificate.ts');
  try {
    return await readCertificate(seal, new Date());
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
}

const FILE = 'seal-test.pem';

/** The certificate of a test environment: made once, trusted by nobody. */
async function selfMade(dataDir: string): Promise<SealCertificate> {
  const { makeCertificate, readPem } = await import('./seal/certificate.ts');
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, FILE);
  const { pem } = await makeCertificate('Depono test seal');
  try {
    return await readPem(writeSecretOnce(file, pem));
  } catch (error) {
    throw new Error(`${file} is damaged. Delete it: the next document makes a new one.`, { cause: error });
  }
}
