import { X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TSTInfo,
  TimeStampReq,
  TimeStampResp,
  type Certificate,
} from 'pkijs';
import { OIDS, randomNumber, digestOf } from './cms.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const LIMIT_MS = 5_000;
/** After a failure nobody waits for the server again for so long. */
const REST_MS = 30_000;
const LARGEST_ANSWER = 64 * 1024;

/** Gives time stamps (RFC 3161) over signatures: the token as DER, after everything about it was checked. */
export type TimeStamps = (signature: Buffer) => Promise<Buffer>;

/** The server was away or answered wrongly. The message names what is wrong, never the address: it may hold a password. */
class NoTimeStamp extends Error {}

export function timeStampsFrom(
  url: string,
  { limitMs = LIMIT_MS, restMs = REST_MS }: { limitMs?: number; restMs?: number } = {},
): TimeStamps {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (signature) => {
    if (performance.now() - failedAt < restMs) throw new NoTimeStamp('the time stamp server failed a moment ago');
    try {
      return await stampFrom(url, signature, limitMs);
    } catch (error) {
      failedAt = performance.now();
      throw error instanceof NoTimeStamp ? error : new NoTimeStamp(`the time stamp server: ${reasonOf(error)}`);
    }
  };
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return 'it did not answer in time';
  return cause?.code === undefined ? `its answer cannot be used (${message})` : `it cannot be reached (${cause.code})`;
}

async function stampFrom(url: string, signature: Buffer, limitMs: number): Promise<Buffer> {
  const nonce = randomNumber();
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: SHA_256 });
  const hashedMessage = new OctetString({ valueHex: digestOf(signature) });
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({ hashAlgorithm, hashedMessage }),
    nonce,
    certReq: true,
  });
  const { address, authorization } = accountIn(url);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', ...authorization },
    body: Buffer.from(request.toSchema().toBER(false)),
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new NoTimeStamp(`the time stamp server answered ${answer.status}`);
  }
  return checked(await limited(answer), signature, Buffer.from(nonce.valueBlock.valueHexView));
}

/** User and password of an address go into a header: `fetch` takes no address that has them. */
function accountIn(url: string): { address: URL; authorization: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address, authorization: {} };
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  address.username = '';
  address.password = '';
  return { address, authorization: { authorization: `Basic ${Buffer.from(account).toString('base64')}` } };
}

async function limited(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new NoTimeStamp('the answer of the time stamp server is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The token of an answer, if it is granted, over this signature, to this request, and signed for time stamps. */
async function checked(der: Buffer, signature: Buffer, nonce: Buffer): Promise<Buffer> {
  const { status, timeStampToken: token } = TimeStampResp.fromBER(new Uint8Array(der));
  const code: number = status.status;
  if (code > 1 || token === undefined) {
    throw new NoTimeStamp(`the time stamp server refused (status ${code})`);
  }
  const signedData = new SignedData({ schema: token.content });
  const content = signedData.encapContentInfo.eContent;
  if (signedData.encapContentInfo.eContentType !== OIDS.timeStampInfo || content === undefined) {
    throw new NoTimeStamp('the answer of the time stamp server is no time stamp');
  }
  const told = content.getValue();
  // It may come in pieces, which the library reads only in one place of two.
  signedData.encapContentInfo.eContent = new OctetString({ valueHex: told });
  const info = TSTInfo.fromBER(told);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isOver = digestOf(signature).equals(Buffer.from(hashedMessage.valueBlock.valueHexView));
  if (hashAlgorithm.algorithmId !== SHA_256 || !isOver) {
    throw new NoTimeStamp('the time stamp is over another digest');
  }
  if (info.nonce === undefined || !nonce.equals(Buffer.from(info.nonce.valueBlock.valueHexView))) {
    throw new NoTimeStamp('the time stamp has another nonce: it answers another request');
  }
  await checkSigner(signedData, signature, info.genTime);
  return Buffer.from(token.toSchema().toBER(false));
}

async function checkSigner(signedData: SignedData, signature: Buffer, at: Date): Promise<void> {
  const data = new Uint8Array(signature).buffer;
  const result = await signedData
    .verify({ signer: 0, data, extendedMode: true, checkChain: false })
    .catch((error: Error) => ({ signatureVerified: false, signerCertificate: null, message: error.message }));
  if (result.signatureVerified !== true || !result.signerCertificate) {
    throw new NoTimeStamp('the signature of the time stamp is not valid');
  }
  const signer = result.signerCertificate;
  if (!isForTimeStamps(signer)) throw new NoTimeStamp('the certificate of the time stamp is not one for time stamps');
  const { validFromDate, validToDate } = new X509Certificate(Buffer.from(signer.toSchema().toBER(false)));
  if (at < validFromDate || at > validToDate) {
    throw new NoTimeStamp('the certificate of the time stamp was not valid at its time');
  }
}

function isForTimeStamps({ extensions = [] }: Certificate): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(OIDS.forTimeStamps);
}
