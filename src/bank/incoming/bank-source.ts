import type { Chunks } from '../decode-text.ts';
import type { FileRefused } from '../file-refused.ts';

/** A file of the bank, or one inside an archive. */
export type BankSource = {
  /** As it is listed: `camt.xml`, `archive.zip/camt.xml`. */
  name: string;
  archive: string | null;
  /** Each call reads it from the beginning. */
  open: () => Chunks;
  /** It is refused whatever is in it. */
  refusal: FileRefused | null;
};
