import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Finds the texts of the service: everything in src that has a value for each language.

const ROOT = join(import.meta.dirname, '..', '..');
export const LANGUAGES = ['de', 'fr', 'it', 'en'] as const;
type Language = (typeof LANGUAGES)[number];
export type InLanguages = Readonly<Record<Language, unknown>>;

/** Texts that stand together in the code. `file` is below src; of four files `de.ts`, `fr.ts`, … it is their folder. */
export type TextTable = { file: string; name: string; texts: InLanguages };

/** A key or a member of that name, such as `fr:` or `fr,`: the file may have texts. */
const NAMES_FRENCH = /^\s*fr[:,]|[{,]\s*fr\s*[:,}]/m;

export async function textTables(root = ROOT): Promise<TextTable[]> {
  const src = join(root, 'src');
  const files = globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const decoder = new TextDecoder();
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const { source } = loaded;
      if (!url.startsWith(pathToFileURL(`${src}/`).href) || source === undefined || source === null) return loaded;
      return { ...loaded, source: withConstants(typeof source === 'string' ? source : decoder.decode(source)) };
    },
  });
  try {
    const single = await Promise.all(
      files.filter((file) => mayHaveTexts(src, file)).map((file) => tablesIn(src, file)),
    );
    const folders = await Promise.all(
      files.filter((file) => basename(file) === 'de.ts').map((file) => tablesOfFolder(src, dirname(file))),
    );
    return withoutRepeated([...folders.flat(), ...single.flat()]);
  } finally {
    hooks.deregister();
  }
}

function mayHaveTexts(src: string, file: string): boolean {
  return !isOfOneLanguage(file) && NAMES_FRENCH.test(readFileSync(join(src, file), 'utf8'));
}

const isOfOneLanguage = (file: string): boolean => LANGUAGES.some((language) => basename(file) === `${language}.ts`);

/** Adds an export of all constants of a module, so that tables which no other module needs are found as well. */
function withConstants(source: string): string {
  const names = [...source.matchAll(/^(?:export )?const (\w+)\b/gm)].map(([, name]) => name);
  return `${source}\nexport const constantsOfModule = () => ({ ${[...new Set(names)].join(', ')} });\n`;
}

async function constantsOf(path: string): Promise<[name: string, value: unknown][]> {
  const module = (await import(pathToFileURL(path).href)) as { constantsOfModule?: () => Record<string, unknown> };
  if (module.constantsOfModule === undefined) {
    throw new Error(`${fileURLToPath(pathToFileURL(path))} was loaded before its texts were asked for`);
  }
  return Object.entries(module.constantsOfModule());
}

async function tablesIn(src: string, file: string): Promise<TextTable[]> {
  return (await constantsOf(join(src, file))).flatMap(([name, value]) => tablesOfValue(value, file, name));
}

function tablesOfValue(value: unknown, file: string, name: string): TextTable[] {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  if (isInLanguages(value)) return [{ file, name, texts: value }];
  return Object.entries(value).flatMap(([key, inner]) => tablesOfValue(inner, file, `${name}.${key}`));
}

const isInLanguages = (value: object): value is InLanguages => LANGUAGES.every((language) => language in value);

/** Of four files, one for each language: constants `splitDe`, `splitFr`, … or `de`, `fr`, … belong together. */
async function tablesOfFolder(src: string, folder: string): Promise<TextTable[]> {
  const byName = new Map<string, Partial<Record<Language, unknown>>>();
  for (const language of LANGUAGES) {
    const suffix = language.replace(/^./, (letter) => letter.toUpperCase());
    const own = new RegExp(`^${language}(?=[A-Z]|$)|${suffix}$`);
    for (const [name, value] of await constantsOf(join(src, folder, `${language}.ts`))) {
      const common = name.replace(own, '');
      byName.set(common, { ...byName.get(common), [language]: value });
    }
  }
  // What only some languages have is part of another text there.
  return [...byName].flatMap(([name, texts]) => (isInLanguages(texts) ? [{ file: folder, name, texts }] : []));
}

/** `{ de, fr, it, en }` of texts that are listed by their files. */
function withoutRepeated(tables: readonly TextTable[]): TextTable[] {
  const listed = new Set<unknown>();
  return tables.filter(({ texts }) => {
    const isRepeated = typeof texts.de === 'object' && listed.has(texts.de);
    listed.add(texts.de);
    return !isRepeated;
  });
}
