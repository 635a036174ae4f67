import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianPackages, debianProgram } from './debian-program.ts';

type Program = { path: string; env: NodeJS.ProcessEnv };

/** Debian's `pdfsig`: installed, or unpacked with its libraries. Null where neither is possible. */
function findPdfsig(): Program | null {
  const { status } = spawnSync('pdfsig', ['-v']);
  if (status !== null) return { path: 'pdfsig', env: process.env };
  const folder = debianPackages('poppler-utils');
  if (folder === null) return null;
  const lib = join(folder, 'usr', 'lib');
  const libraries = readdirSync(lib).map((name) => join(lib, name));
  return { path: join(folder, 'usr/bin/pdfsig'), env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
}

const pdfsig = findPdfsig();
const openssl = debianProgram('openssl', 'openssl');

/** Why tests that need both validators are skipped; false where they run. */
export const VALIDATORS_MISSING =
  (pdfsig === null || openssl === null) &&
  'pdfsig and openssl are needed: install poppler-utils and openssl (Debian: apt-get install)';

/** What both validators say of a signed PDF. */
export type Verdict = { pdfsig: string; isValid: boolean; coversAll: boolean; opensslAgrees: boolean };

export function validate(pdf: Buffer): Verdict {
  return inFolder((folder) => {
    if (pdfsig === null || openssl === null) throw new Error(String(VALIDATORS_MISSING));
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const { stdout } = spawnSync(pdfsig.path, ['-nocert', file], { encoding: 'utf8', env: pdfsig.env });
    const { signed, cms } = signatureOf(pdf);
    writeFileSync(join(folder, 'signed'), signed);
    writeFileSync(join(folder, 'cms'), cms);
    const args = ['cms', '-verify', '-noverify', '-binary', '-inform', 'DER', '-in', 'cms', '-content', 'signed'];
    const { status } = spawnSync(openssl, [...args, '-out', 'out'], { cwd: folder });
    return {
      pdfsig: stdout,
      isValid: stdout.includes('Signature is Valid'),
      coversAll: stdout.includes('Total document signed'),
      opensslAgrees: status === 0,
    };
  });
}

/** What the last signature covers, and the signature itself without its padding. */
export function signatureOf(pdf: Buffer): { signed: Buffer; cms: Buffer } {
  const ranges = [...pdf.toString('latin1').matchAll(/\/ByteRange \[0 ([0-9]+) ([0-9]+) ([0-9]+)\]/g)];
  const [start = 0, end = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  const hex = pdf.toString('latin1', start + 1, end - 1);
  const padded = Buffer.from(hex, 'hex');
  const length = padded.readUInt16BE(2) + 4;
  return {
    signed: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)]),
    cms: padded.subarray(0, length),
  };
}

/** A PKCS#12 file made by openssl. */
export function makePkcs12(
  kind: 'rsa:2048' | 'ec',
  options: { days: number; password: string; legacy?: boolean },
): Buffer {
  return inFolder((folder) => {
    const run = (...args: string[]): void => {
      const { status, stderr } = spawnSync(openssl ?? 'openssl', args, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    const key = kind === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', kind];
    const made = ['-keyout', 'key.pem', '-out', 'own.pem', '-days', String(options.days), '-subj', '/CN=Muster Siegel'];
    run('req', '-x509', ...key, '-nodes', ...made);
    const legacy = options.legacy === true ? ['-legacy'] : [];
    run(
      'pkcs12',
      '-export',
      ...legacy,
      '-inkey',
      'key.pem',
      '-in',
      'own.pem',
      '-out',
      'seal.p12',
      '-passout',
      `pass:${options.password}`,
    );
    return readFileSync(join(folder, 'seal.p12'));
  });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'depono-seal-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
