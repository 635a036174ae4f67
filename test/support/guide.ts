import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/operations.md. */
export const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');

/** What stands between fences: ```language kind. */
export type Block = { language: string; kind: string; text: string };

export const blocks: readonly Block[] = [...guide.matchAll(/^```(\w+)(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', kind = '', text = '']) => ({ language, kind, text }),
);
