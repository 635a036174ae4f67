import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts in four languages and long tables of cases are read by the row. */
const NOT_COUNTED = /\/(?:words|texts)\/|\.test\.ts$/;
const MOST_LINES = 300;
const MOST_FILES = 24;

/** Files of src that no longer fit in a reader's head, and folders that no longer fit on a screen. */
export function longFiles(root: string, files: readonly string[]): string[] {
  const code = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const folders = Map.groupBy(code, (file) => dirname(file));
  return [
    ...code
      .filter((file) => !NOT_COUNTED.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
      .filter(([, lines]) => lines > MOST_LINES)
      .map(([file, lines]) => `${file} has ${lines} lines; at most ${MOST_LINES}`),
    ...[...folders]
      .filter(([, inside]) => inside.length > MOST_FILES)
      .map(([folder, inside]) => `${folder} has ${inside.length} files; at most ${MOST_FILES}`),
  ];
}
