import { renderDocument } from '../../src/documents/render.ts';
import { signWithOwn } from '../../src/sandbox/qualified-service.ts';
import { checkSigned } from '../../src/seal/check-signed.ts';
import { sample } from '../../test/support/sample-document.ts';
import { cut, damaged } from '../doors/files.ts';
import type { Random } from '../random.ts';
import type { Reader } from './reader.ts';

type Signed = { original: Buffer; signed: Buffer; hole: [number, number] };
let made: Promise<Signed> | null = null;

async function signedOnce(): Promise<Signed> {
  const original = await renderDocument(sample('agreement', 'de'));
  const signed = await signWithOwn('Lea Brunner', original);
  const [, , from = '0', to = '0'] =
    /\/ByteRange\s*\[\s*(0)\s+([0-9]+)\s+([0-9]+)/.exec(signed.toString('latin1')) ?? [];
  return { original, signed, hole: [Number(from), Number(to)] };
}

/** What comes back from a signature service: only our bytes, signed as a whole, may count. */
export const signedDocuments: Reader = {
  name: 'signed documents',
  weight: 1,
  read: async (random) => {
    made ??= signedOnce();
    const { original, signed, hole } = await made;
    const { kind, pdf } = changedDocument(random, original, signed, hole);
    const checked = await checkSigned(pdf, original, null);
    if ('fault' in checked)
      return { kind, outcome: checked.fault, fault: kind === 'good' ? 'a good one is refused' : null };
    const [from, to] = hole;
    const same = pdf.subarray(0, from).equals(signed.subarray(0, from)) && pdf.subarray(to).equals(signed.subarray(to));
    return { kind, outcome: 'counts', fault: same ? null : 'changed bytes count as signed' };
  },
};

function changedDocument(random: Random, original: Buffer, signed: Buffer, [from, to]: [number, number]) {
  const tail = signed.subarray(original.length);
  return random.weighted<() => { kind: string; pdf: Buffer }>([
    [1, () => ({ kind: 'good', pdf: signed })],
    [3, () => ({ kind: 'damaged anywhere', pdf: damaged(random, signed) })],
    [4, () => ({ kind: 'damaged behind our bytes', pdf: Buffer.concat([original, damaged(random, tail)]) })],
    [
      4,
      () => ({
        kind: 'damaged signature',
        pdf: Buffer.concat([
          signed.subarray(0, from + 1),
          hexDamaged(random, signed.subarray(from + 1, to - 1)),
          signed.subarray(to - 1),
        ]),
      }),
    ],
    [1, () => ({ kind: 'cut short', pdf: cut(random, signed) })],
    [1, () => ({ kind: 'more behind it', pdf: Buffer.concat([signed, Buffer.from('\n%more')]) })],
    [1, () => ({ kind: 'two signatures', pdf: Buffer.concat([signed, tail]) })],
    [1, () => ({ kind: 'the original', pdf: original })],
  ])();
}

/** Still hexadecimal digits, so that what is inside is read. */
function hexDamaged(random: Random, hex: Buffer): Buffer {
  const copy = Buffer.from(hex);
  const length = random.chance(0.7) ? Math.min(copy.length, 2_000) : copy.length;
  for (let n = random.between(1, 6); n > 0; n--)
    copy[random.below(length)] = '0123456789abcdef'.charCodeAt(random.below(16));
  return copy;
}
