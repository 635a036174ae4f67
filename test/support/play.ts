import assert from 'node:assert/strict';
import { created, setUpPartner, type Partner } from './partner.ts';
import { payload } from './payload.ts';
import type { Answer, Service } from './service.ts';

/** A deposit and everyone around it. */
export type Play = {
  id: string;
  contractId: string;
  sent: Record<string, unknown>;
  partner: Stage;
  /** A sandbox move that must succeed; returns the record. */
  play: (move: string, body?: object) => Promise<any>;
  /** An operator call that must succeed; returns the record. */
  operator: (move: string, body?: object) => Promise<any>;
  /** A move that must be refused and change nothing; returns the message. */
  refuse: (move: string, body?: object, status?: number) => Promise<string>;
  refuseOperator: (move: string, body?: object, status?: number) => Promise<string>;
  record: () => Promise<any>;
  /** The eight fields of 2.8. */
  status: () => Promise<any>;
  /** The kinds of mail an address got about this deposit's contract, oldest first. */
  kinds: (to: string) => Promise<string[]>;
  mails: (to: string, kind: string) => Promise<any[]>;
  money: (kind: string) => Promise<any[]>;
};

export type Stage = Partner & {
  service: Service;
  /** Opens a deposit with the partner's call. */
  start: (changes?: Record<string, unknown>, make?: typeof payload) => Promise<Play>;
};

/** An organization whose deposits can be played through, contract status enabled. */
export async function stage(service: Service, settings: Record<string, unknown> = {}): Promise<Stage> {
  const partner = await setUpPartner(service, { contractStatusEnabled: true, ...settings });
  const keys = await created(service.operator('POST', `/organizations/${partner.organizationId}/status-keys`));
  const whole: Stage = {
    ...partner,
    service,
    start: async (changes = {}, make = payload) => {
      const unique = Math.random().toString(36).slice(2);
      const sent = make({ tenantEmail: `mieterin-${unique}@mail.example`, ...changes });
      const { status, body } = await partner.open(sent);
      assert.equal(status, 200, JSON.stringify(body));
      const contractId = String(sent['externalContractId']);
      const { id } = await partner.record(contractId);
      return playOf(service, whole, keys.apiKey, { id, contractId, sent });
    },
  };
  return whole;
}

function playOf(
  service: Service,
  partner: Stage,
  statusKey: string,
  { id, contractId, sent }: Pick<Play, 'id' | 'contractId' | 'sent'>,
): Play {
  type Caller = Service['sandbox'];
  const made = async (call: Caller, move: string, body?: object): Promise<any> => {
    const answer = await call('POST', `/deposits/${id}/${move}`, body);
    assert.equal(answer.status, 200, `${move}: ${answer.text}`);
    return answer.body;
  };
  const record = async (): Promise<any> => (await service.operator('GET', `/deposits/${id}`)).body;
  const refused = async (call: Caller, move: string, body: object | undefined, status: number): Promise<string> => {
    const before = await record();
    const answer: Answer = await call('POST', `/deposits/${id}/${move}`, body);
    assert.equal(answer.status, status, `${move}: ${answer.text}`);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
    assert.deepEqual(await record(), before, `${move} was refused and changed something`);
    return answer.body.detail;
  };
  const about = async (to: string): Promise<any[]> =>
    (await partner.mails(to)).filter(({ text }) => text.includes(contractId)).toReversed();
  return {
    id,
    contractId,
    sent,
    partner,
    record,
    play: (move, body) => made(service.sandbox, move, body),
    operator: (move, body) => made(service.operator, move, body),
    refuse: (move, body, status = 409) => refused(service.sandbox, move, body, status),
    refuseOperator: (move, body, status = 409) => refused(service.operator, move, body, status),
    status: async () => {
      const query = new URLSearchParams({ 'ext-contract-id': contractId });
      const headers = { 'x-api-key': statusKey, 'x-org-id': partner.organizationId };
      const { status, body } = await service.call('GET', `/webhook/contract-status?${query}`, { headers });
      assert.equal(status, 200);
      return body;
    },
    kinds: async (to) => (await about(to)).map(({ kind }) => kind),
    mails: async (to, kind) => (await about(to)).filter((mail) => mail.kind === kind),
    money: async (kind) => {
      const { body } = await service.operator('GET', `/money?kind=${kind}`);
      return body.entries.filter(({ deposit }: any) => deposit?.id === id);
    },
  };
}

/** From the opening to the named phase, by the shortest way. */
export async function reach(
  place: 'signed' | 'tenants' | 'account' | 'open' | 'closing' | 'ordered' | 'closed',
  on: Play,
  product: 'bank_deposit' | 'insurance' = 'bank_deposit',
): Promise<any> {
  const isInsurance = product === 'insurance';
  const steps: [string, string, object?][] = [
    ['signed', 'manager-signs'],
    ['tenants', 'tenant-signs', { product }],
    ['account', isInsurance ? 'cover-confirmed' : 'account-opened'],
    ['open', isInsurance ? '' : 'payment'],
    ['closing', 'start-closing', { by: 'tenant' }],
    ['ordered', 'consent', { by: 'manager' }],
    ['closed', 'payout-completed'],
  ];
  for (const [name, move, body] of steps) {
    if (move !== '') await on.play(move, body);
    if (name === place) break;
  }
  return on.record();
}

export async function advance(service: Service, duration: string): Promise<void> {
  const { status, text } = await service.sandbox('POST', '/clock', { advance: duration });
  assert.equal(status, 200, text);
}

export async function verified(service: Service): Promise<any> {
  const { body } = await service.operator('GET', '/verification');
  assert.deepEqual(body.faults, []);
  const { paidIn, interest, held, paidOut, paidBack, charges, withholdingTax } = body.totals;
  const rest = held + paidOut + paidBack + charges + withholdingTax;
  assert.equal(Math.round((paidIn + interest) * 100), Math.round(rest * 100));
  return body;
}

/** A valid IBAN of the tenant's own. */
export const TENANT_IBAN = 'CH5604835012345678009';
