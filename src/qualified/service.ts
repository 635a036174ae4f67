import type { X509Certificate } from 'node:crypto';
import * as z from 'zod';

/** What is handed over to a qualified signature service. */
type QualifiedRequest = {
  id: string;
  document: { name: string; sha256: string; contentBase64: string };
  signer: { name: string; email: string; language: string };
  /** Where the browser goes afterwards. */
  returnUrl: string;
  /** Where the service may tell that something has changed. */
  callbackUrl: string;
};

type QualifiedResult =
  | { state: 'waiting' }
  | { state: 'signed'; pdf: Buffer }
  | { state: 'declined'; reason: string | null };

/** A service where people sign elsewhere, and come back with the signed PDF. */
export type QualifiedService = {
  name: string;
  secret: string;
  /** Its certificates must come from one of these. Null: the simulated service. */
  authorities: readonly X509Certificate[] | null;
  /** Gives the address where the person signs. */
  ask: (request: QualifiedRequest) => Promise<string>;
  result: (id: string) => Promise<QualifiedResult>;
};

const LIMIT_MS = 10_000;
const LARGEST_ANSWER = 20_000_000;

const asked = z.object({ signUrl: z.url({ protocol: /^https?$/ }) });
const answered = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('signed'), documentBase64: z.base64() }),
  z.object({ state: z.literal('declined'), reason: z.string().max(500).nullish() }),
]);

/** The protocol of docs/qualified-signatures.md. */
export function qualifiedService(
  url: () => string,
  settings: Pick<QualifiedService, 'name' | 'secret' | 'authorities'>,
): QualifiedService {
  const call = async (path: string, options: RequestInit): Promise<unknown> => {
    const answer = await fetch(`${url().replace(/\/+$/, '')}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${settings.secret}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > LARGEST_ANSWER) throw new Error('the answer of the signature service is too large');
      chunks.push(chunk);
    }
    if (!answer.ok) throw new Error(`the signature service answered ${answer.status}`);
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  };
  return {
    ...settings,
    ask: async (request) =>
      asked.parse(await call('/requests', { method: 'POST', body: JSON.stringify(request) })).signUrl,
    result: async (id) => {
      const answer = answered.parse(await call(`/requests/${id}`, { method: 'GET' }));
      switch (answer.state) {
        case 'waiting':
          return answer;
        case 'signed':
          return { state: 'signed', pdf: Buffer.from(answer.documentBase64, 'base64') };
        case 'declined':
          return { state: 'declined', reason: answer.reason ?? null };
      }
    },
  };
}
