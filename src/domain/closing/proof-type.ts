export const PROOF_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type ProofType = (typeof PROOF_TYPES)[number];

const STARTS: readonly (readonly [ProofType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** By its content, whatever its name says. Null: not one of these. */
export function typeOfProof(content: Uint8Array): ProofType | null {
  const found = STARTS.find(([, start]) => start.every((byte, index) => content[index] === byte));
  return found === undefined ? null : found[0];
}
