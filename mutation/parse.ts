import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/**
 * The syntax trees of some files, given to `read` while the compiler that owns them runs. They are parsed by themselves,
 * without what they import: a project of its own that resolves nothing is open in a moment.
 */
export function parseFiles<T>(
  root: string,
  files: readonly string[],
  read: (file: string, source: SourceFile) => T,
): T[] {
  const folder = mkdtempSync(join(tmpdir(), 'depono-mutation-'));
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    noResolve: true,
    noLib: true,
    noEmit: true,
    types: [],
    target: 'esnext',
    module: 'nodenext',
    allowImportingTsExtensions: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: files.map((file) => join(root, file)) }));
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
    return files.map((file) => {
      const source = project?.program.getSourceFile(join(root, file));
      if (source === undefined) throw new Error(`${file} cannot be parsed.`);
      return read(file, source);
    });
  } finally {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const textOf = (node: Node, source: SourceFile): string => source.text.slice(startOf(node, source), node.end);

/** Without the white space and the comments before it. */
export const startOf = (node: Node, source: SourceFile): number => node.getStart(source);

export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}
