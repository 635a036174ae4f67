import { PrivateAddress } from './addresses.ts';

/** Why no answer came, in words for whoever has set the address. */
export function faultInWords(error: Error & { code?: string }): string {
  if (error instanceof PrivateAddress) return `${error.message} Nothing was sent.`;
  const code = error.code ?? '';
  const known = FAULTS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'What came back is no HTTP answer.';
  if (/CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code)) return `The certificate is not accepted: ${error.message}.`;
  return error.message;
}

const NOT_REACHED = 'The address could not be reached.';
const NO_NAME = 'The name of the address could not be resolved.';
const CLOSED = 'The connection was closed without an answer.';

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused: nothing listens at this address and port.',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: NOT_REACHED,
  EHOSTUNREACH: NOT_REACHED,
  ENETUNREACH: NOT_REACHED,
  EADDRNOTAVAIL: NOT_REACHED,
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large.',
};
