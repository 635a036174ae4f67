import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deposit } from '../domain/deposit.ts';
import { canMove, type MoveName } from '../domain/lifecycle/moves.ts';
import { PHASES } from '../domain/lifecycle/phase.ts';
import type { Providers } from '../domain/provider.ts';
import type { StoredDeposit } from '../storage/deposits/deposits.ts';
import { context, depositAt, NOW } from '../../test/support/sample-deposit.ts';
import { phasePage } from './phase-page.ts';
import type { TenantVisit } from './visit.ts';
import { TENANT_WORDS } from './words.ts';

/** The main tenant's page has each of these forms if and only if the table of moves allows the move. */
const FORMS: [action: string, move: MoveName][] = [
  ['/sign', 'sign_as_tenant'],
  ['/closing', 'start_closing'],
  ['/counter', 'counter_propose'],
  ['/consent', 'consent'],
];

for (const phase of PHASES) {
  test(`${phase}: the page offers what the table allows`, async () => {
    const deposit = byManager(depositAt(phase));
    const markup = await pageOf(deposit, { position: 1 });
    for (const [action, move] of FORMS) {
      assert.equal(markup.includes(`action="/t/x${action}"`), canMove(move, deposit), action);
    }
  });
}

test('a tenant cannot consent to their own proposal', async () => {
  const markup = await pageOf(depositAt('closing_proposed'), { position: 1 });
  assert.deepEqual([markup.includes('action="/t/x/consent"'), markup.includes('action="/t/x/counter"')], [false, true]);
});

const NOT_CHOSEN = { ...depositAt('awaiting_tenant_signatures'), product: null, provider: null };
const BOTH = context.organization.providers;
const OFFERED: [name: string, providers: Providers, shown: string[], isChoice: boolean][] = [
  ['both kinds', BOTH, ['Bank deposit', 'Deposit insurance'], true],
  ['no insurer', { ...BOTH, insurer: null }, ['Bank deposit'], false],
  ['no bank', { ...BOTH, bank: null }, ['Deposit insurance'], false],
];

for (const [name, providers, shown, isChoice] of OFFERED) {
  test(`set-up: the other kind is offered only where a provider exists: ${name}`, async () => {
    for (const position of [1, 2]) {
      const two = { ...NOT_CHOSEN, signatures: [null, null] };
      const tenants = [two.terms.tenants[0], two.terms.tenants[0]] as const;
      const markup = await pageOf({ ...two, terms: { ...two.terms, tenants } }, { position, providers });
      const form = markup.slice(markup.indexOf('id="form"'), markup.indexOf('2. '));
      for (const one of ['Bank deposit', 'Deposit insurance'])
        assert.equal(form.includes(one), shown.includes(one), one);
      assert.equal(/type="radio"/.test(form), isChoice && position === 1);
      const hidden = /type="hidden" name="product" value="([a-z_]+)"/.exec(markup)?.[1];
      const only = shown[0] === 'Bank deposit' ? 'bank_deposit' : 'insurance';
      assert.equal(hidden, isChoice || position !== 1 ? undefined : only);
    }
  });
}

/** The proposal that stands is the manager's. */
function byManager(deposit: Deposit): Deposit {
  if (deposit.closing === null) return deposit;
  const [proposal] = deposit.closing.proposals;
  return { ...deposit, closing: { ...deposit.closing, proposals: [{ ...proposal, by: 'manager' }] } };
}

async function pageOf(
  deposit: Deposit,
  { position, providers = BOTH }: { position: number; providers?: Providers },
): Promise<string> {
  const organization = { ...context.organization, providers };
  let markup = '';
  const reply = {
    server: {},
    code: () => reply,
    headers: () => reply,
    header: () => reply,
    send: (sent: string) => {
      markup = sent;
      return reply;
    },
  };
  const visit = {
    request: { url: '/t/x', method: 'GET' } as FastifyRequest,
    reply: reply as unknown as FastifyReply,
    readLogo: async () => null,
    location: { organizationId: deposit.organizationId, depositId: deposit.id },
    deposit: {
      ...deposit,
      history: [],
      documents: [],
      notes: [],
      files: [],
      bounces: [],
      letters: [],
      isOverdrawn: false,
      readAt: NOW,
      organization,
    } as StoredDeposit,
    organization,
    tenant: deposit.terms.tenants[position - 1],
    position,
    isJoining: false,
    acts: true,
    isMain: position === 1,
    asked: [],
    round: deposit.round,
    now: NOW,
    language: 'en',
    words: TENANT_WORDS.en,
    qualifiedService: null,
    form: new URLSearchParams(),
    path: (part = '') => `/t/x${part}`,
  } as TenantVisit;
  await phasePage(visit);
  return markup;
}
