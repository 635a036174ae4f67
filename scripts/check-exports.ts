import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const EXPORT = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm;
const IMPORT = /\bimport (?:type )?\{([^}]*)\} from '(\.[^']+)'/g;
const NAMESPACE = /\bimport \* as (\w+) from '(\.[^']+)'/g;
const LATE_IMPORT = /\{([^}]*)\} = await import\('(\.[^']+)'\)/g;

/** Every language exports its texts under its own code. */
const TRANSLATIONS = new Set(['de', 'fr', 'it', 'en']);

/**
 * Exports of src that no other file imports, and names that two files of src export: each name has one home. Imports
 * from outside src (tests, scripts, benchmarks) count as uses.
 */
export function wrongExports(root: string, files: readonly string[]): string[] {
  const code = files.filter((file) => file.endsWith('.ts'));
  const texts = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const used = new Set([...texts].flatMap(([file, text]) => usesIn(file, text)));
  const homes = new Map<string, string[]>();
  for (const [file, text] of texts) {
    if (!file.startsWith('src/') || file.endsWith('.test.ts')) continue;
    for (const [, name = ''] of text.matchAll(EXPORT)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return [...homes].flatMap(([name, where]) => [
    ...where
      .filter((file) => !used.has(`${file} ${name}`))
      .map((file) => `${file} exports ${name}, which nobody imports`),
    ...(where.length > 1 && !TRANSLATIONS.has(name) ? [`${name} is exported by ${where.join(' and ')}`] : []),
  ]);
}

/** What a file imports, each as `path name`. */
function usesIn(file: string, text: string): string[] {
  const target = (specifier: string): string => relative('.', join(dirname(file), specifier));
  const named = [...text.matchAll(IMPORT), ...text.matchAll(LATE_IMPORT)].flatMap(([, names = '', specifier = '']) =>
    names.split(',').map(
      (name) =>
        `${target(specifier)} ${
          name
            .trim()
            .replace(/^type /, '')
            .split(/ as |:/)[0] ?? ''
        }`,
    ),
  );
  const members = [...text.matchAll(NAMESPACE)].flatMap(([, space = '', specifier = '']) =>
    [...text.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))].map(([, name = '']) => `${target(specifier)} ${name}`),
  );
  return [...named, ...members];
}
