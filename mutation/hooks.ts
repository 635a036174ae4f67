import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Loads the project's files with the mutants in them, and our own `test` and `assert` in place of Node's. `?v=2` at the end of an
 * address is a second copy of a file and of everything it imports: what runs while a file is loaded runs again.
 */
export function loadMutated(root: string, sources: ReadonlyMap<string, string>): void {
  const ours = pathToFileURL(`${root}/`).href;
  const packages = `${ours}node_modules/`;
  const standIn = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href;
  const instead = new Map([
    ['node:test', standIn('harness.ts')],
    ['node:assert/strict', standIn('cheap-assert.ts')],
  ]);
  const stripped = new Map<string, string>();
  const isOurs = (url: string): boolean => url.startsWith(ours) && !url.startsWith(packages) && url.endsWith('.ts');
  registerHooks({
    resolve(specifier, context, next) {
      const [parent = '', version] = (context.parentURL ?? '').split('?v=');
      const other = instead.get(specifier);
      if (other !== undefined && isOurs(parent) && version !== undefined) return next(other, context);
      const found = next(specifier, context);
      if (version === undefined || !isOurs(found.url)) return found;
      return { ...found, url: `${found.url}?v=${version}` };
    },
    load(url, context, next) {
      const [plain = url, version] = url.split('?v=');
      if (version === undefined) return next(url, context);
      const path = fileURLToPath(plain);
      const text = sources.get(path) ?? readFileSync(path, 'utf8');
      const source = stripped.get(path) ?? stripTypeScriptTypes(text);
      stripped.set(path, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}
