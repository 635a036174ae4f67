import type { SignatureEvidence, SignaturesUnder } from '../domain/document.ts';
import { signerLine } from '../domain/tenant.ts';
import { momentOf } from './about.ts';
import type { PdfPage } from './page.ts';
import type { TableRow } from './table.ts';
import type { EvidenceWords } from './words/evidence.ts';

type Parts = SignaturesUnder & {
  /** The hash of the terms as they are stored, and where nothing else is known of what was signed. */
  hash: string;
  roles: { manager: string; tenant: string; byService: (moment: string) => string };
};

/** The last page of an agreement or an amendment: all signatures, each with what proves it. */
export function writeEvidence(page: PdfPage, { hash, roles, ...under }: Parts, words: EvidenceWords): void {
  page.nextPage();
  page.title(words.title);
  const { manager, managerSignedAt, signatures } = under;
  const all = [...(manager === null ? [] : [manager]), ...signatures];
  page.paragraph(`${words.intro} ${all.some(isQualified) ? words.someQualified : words.simple}`);
  page.heading(roles.manager);
  page.denseTable(
    manager === null ? [[words.how, roles.byService(momentOf(managerSignedAt))]] : rowsOf(manager, words),
  );
  for (const [index, one] of signatures.entries()) {
    page.heading(signatures.length > 1 ? `${roles.tenant} ${index + 1}` : roles.tenant);
    page.denseTable(rowsOf(one, words));
  }
  page.denseTable([[words.termsOfDocument, hash]]);
  page.note(words.checksums);
  page.note(words.seal);
}

/** What is not known, because it was not kept at the time or not given on a page, is left out. */
function rowsOf(one: SignatureEvidence, words: EvidenceWords): TableRow[] {
  const rows: (readonly [string, string | null])[] = [
    [words.name, signerLine(one)],
    [words.at, momentOf(one.at)],
    [words.typed, one.typedName ?? null],
    [words.reachedBy, reached(one, words)],
    [words.ip, isAddress(one.from) ? one.from : null],
    [words.browser, one.browser ?? null],
    [words.terms, one.terms ?? null],
    [words.pdf, one.pdf ?? null],
    [words.how, how(one, words)],
  ];
  return rows.filter((row): row is TableRow => row[1] !== null);
}

function reached(
  { reachedBy = null }: SignatureEvidence,
  { linkTo, passkey, letter, paper }: EvidenceWords,
): string | null {
  if (reachedBy === null) return null;
  const others: Record<string, string> = { passkey, letter, paper };
  return Object.hasOwn(others, reachedBy) ? (others[reachedBy] ?? null) : linkTo(reachedBy);
}

function how(one: SignatureEvidence, { qualified }: EvidenceWords): string | null {
  return one.qualified ? qualified(one.qualified) : null;
}

function isQualified({ qualified }: SignatureEvidence): boolean {
  return qualified !== undefined && qualified !== null;
}

/** Signatures by calls of the sandbox have another origin. */
function isAddress(from: string | null): from is string {
  return from !== null && /[.:]/.test(from);
}
