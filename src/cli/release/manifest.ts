import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { refuseCommand } from '../command.ts';

/** What a release consists of: written when all its files are there, so a folder with it is complete. */
export type Manifest = {
  format: 1;
  version: string;
  /** Null: the source did not say. */
  commit: string | null;
  addedAt: string;
  /** Packages are built for one. */
  platform: string;
  /** Its newest migration. */
  schema: number;
  /** SHA-256 of every file, packages included. */
  files: Record<string, string>;
  links: Record<string, string>;
};

const NAME = 'release.json';
/** Made here, not part of the project. */
export const MADE_HERE = new Set([NAME, 'sbom.cdx.json']);
const BLOCK = 1 << 20;

export function readManifest(folder: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as Manifest;
    return manifest.format === 1 ? manifest : null;
  } catch {
    return null;
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const file = join(folder, NAME);
  writeFileSync(file, `${JSON.stringify(manifest, null, 1)}\n`);
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
}

type Tree = Pick<Manifest, 'files' | 'links'>;

/** Every file below a folder, by its path, without the manifest itself. Throws at anything that is neither file nor link. */
export function hashTree(folder: string, isWanted: (path: string) => boolean = () => true): Tree {
  const tree: Tree = { files: {}, links: {} };
  const block = Buffer.allocUnsafe(BLOCK);
  const visit = (inside: string): void => {
    const entries = readdirSync(join(folder, inside), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (path === NAME || !isWanted(path)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isSymbolicLink()) tree.links[path] = readlinkSync(join(folder, path));
      else if (entry.isFile()) tree.files[path] = hashFile(join(folder, path), block);
      else throw refuseCommand(`${path} is neither a file nor a folder.`);
    }
  };
  visit('');
  return tree;
}

/** In blocks: the packaged Node alone has more than 100 MB. The block is one for all files, of which there are thousands. */
function hashFile(file: string, block: Buffer): string {
  const hash = createHash('sha256');
  const opened = openSync(file, 'r');
  try {
    for (let length = readSync(opened, block); length > 0; length = readSync(opened, block)) {
      hash.update(block.subarray(0, length));
    }
  } finally {
    closeSync(opened);
  }
  return hash.digest('hex');
}

export type FileDifference = { path: string; is: 'changed' | 'missing' | 'additional' };

/** In which files a folder differs from its manifest. */
export function differencesOf(folder: string, manifest: Tree): FileDifference[] {
  const found = flat(hashTree(folder));
  const wanted = flat(manifest);
  return [
    ...[...wanted].flatMap(([path, value]): FileDifference[] => {
      const is = found.get(path);
      return is === value ? [] : [{ path, is: is === undefined ? 'missing' : 'changed' }];
    }),
    ...[...found.keys()]
      .filter((path) => !wanted.has(path))
      .map((path): FileDifference => ({ path, is: 'additional' })),
  ];
}

/** Files and links in one, without what was made here: equal for two copies of the same source. */
export function isSameSource(one: Tree, other: Tree): boolean {
  const [left, right] = [sourceOf(one), sourceOf(other)];
  return left.size === right.size && [...left].every(([path, value]) => right.get(path) === value);
}

const isPackage = (path: string): boolean => path.split('/').includes('node_modules');

const sourceOf = (tree: Tree): Map<string, string> =>
  new Map([...flat(tree)].filter(([path]) => !isPackage(path) && !MADE_HERE.has(path)));

const flat = ({ files, links }: Tree): Map<string, string> =>
  new Map([
    ...Object.entries(files),
    ...Object.entries(links).map(([path, to]): [string, string] => [path, `→ ${to}`]),
  ]);
