import { Webhook } from 'standardwebhooks';
import type { ApplicationKind } from '../domain/application.ts';
import type { ContractStatus } from '../domain/contract-status.ts';
import type { DocumentKind } from '../domain/document.ts';

/** What a callback says about a document. */
export type CallbackMessage = {
  type: 'document.created';
  timestamp: string;
  data: {
    /** Counts per deposit. */
    sequence: number;
    deposit: ContractStatus;
    document: { id: string; kind: DocumentKind; sha256: string; url: string; contentBase64?: string };
  };
};

/** What a callback says to a provider: nothing personal. */
export type ApplicationMessage = {
  type: 'application.created' | 'application.cancelled';
  timestamp: string;
  data: { application: { id: string; kind: ApplicationKind; depositId: string } };
};

/** Standard Webhooks: the id is the same for all attempts, the time is that of this one. During rotation both secrets sign. */
export function signedHeaders(
  body: string,
  { id, at, secrets }: { id: string; at: Date; secrets: readonly string[] },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'Depono',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
