import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// npm run sbom [-- FILE]: the software bill of materials of what production runs, as CycloneDX JSON. Read from the lock
// files alone, so that the same version gives the same bytes on every machine of a platform. It needs no packages:
// `depono release add` runs it in a release.

type LockEntry = {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, LockEntry> };
type Licenses = [{ expression: string }] | [{ license: { id: string } }];
type Component = {
  type: 'library' | 'application' | 'platform';
  'bom-ref': string;
  name: string;
  version: string;
  scope: 'required';
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: Licenses;
  cpe?: string;
  purl: string;
};
type Found = { component: Component; path: string; entry: LockEntry };

const ROOT = join(import.meta.dirname, '..');

/** Packages whose description names no licence; it is in their file LICENSE. */
const LICENSES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** Programs by the name under which vulnerabilities of them are published. */
const PROGRAMS = {
  'runtime/node': (version: string) => `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  // The package of PostgreSQL 18.4 is called 18.4.0-beta.17.
  'runtime/postgres': (version: string) =>
    `cpe:2.3:a:postgresql:postgresql:${version.split('.').slice(0, 2).join('.')}:*:*:*:*:*:*:*`,
} as const;

export function billOfMaterials(root = ROOT, platform = process.platform, arch: string = process.arch): object {
  const { version, license } = readJson(join(root, 'package.json')) as { version: string; license: string };
  const packages = packagesIn(readLock(root, ''));
  const programs = (['runtime/node', 'runtime/postgres'] as const).flatMap((part) =>
    Object.entries(readLock(root, part).packages)
      .filter(([path, entry]) => path !== '' && isFor(entry.os, platform) && isFor(entry.cpu, arch))
      .map(([path, entry]) => foundAt(path, entry, { type: 'platform', cpe: PROGRAMS[part](entry.version) })),
  );
  const self = `pkg:npm/depono@${version}`;
  const direct = Object.keys(readLock(root, '').packages['']?.dependencies ?? {});
  const own = [...direct.flatMap((name) => refOf(packages, '', name)), ...programs.map(refOfFound)];
  const found = unique([...packages, ...programs]);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'depono',
        version,
        licenses: licensesOf(license),
        purl: self,
      },
    },
    components: found.map(({ component }) => component),
    dependencies: [{ ref: self, dependsOn: sorted(own) }, ...found.map((one) => edgesOf(packages, one))],
  };
  return { ...bill, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(bill))}` };
}

/** As `npm ci --omit=dev --omit=optional` installs them. */
function packagesIn(lock: Lock): Found[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path, entry]) => foundAt(path, entry, { type: 'library' }));
}

function foundAt(path: string, entry: LockEntry, { type, cpe }: Pick<Component, 'type' | 'cpe'>): Found {
  const name = nameOf(path);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
  const license = entry.license ?? LICENSES[name];
  const hash = /sha512-(\S+)/.exec(entry.integrity ?? '')?.[1];
  const component: Component = {
    type,
    'bom-ref': purl,
    name,
    version: entry.version,
    scope: 'required',
    ...(hash === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(license === undefined ? {} : { licenses: licensesOf(license) }),
    ...(cpe === undefined ? {} : { cpe }),
    purl,
  };
  return { component, path, entry };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function licensesOf(license: string): Licenses {
  const isExpression = / (?:or|and|with) /i.test(license);
  if (!isExpression) return [{ license: { id: license } }];
  return [{ expression: license.replaceAll(/ (or|and|with) /gi, (word) => word.toUpperCase()) }];
}

function isFor(wanted: string | string[] | undefined, is: string): boolean {
  return wanted === undefined || [wanted].flat().includes(is);
}

const refOfFound = ({ component }: Found): string => component['bom-ref'];

/** The package that a name means inside another: the nearest one, as Node looks for it. */
function refOf(packages: readonly Found[], inside: string, name: string): string[] {
  const folders = inside
    .split('/node_modules/')
    .map((_, count, parts) => parts.slice(0, count + 1).join('/node_modules/'));
  const paths = [...folders.map((folder) => `${folder}/node_modules/${name}`).toReversed(), `node_modules/${name}`];
  const found = paths.flatMap((path) => packages.find((one) => one.path === path) ?? []);
  return found.slice(0, 1).map(refOfFound);
}

function edgesOf(packages: readonly Found[], { component, path, entry }: Found): object {
  const names = Object.keys({ ...entry.dependencies, ...entry.peerDependencies });
  return { ref: component['bom-ref'], dependsOn: sorted(names.flatMap((name) => refOf(packages, path, name))) };
}

/** One version may lie in several folders. */
function unique(found: readonly Found[]): Found[] {
  const byRef = new Map(found.map((one) => [refOfFound(one), one]));
  return [...byRef.values()].sort((one, other) => (refOfFound(one) < refOfFound(other) ? -1 : 1));
}

const sorted = (refs: readonly string[]): string[] => [...new Set(refs)].sort();

/** The same content has the same number. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

const readLock = (root: string, part: string): Lock => readJson(join(root, part, 'package-lock.json')) as Lock;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (import.meta.main) {
  const file = process.argv[2] ?? join(ROOT, 'sbom.cdx.json');
  writeFileSync(file, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  console.error(`Written: ${file}`);
}
