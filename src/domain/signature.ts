import { givenFacts, type PersonalFacts } from './history/facts.ts';

/** What proves a signature, next to its time and its origin. Signatures from before something was kept lack it. */
export type SignatureProof = {
  /** As typed on a page. Null: nothing was typed, as in the sandbox and for the property management. */
  typedName: string | null;
  browser: string | null;
  /** SHA-256 of the terms. */
  terms: string;
  /** SHA-256 of the PDF that was shown. */
  pdf?: string | null;
  /** How the person was reached: the e-mail address that the link went to, `letter`, `paper` or `passkey`. */
  reachedBy?: string | null;
  /** Signed at a qualified signature service, which gave back the PDF with its signature. */
  qualified?: QualifiedProof | null;
};

/** A signature of a qualified signature service. `signedBy` and `issuer` are the names in its certificate. */
export type QualifiedProof = { service: string; signedBy: string; issuer: string; pdf: string };

/** The parts of a proof that name or trace a person, for the history. */
export function proofInHistory(proof: SignatureProof | null): PersonalFacts {
  if (proof === null) return {};
  const { typedName, browser, terms, pdf, reachedBy, qualified } = proof;
  return givenFacts({ typedName, terms, browser, pdf, reachedBy, qualified: qualified?.signedBy });
}
