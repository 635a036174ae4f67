import { clean } from '../payload/fields.ts';
import type { ProofType } from '../closing/proof-type.ts';
import { firstOf } from '../values/folding.ts';
import { withoutInvisible } from '../values/visible.ts';

const LONGEST_STEM = 120;
const EXTENSIONS: Record<ProofType, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
};

/** The name as it is stored: no folder, nothing that a file system or a header reads as more, and the ending of the content. */
export function safeFileName(given: string, type: ProofType): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = clean(withoutInvisible(last).replaceAll(/["*:<>?|]/g, '_'));
  const [own, ...others] = EXTENSIONS[type];
  const ending = [own, ...others].find((one) => plain.toLowerCase().endsWith(`.${one}`));
  const stem = ending === undefined ? plain : plain.slice(0, -ending.length - 1);
  const kept = ending === undefined ? own : plain.slice(-ending.length);
  // A name of dots alone means a folder; one that starts with a dot is hidden.
  const shown = firstOf(stem.replace(/^[. ]+/, ''), LONGEST_STEM).trim();
  return `${shown === '' ? 'file' : shown}.${kept}`;
}
