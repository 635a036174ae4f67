import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  freesOn,
  move,
  RENTAL_START,
  open,
  passTo,
  statusOf,
  type Model,
  type Moves,
} from './support/lifecycle-model.ts';
import { companyPayload, legalTenant, naturalTenant, payload } from './support/payload.ts';
import { stage, TENANT_IBAN, verified, type Play, type Stage } from './support/play.ts';
import { startService, type Service } from './support/service.ts';
import { runCount } from './support/depth.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Real = { stage: Stage; sent: Record<string, unknown>; play: Play | null };
type Command = fc.AsyncCommand<Model, Real>;

/** Calls the service and the model, and compares their answers. */
class Made<M extends keyof Moves> implements Command {
  readonly name: M;
  readonly input: Moves[M];
  readonly body: object | undefined;

  constructor(name: M, input: Moves[M], body?: object) {
    this.name = name;
    this.input = input;
    this.body = body;
  }

  check({ deposit }: Readonly<Model>): boolean {
    return deposit !== null;
  }

  async run(model: Model, { play }: Real): Promise<void> {
    if (play === null) throw new Error('there is a deposit');
    const before = await play.record();
    const call = OPERATORS.has(this.name) ? service.operator : service.sandbox;
    const path = this.name.replace('operator-', '');
    const answer = await call('POST', `/deposits/${play.id}/${path}`, await this.bodyFor(play));
    const expected = move(model, this.name, this.input);
    assert.equal(answer.status, expected, `${this.toString()}: ${answer.text}`);
    if (expected !== 200) {
      assert.deepEqual(withoutRuns(await play.record()), withoutRuns(before), 'a refused move changes nothing');
    }
    await agree(model, play);
  }

  protected async bodyFor(_play: Play): Promise<object | undefined> {
    return Promise.resolve(this.body);
  }

  toString(): string {
    return `${this.name} ${JSON.stringify(this.body ?? {})}`;
  }
}

const OPERATORS: ReadonlySet<string> = new Set([
  'refused',
  'release-ground',
  'legal-claim',
  'legal-claim/reject',
  'tenancy-end',
  'operator-withdraw',
  'hold',
  'lift-hold',
]);

/** The code of the newest mail, or another one. */
class EntersCode extends Made<'payout-account-code'> {
  override async bodyFor(play: Play): Promise<object> {
    const [{ email }] = (await play.record()).tenants;
    const { code = '000000' } = (await play.mails(email, 'payout_account_code')).at(-1) ?? {};
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    return { code: this.input.isRight ? code : wrong };
  }
}

/** Once a minute orders go into a payment file by themselves. */
function withoutRuns(record: any): object {
  const orders = record.orders.map((order: any) => ({
    ...order,
    runId: null,
    state: order.state === 'sent' ? 'ordered' : order.state,
  }));
  return { ...record, orders };
}

class Opened implements Command {
  readonly amount: number;

  constructor(amount: number) {
    this.amount = amount;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const sent = { ...real.sent, rentalDeposit: String(this.amount / 100) };
    const expected = open(model, this.amount);
    if (expected === 'skipped') {
      const { body } = await real.stage.open(sent);
      assert.deepEqual([body.result, body.reason], ['skipped', 'Contract with external ID already exists']);
    } else {
      real.play = await real.stage.start(sent);
      // The check of a company in the register is done.
      await service.sandbox('POST', '/clock', { advance: 'PT0S' });
    }
    if (real.play !== null) await agree(model, real.play);
  }

  toString(): string {
    return `open ${this.amount}`;
  }
}

class DaysPassed implements Command {
  readonly days: number;

  constructor(days: number) {
    this.days = days;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { play }: Real): Promise<void> {
    const { body } = await service.sandbox('POST', '/clock', { advance: `P${this.days}D` });
    passTo(model, swissDay(body.now));
    if (play !== null) await agree(model, play);
  }

  toString(): string {
    return `${this.days} days pass`;
  }
}

function swissDay(instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Zurich').toPlainDate().toString();
}

/** The invariants, after each step. */
async function agree({ deposit, withdrawn }: Model, play: Play): Promise<void> {
  assert.ok(deposit !== null);
  const record = await play.record();
  const { state, step, product, paidInTotal, tenants, orders, closing, rentalDeposit } = record;
  assert.deepEqual(
    { state, step, product, paidInTotal, rentalDeposit, signed: tenants.map(({ signedAt }: any) => signedAt !== null) },
    {
      state: deposit.state,
      step: deposit.step,
      product: deposit.product,
      paidInTotal: deposit.paidIn / 100,
      rentalDeposit: deposit.amount / 100,
      signed: deposit.signed,
    },
  );
  const ordered = deposit.closing?.ordered ?? null;
  assert.equal(closing?.release?.amountLandlord ?? null, ordered === null ? null : ordered / 100);
  const { closingWord: word, payoutAccount } = record;
  assert.deepEqual(
    { word: word && [word.tenant, word.kind, word.amountLandlord], account: payoutAccount?.iban ?? null },
    {
      word: deposit.word && [deposit.word.tenant, deposit.word.kind, deposit.word.landlord / 100],
      account: deposit.account,
    },
  );
  const modelled = deposit.closing;
  if (modelled !== null && closing !== null) {
    const { state: end, day, freesOn: on } = closing.end;
    assert.deepEqual({ end, day, on }, { end: modelled.end, day: modelled.day, on: freesOn(modelled) });
    assert.equal(closing.tenancyEnd, day);
    assert.equal(closing.claim?.state === 'waiting', modelled.claimWaits);
  }
  const sum = (kind: string, isDone: boolean): number =>
    orders
      .filter((order: any) => order.kind === kind && (order.state === 'completed') === isDone)
      .reduce((total: number, { amount }: any) => total + Math.round(amount * 100), 0);
  assert.deepEqual([sum('payback', false), sum('payback', true)], [deposit.toPayBack, deposit.paidBack]);
  const isBank = deposit.product === 'bank_deposit';
  const atTheEnd = deposit.state === 'closed' ? deposit.surplus + (isBank ? deposit.amount : 0) : 0;
  assert.equal(sum('payout', true), deposit.released + atTheEnd);
  const running = record.changes.filter(({ state: at }: any) => !['done', 'cancelled', 'refused'].includes(at));
  assert.deepEqual(
    running.map(({ state: at }: any) => at),
    deposit.change === null ? [] : [deposit.change.state],
  );
  assert.equal(
    record.balance.surplus >= (deposit.change?.paid ?? 0) / 100,
    true,
    'what is paid towards a change is there',
  );
  const status = await play.status();
  assert.deepEqual(
    { ...statusOf(deposit), externalContractId: play.contractId },
    {
      state: status.state,
      iban: status.iban !== null,
      paidInAmount: status.paidInAmount,
      paidOutAmountTenant: status.paidOutAmountTenant,
      product: status.product,
      externalContractId: status.externalContractId,
    },
  );
  assert.equal(
    status.provider,
    { bank_deposit: 'demo_bank', insurance: 'demo_insurance' }[status.product as string] ?? null,
  );
  assert.equal(status.paidOutTime !== null, deposit.state === 'closed');
  const all = await service.operator(
    'GET',
    `/organizations/${play.partner.organizationId}/deposits?externalContractId=${play.contractId}`,
  );
  const living = all.body.deposits.filter((one: any) => one.state !== 'withdrawn');
  assert.equal(living.length, deposit.state === 'withdrawn' ? 0 : 1, 'one living deposit per contract id');
  assert.equal(all.body.deposits.length, withdrawn + 1);
  await verified(service);
}

const party = fc.constantFrom('tenant', 'manager');
const product = fc.constantFrom('bank_deposit', 'insurance');
/** Whole 5 Rappen, up to CHF 50. */
const amount = fc.integer({ min: 1, max: 1000 }).map((fives) => fives * 5);
const anyAmount = fc.integer({ min: 1, max: 6000 });
const landlord = fc.oneof(fc.constant(0), fc.nat(6000));
/** Around the start of the tenancy, weekends and holidays among them. */
const days = fc
  .integer({ min: -5, max: 800 })
  .map((n) => Temporal.PlainDate.from(RENTAL_START).add({ days: n }).toString());
const chf = (rappen: number): number => rappen / 100;

const noInput = (['manager-signs', 'account-opened', 'cover-confirmed', 'resend', 'payout-completed'] as const).map(
  (name) => fc.constant(new Made(name, undefined)),
);
const signs = fc
  .record({ tenant: fc.integer({ min: 1, max: 3 }), product }, { requiredKeys: [] })
  .map((body) => new Made('tenant-signs', body, body));
/** Mostly all of a party; else one signatory. */
const signatory = fc.constantFrom<{ tenant?: number }>(
  {},
  {},
  {},
  { tenant: 1 },
  { tenant: 2 },
  { tenant: 1 },
  { tenant: 2 },
  { tenant: 3 },
);
const closes = fc
  .record({ by: party, landlord, yearsAgo: fc.constantFrom(0, 0, 1, 2), who: signatory })
  .map(({ who, ...input }) => ({
    input: { ...input, ...who },
    by: input.by,
    who,
    amountLandlord: chf(input.landlord),
  }));

/** Not once the payout is ordered: whether the bank has it already depends on the minute. */
class Held extends Made<'hold'> {
  override check(model: Readonly<Model>): boolean {
    const { deposit } = model;
    return super.check(model) && (deposit?.closing?.ordered ?? null) === null && deposit?.toPayBack === 0;
  }
}

/** Not about the day on which the time to confirm ends. */
class Confirms extends Made<'confirm-contact'> {
  override check(model: Readonly<Model>): boolean {
    const asked = model.deposit?.asked[0] ?? null;
    const days = asked === null ? 0 : Temporal.PlainDate.from(asked).until(model.today).days;
    return super.check(model) && Math.abs(days - 30) > 1;
  }
}

/** Moves forward are more frequent, so that runs get far. */
const commands = [
  ...noInput,
  ...noInput,
  signs,
  fc.constant(new Made('tenant-signs', {}, {})),
  fc.constant(new Made('tenant-signs', {}, {})),
  anyAmount.map((rappen) => new Made('payment', { amount: rappen }, { amount: chf(rappen) })),
  fc.constant(new Made('payment', { amount: 6000 }, { amount: 60 })),
  fc
    .option(amount)
    .map((rappen) => new Made('edit', { amount: rappen }, rappen === null ? {} : { rentalDeposit: chf(rappen) })),
  fc.constantFrom(new Made('refused', undefined, { reason: 'nein' }), new Made('withdraw', undefined)),
  closes.map(({ input, by, who, amountLandlord }) => new Closes(input as never, { by, ...who, amountLandlord })),
  fc
    .record({ by: party, landlord, who: signatory })
    .map(
      ({ by, landlord: rappen, who }) =>
        new Made('counter', { by, landlord: rappen, ...who }, { by, ...who, amountLandlord: chf(rappen) }),
    ),
  ...[party, fc.constant('tenant' as const)].map((of) =>
    fc.record({ by: of, who: signatory }).map(({ by, who }) => new Made('consent', { by, ...who }, { by, ...who })),
  ),
  fc
    .constantFrom(TENANT_IBAN, 'CH9300762011623852957')
    .map((iban) => new Made('payout-account', { iban }, { iban, holderName: 'Lea Brunner' })),
  ...[true, true, false].map((isRight) => fc.constant(new EntersCode('payout-account-code', { isRight }))),
  amount.map((rappen) => new Made('correct', { amount: rappen }, { fields: { rentalDeposit: String(chf(rappen)) } })),
  fc.boolean().map((hasReason) => new Made('operator-withdraw', { hasReason }, hasReason ? { reason: 'x' } : {})),
  landlord.map(
    (rappen) =>
      new Made(
        'release-ground',
        { landlord: rappen },
        { ground: 'judgment', amountLandlord: chf(rappen), evidence: 'x' },
      ),
  ),
  fc.constant(new Made('legal-claim', undefined, { evidence: 'x' })),
  fc.constant(new Made('legal-claim/reject', undefined, { reason: 'x' })),
  fc.constant(new Made('file-claim', undefined, { name: 'x.pdf', contentBase64: btoa('%PDF-1.7') })),
  fc.constantFrom(new Made('confirm-end', undefined), new Made('contest-end', undefined)),
  days.map((day) => new Made('dispute-end', { day }, { day })),
  days.map((day) => new Made('tenancy-end', { day }, { day, evidence: 'x' })),
  fc.constant(new Held('hold', undefined, { ground: 'death', evidence: 'x' })),
  fc.constant(new Made('lift-hold', undefined, { reason: 'x' })),
  fc.constant(new Made('send-now', undefined)),
  fc
    .integer({ min: 0, max: 9 })
    .map(
      (digit) =>
        new Made('change-contact', { isEmail: false }, { by: 'tenant', tenant: 1, phoneNumber: `+4179000000${digit}` }),
    ),
  fc.uuid().map((id) => {
    const body = { by: 'tenant', tenant: 1, email: `neu-${id}@mail.example` };
    return new Made('change-contact', { isEmail: true }, body);
  }),
  fc.constant(new Confirms('confirm-contact', undefined, { tenant: 1 })),
  fc.uuid().map((id) => new Made('change-person', undefined, { tenant: 1, lastName: `Neu ${id}`, reason: 'Heirat' })),
  fc.constant(new Made('payback-completed', undefined)),
  amount.map((rappen) => new Made('changes', { amount: rappen }, { kind: 'amount', rentalDeposit: chf(rappen) })),
  product.map((one) => new Made('changes', { product: one }, { kind: 'product', product: one })),
  fc.uuid().map((id) => {
    const fields = { ...naturalTenant('tenant'), tenantFirstName: 'Nora', tenantEmail: `nora-${id}@mail.example` };
    return new Made('changes', { people: 'tenant_joins' }, { kind: 'tenant_joins', fields });
  }),
  fc
    .constantFrom('tenant_leaves' as const, 'main_tenant' as const)
    .map((kind) => new Made('changes', { people: kind }, { kind, tenant: 2 })),
  fc
    .constantFrom('Neu AG', 'Andere AG')
    .map((owner) => new Made('changes', { owner }, { kind: 'owner', fields: { ownerName: owner } })),
  fc.constantFrom(true, true, false).map((accepted) => new Made('change-answered', { accepted }, { accepted })),
  ...[party, party, party].map((who) => who.map((by) => new Made('change-signs', { by: by }, { by }))),
  party.map((by) => new Made('change-cancel', { by: by }, { by })),
  fc.constantFrom(1, 5, 40, 400).map((days) => new DaysPassed(days)),
  amount.map((rappen) => new Opened(rappen)),
];

/** The end of the tenancy depends on the day on which the closing is started. */
class Closes extends Made<'start-closing'> {
  constructor(input: Moves['start-closing'], body: object) {
    super('start-closing', input, body);
  }

  override async run(model: Model, real: Real): Promise<void> {
    const tenancyEnd = Temporal.PlainDate.from(model.today).subtract({ years: this.input.yearsAgo }).toString();
    await new Made('start-closing', this.input, { ...this.body, tenancyEnd }).run(model, real);
  }
}

/** The shortest way to an open deposit, whatever the organization's settings; some of it is refused then. */
const FORWARD: Command[] = [
  new Made('manager-signs', undefined),
  new DaysPassed(1),
  new Made('tenant-signs', {}, {}),
  new Made('account-opened', undefined),
  new Made('cover-confirmed', undefined),
  new Made('payment', { amount: 6000 }, { amount: 60 }),
];

test('3 any sequence of moves and days: the service follows the contract, and the ledger balances', async () => {
  const settings = fc.record({
    preSigned: fc.boolean(),
    hasDelay: fc.boolean(),
    choosesProduct: fc.boolean(),
    product,
    tenants: fc.constantFrom('one', 'two', 'company'),
    /** How far the deposit is before random moves take over. */
    headStart: fc.constantFrom(0, 3, 4, 6, 6, 6, 6),
  });
  await fc.assert(
    fc.asyncProperty(
      settings,
      amount,
      fc.commands(commands as fc.Arbitrary<Command>[], { maxCommands: 40, size: '+1' }),
      async (chosen, first, sequence) => {
        const { tenants: who, headStart, ...organization } = chosen;
        const tenants = who === 'one' ? 1 : 2;
        const theirs = await stage(service, {
          preSigned: organization.preSigned,
          sendDelayMinutes: organization.hasDelay ? 720 : 0,
          tenantChoosesProduct: organization.choosesProduct,
          product: organization.product,
        });
        const tenant2Email = 'zwei@mail.example';
        const sent = {
          one: () => payload(),
          two: () => payload({ ...naturalTenant('tenant2'), tenant2Email }),
          company: () => companyPayload({ ...legalTenant('tenant2'), tenant2Email }),
        }[who]();
        const real: Real = { stage: theirs, sent, play: null };
        const { body } = await service.sandbox('POST', '/clock', { advance: 'PT0S' });
        const today = swissDay(body.now);
        const model: Model = {
          organization: organization,
          isJoint: who === 'company',
          today,
          tenants,
          deposit: null,
          withdrawn: 0,
        };
        for (const command of [new Opened(first), ...FORWARD.slice(0, headStart)]) await command.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
      },
    ),
    { numRuns: runCount({ quick: 4, deep: 20 }) },
  );
});
