import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString } from 'asn1js';
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { makeCertificate } from '../../src/seal/certificate.ts';
import { OIDS, digestOf } from '../../src/seal/cms.ts';

export type Mood =
  | 'good'
  | 'slow'
  | 'wrong nonce'
  | 'wrong digest'
  | 'garbage'
  | 'refusal'
  | 'too large'
  | '500'
  | 'broken signature'
  | 'certificate for something else';

export type TimeStampServer = { url: string; mood: Mood; asked: number; stop: () => Promise<void> };

/** A time stamp server (RFC 3161) of our own, which can also misbehave. */
export async function startTimeStamps(): Promise<TimeStampServer> {
  const stamping = await makeCertificate('Depono test time stamps', { purpose: OIDS.forTimeStamps });
  const other = await makeCertificate('Not for time stamps');
  const server = createServer((request, response) => void handle(request, response));
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    state.asked++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { mood } = state;
    if (mood === 'slow') return;
    if (mood === '500') return void response.writeHead(500).end('no');
    if (mood === 'garbage') return void response.end('this is no time stamp');
    if (mood === 'too large') return void response.end(Buffer.alloc(100_000));
    const by = mood === 'certificate for something else' ? other : stamping;
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(await answer(Buffer.concat(chunks), mood, by));
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const state: TimeStampServer = {
    url: `http://127.0.0.1:${port}/tsa`,
    mood: 'good',
    asked: 0,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return state;
}

type Made = Awaited<ReturnType<typeof makeCertificate>>;

async function answer(query: Buffer, mood: Mood, { key, certificate }: Made): Promise<Buffer> {
  if (mood === 'refusal') return der(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema());
  const { messageImprint, nonce } = TimeStampReq.fromBER(new Uint8Array(query));
  if (mood === 'wrong digest') messageImprint.hashedMessage = new OctetString({ valueHex: new Uint8Array(32) });
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint,
    serialNumber: new Integer({ value: 7 }),
    genTime: new Date(),
    ...(nonce && { nonce: mood === 'wrong nonce' ? new Integer({ value: 5 }) : nonce }),
  });
  const content = der(info.toSchema());
  const signedData = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: OIDS.timeStampInfo,
      eContent: new OctetString({ valueHex: new Uint8Array(content) }),
    }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            new Attribute({ type: OIDS.contentType, values: [new ObjectIdentifier({ value: OIDS.timeStampInfo })] }),
            new Attribute({
              type: OIDS.messageDigest,
              values: [new OctetString({ valueHex: new Uint8Array(digestOf(content)) })],
            }),
          ],
        }),
      }),
    ],
  });
  await signedData.sign(key as CryptoKey, 0, 'SHA-256');
  const [signer] = signedData.signerInfos;
  if (mood === 'broken signature' && signer !== undefined) {
    const bytes = new Uint8Array(signer.signature.valueBlock.valueHexView);
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    signer.signature = new OctetString({ valueHex: bytes });
  }
  const token = new ContentInfo({ contentType: OIDS.signedData, content: signedData.toSchema(true) });
  return der(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }).toSchema());
}

function der(schema: { toBER: (sizeOnly?: boolean) => ArrayBuffer }): Buffer {
  return Buffer.from(schema.toBER(false));
}
