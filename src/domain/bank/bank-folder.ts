/** The folders inside the folder of a bank: no bank's folder has one of these names. */
export const FOLDERS_INSIDE: readonly string[] = ['in', 'out', 'ready', 'done', 'refused'];

/** A bank with its folder below the exchange folder. Null: the exchange folder itself. */
export type BankFolder = { code: string; folder: string | null };

type Asked = {
  code: string;
  isDefault: boolean;
  /** Of a bank that exists: its folder now. */
  now?: string | null | undefined;
  /** Null or missing: as it is without a choice. */
  given?: string | null | undefined;
  others: readonly BankFolder[];
};

/**
 * The folder of a bank: as given, else its code. The default bank uses the exchange folder itself, and keeps it when
 * another one becomes the default: the client that fetches files there belongs to one bank. A problem is a sentence
 * about `exchangeFolder`.
 */
export function decideFolder({ code, isDefault, now, given, others }: Asked): { folder: string | null } | string {
  const mayHaveMain = (isDefault || now === null) && others.every(({ folder }) => folder !== null);
  const folder = given ?? (mayHaveMain ? null : code);
  if (folder === null) return { folder };
  const isCode = given === undefined || given === null;
  if (FOLDERS_INSIDE.some((name) => isSameFolder(name, folder))) {
    const names = `one of ${FOLDERS_INSIDE.join(', ')}`;
    return isCode ? `${NOT_THE_CODE} it is ${names}` : `must not be ${names}`;
  }
  const taken = others.find((other) => other.folder !== null && isSameFolder(other.folder, folder));
  if (taken === undefined) return { folder };
  return isCode
    ? `${NOT_THE_CODE} ${taken.code} uses it`
    : `must not be the folder of another bank: ${taken.code} uses it`;
}

const NOT_THE_CODE = 'must be given: the code of the bank cannot be its folder, because';

/** For a bank that is made from a setting: its code, or else a name close to it. */
export function freeFolder(asked: Omit<Asked, 'given'>): string | null {
  for (let count = 1; ; count++) {
    const decided = decideFolder(count === 1 ? asked : { ...asked, given: `${asked.code}_${count}` });
    if (typeof decided !== 'string') return decided.folder;
  }
}

/** Some file systems ignore case. */
function isSameFolder(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
