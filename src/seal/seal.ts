import type { SealCertificate } from './certificate.ts';
import { signDetached } from './cms.ts';
import { withField } from './pdf-signature.ts';
import type { TimeStamps } from './time-stamp.ts';

/** Seals a PDF of ours. With `isStamped` it gets a time stamp too, where a server for them is set. */
export type Seal = (pdf: Buffer, options: { isStamped: boolean }) => Promise<Buffer>;

/** Room for everything but the certificates. */
const ROOM = 2_048;
const ROOM_FOR_STAMP = 16_384;

export function sealWith(
  certificate: SealCertificate,
  { stamps, now = () => new Date() }: { stamps: TimeStamps | null; now?: () => Date },
): Seal {
  const { certificates, subject, expiresAt } = certificate;
  const size = certificates.reduce((sum, { length }) => sum + length, 0);
  return async (pdf, { isStamped }) => {
    const at = now();
    if (at > expiresAt) {
      throw new Error(`the certificate of the seal expired on ${expiresAt.toISOString()}: see SEAL_CERTIFICATE`);
    }
    const stamp = isStamped ? stamps : null;
    const room = ROOM + size + (stamp === null ? 0 : ROOM_FOR_STAMP);
    const field = { field: 'Seal', name: subject, reason: 'Sealed as issued', at, room };
    const { signed, withSignature } = withField(pdf, field);
    return withSignature(await signDetached(signed, certificate, stamp));
  };
}
