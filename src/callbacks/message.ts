import { Webhook } from 'standardwebhooks';
import type { ApplicationKind } from '../domain/application.ts';
import type { ContractStatus } from '../domain/contract-status.ts';
import type { State } from '../domain/deposit.ts';
import type { DocumentKind } from '../domain/document.ts';

/** What every callback to a partner says of its deposit. */
type About = {
  /** Counts per deposit. */
  sequence: number;
  depositId: string;
  organizationId: string;
  /** Null: no partner has sent the deposit. */
  externalOrgId: string | null;
  deposit: ContractStatus;
};

/** What a callback says to a partner. */
export type CallbackMessage = { timestamp: string } & (
  | { type: 'document.created'; data: About & { document: ToldDocument } }
  | { type: 'deposit.state_changed'; data: About & { from: State; to: State } }
);

type ToldDocument = { id: string; kind: DocumentKind; sha256: string; url: string; contentBase64?: string };

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
