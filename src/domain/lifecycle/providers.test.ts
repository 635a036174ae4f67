import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life, told } from '../../../test/support/life.ts';
import { depositAt, ofCompany, payment, withCoTenant } from '../../../test/support/sample-deposit.ts';
import type { ProviderAnswer } from '../application.ts';
import type { Deposit } from '../deposit.ts';
import type { EmailAddress } from '../values/contact.ts';
import { rappen } from '../values/money.ts';
import type { Day } from '../values/calendar.ts';

const IBAN = 'CH9300762011623852957';
const OTHER = 'CH5604835012345678009';
const QR_IBAN = 'CH4431999123000889012';
const operators = [{ email: 'op@depono.example' as EmailAddress, name: 'Op' }];
const signs = { from: null, proof: null, tenant: null, product: null } as const;

/** Signed by all, with what was asked of the provider. */
function signed(product: 'bank_deposit' | 'insurance', from = depositAt('awaiting_tenant_signatures')): Life {
  return new Life({ ...from, product: null }).after('sign_as_tenant', { ...signs, product });
}

test('3 the bank opens the account: the main tenant gets the slip, with reminders', () => {
  signed('bank_deposit', withCoTenant(depositAt('awaiting_tenant_signatures')))
    .at('2026-11-21T10:00:00Z')
    .makes('open_account', { iban: IBAN, qrIban: null }, [
      'step = awaiting_payment',
      'stepSince = 2026-11-21T10:00Z',
      'iban = CH9300762011623852957',
      'paymentReference = RF4477777777777777777777',
      'applications.0.state = answered',
      'applications.0.answer = {answer=account iban=CH9300762011623852957}',
      'applications.0.answeredAt = 2026-11-21T10:00Z',
      'applications.0.answeredBy = operator',
      'applications.0.events.0 = {at=2026-11-21T10:00Z event=account by=operator}',
      'bank: account_opened | iban=CH9300762011623852957 paymentReference=RF4477777777777777777777',
      'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000',
      '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000 dueOn=2027-01-01',
      'remind 2026-12-01T10:00Z',
      'links for 1',
    ]);
  signed('bank_deposit').makes(
    'open_account',
    { iban: IBAN, qrIban: QR_IBAN, openedOn: '2026-11-20' as Day, answeredBy: 'Eva' },
    [
      'step = awaiting_payment',
      'iban = CH9300762011623852957',
      'qrIban = CH4431999123000889012',
      'paymentReference = 777777777777777777777777777',
      'applications.0.state = answered',
      'applications.0.answer = {answer=account iban=CH9300762011623852957 qrIban=CH4431999123000889012 openedOn=2026-11-20}',
      'applications.0.answeredAt = 2026-11-20T09:30Z',
      'applications.0.answeredBy = Eva',
      'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=Eva}',
      'bank: account_opened | iban=CH9300762011623852957 paymentReference=777777777777777777777777777',
      'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 qrIban=CH4431999123000889012 reference=777777777777777777777777777 missing=100000',
      '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH4431999123000889012 reference=777777777777777777777777777 missing=100000 dueOn=2027-01-01',
      'remind 2026-11-30T09:30Z',
      'links for 1',
    ],
  );
});

test('2.6 the slip of a company is in the name of the company', () => {
  const company = ofCompany(depositAt('awaiting_tenant_signatures'));
  signed('bank_deposit', company).makes('open_account', { iban: IBAN, qrIban: null }, [
    'step = awaiting_payment',
    'iban = CH9300762011623852957',
    'paymentReference = RF4477777777777777777777',
    'applications.0.state = answered',
    'applications.0.answer = {answer=account iban=CH9300762011623852957}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=operator}',
    'bank: account_opened | iban=CH9300762011623852957 paymentReference=RF4477777777777777777777',
    'document kind=payment_slip holder={name=Muster AG address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000 dueOn=2027-01-01',
    'remind 2026-11-30T09:30Z',
    'links for 1',
  ]);
});

test('bank and money 10: a QR-IBAN is of the country of its IBAN', () =>
  void signed('bank_deposit').makes('open_account', { iban: IBAN, qrIban: 'LI2130999123000889012' }, [
    'refused other_country (qrIban)',
  ]));

test('8 the insurer confirms cover: open, with its certificate', () => {
  signed('insurance').makes('confirm_cover', undefined, [
    'state = open',
    'step = null',
    'applications.0.state = answered',
    'applications.0.answer = {answer=cover}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=cover by=operator}',
    'policy = {}',
    'insurer: cover_confirmed',
    'service: open',
    'document kind=certificate insurer={name=Versicherung} from=2026-11-20',
    '  Versicherungszertifikat.pdf in mail deposit_open to m@v.example in de product=insurance',
    '  Versicherungszertifikat.pdf in mail deposit_open to l@m.example in de product=insurance',
    'links for 1',
  ]);
  const cover = { policyNumber: 'P-1', from: '2027-01-01' as Day, premium: rappen(12_500), certificate: 'hash' };
  signed('insurance').makes('confirm_cover', { ...cover, certificatePdf: 'JVBERi0=', answeredBy: 'Eva' }, [
    'state = open',
    'step = null',
    'applications.0.state = answered',
    'applications.0.answer = {answer=cover policyNumber=P-1 from=2027-01-01 premium=12500 certificate=hash}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=cover by=Eva}',
    'policy = {policyNumber=P-1 from=2027-01-01 premium=12500}',
    'insurer: cover_confirmed | policyNumber=P-1',
    'service: open',
    'document kind=certificate insurer={name=Versicherung} policyNumber=P-1 from=2027-01-01 premium=12500 content=JVBERi0=',
    '  Versicherungszertifikat.pdf in mail deposit_open to m@v.example in de product=insurance',
    '  Versicherungszertifikat.pdf in mail deposit_open to l@m.example in de product=insurance',
    'links for 1',
  ]);
});

test('8 our own certificate says what is known: the policy, else the offer, else nothing', () => {
  const covered = { ...depositAt('awaiting_cover', 'insurance'), provider: null };
  new Life(covered).makes('confirm_cover', undefined, [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'policy = {}',
    'insurer: cover_confirmed',
    'service: open',
    'document kind=certificate from=2026-11-20',
    '  Versicherungszertifikat.pdf in mail deposit_open to m@v.example in de product=insurance',
    '  Versicherungszertifikat.pdf in mail deposit_open to l@m.example in de product=insurance',
    'links for 1',
  ]);
  const context = freshContext();
  const { insurer } = context.organization.providers;
  const provider = { ...(insurer as NonNullable<typeof insurer>), offer: { premiumPercent: 5, phone: '+41441234567' } };
  new Life({ ...covered, provider }).makes('confirm_cover', undefined, [
    'state = open',
    'step = null',
    'stepSince = 2026-11-20T09:30Z',
    'policy = {}',
    'insurer: cover_confirmed',
    'service: open',
    'document kind=certificate insurer={name=Versicherung phone=+41441234567} from=2026-11-20 premium=5250',
    '  Versicherungszertifikat.pdf in mail deposit_open to m@v.example in de product=insurance',
    '  Versicherungszertifikat.pdf in mail deposit_open to l@m.example in de product=insurance',
    'links for 1',
  ]);
});

test('8 a bank or an insurer refuses: the step stays, and the manager is told why', () => {
  signed('bank_deposit').makes('refuse', { reason: 'the name differs', code: 'data_mismatch' }, [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=data_mismatch reason=the name differs}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=operator}',
    'refusal = {at=2026-11-20T09:30Z by=bank reason=the name differs}',
    'bank: refused code=data_mismatch | reason=the name differs',
    'mail deposit_refused to m@v.example in de by=bank reason=the name differs',
  ]);
  signed('insurance').makes('refuse', { reason: 'no' }, [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=other reason=no}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=operator}',
    'refusal = {at=2026-11-20T09:30Z by=insurer reason=no}',
    'insurer: refused code=other | reason=no',
    'mail deposit_refused to m@v.example in de by=insurer reason=no',
  ]);
});

test('provider-api: after a refusal an account may still come', () => {
  const life = signed('bank_deposit').after('refuse', { reason: 'the name differs' });
  life.after('open_account', { iban: IBAN, qrIban: null });
  assert.equal(life.deposit.refusal, null);
  assert.equal(life.deposit.step, 'awaiting_payment');
  assert.equal(life.deposit.applications[0]?.answer?.answer, 'account');
  assert.deepEqual(
    life.deposit.applications[0]?.events.map(({ event, by }) => [event, by]),
    [
      ['refused', 'operator'],
      ['account', 'operator'],
    ],
  );
});

const answer = (life: Life, given: ProviderAnswer, certificate: string | null = null) => ({
  applicationId: life.deposit.applications.at(-1)?.id ?? '',
  answer: given,
  by: 'Eva of Bank',
  operators,
  certificate,
});
const ACCOUNT = { answer: 'account', iban: IBAN, qrIban: null, openedOn: null } as const;
const COVER = { answer: 'cover', policyNumber: 'P-1', from: null, premium: null, certificate: null } as const;
const NO = { answer: 'refused', code: 'risk', reason: 'too risky' } as const;

test('provider-api: a provider answers by its own interface what the operator enters otherwise', () => {
  const bank = signed('bank_deposit');
  bank.makes('answer_application', answer(bank, ACCOUNT), [
    'step = awaiting_payment',
    'iban = CH9300762011623852957',
    'paymentReference = RF4477777777777777777777',
    'applications.0.state = answered',
    'applications.0.answer = {answer=account iban=CH9300762011623852957}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva of Bank',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=Eva of Bank}',
    'bank: account_opened | iban=CH9300762011623852957 paymentReference=RF4477777777777777777777',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF4477777777777777777777 missing=100000 dueOn=2027-01-01',
    'remind 2026-11-30T09:30Z',
    'links for 1',
  ]);
  const insurer = signed('insurance');
  insurer.makes('answer_application', answer(insurer, COVER, 'JVBERi0='), [
    'state = open',
    'step = null',
    'applications.0.state = answered',
    'applications.0.answer = {answer=cover policyNumber=P-1}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva of Bank',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=cover by=Eva of Bank}',
    'policy = {policyNumber=P-1}',
    'insurer: cover_confirmed | policyNumber=P-1',
    'service: open',
    'document kind=certificate insurer={name=Versicherung} policyNumber=P-1 from=2026-11-20 content=JVBERi0=',
    '  Versicherungszertifikat.pdf in mail deposit_open to m@v.example in de product=insurance',
    '  Versicherungszertifikat.pdf in mail deposit_open to l@m.example in de product=insurance',
    'links for 1',
  ]);
  const refusing = signed('insurance');
  refusing.makes('answer_application', answer(refusing, NO), [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=risk reason=too risky}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva of Bank',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=Eva of Bank}',
    'refusal = {at=2026-11-20T09:30Z by=insurer reason=too risky}',
    'insurer: refused code=risk | reason=too risky',
    'mail deposit_refused to m@v.example in de by=insurer reason=too risky',
  ]);
});

test('provider-api: an answer counts once', () => {
  const life = signed('bank_deposit');
  const given = answer(life, ACCOUNT);
  life.makes('answer_application', { ...given, applicationId: 'x' }, ['refused no_such_application']);
  life.makes('answer_application', { ...given, answer: COVER }, ['refused answer_not_fitting']);
  life.after('answer_application', given);
  assert.deepEqual(told(life.deposit, life.decides('answer_application', given)), []);
  life.makes('answer_application', { ...given, answer: { ...ACCOUNT, iban: OTHER } }, ['refused answered_already']);
});

test('provider-api: what was asked is acknowledged until it is answered', () => {
  const life = signed('bank_deposit');
  const applicationId = life.deposit.applications[0]?.id ?? '';
  const acknowledged = { applicationId, reference: 'B-77', by: 'Eva of Bank' };
  life.makes('acknowledge_application', acknowledged, [
    'applications.0.state = acknowledged',
    'applications.0.reference = B-77',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=acknowledged by=Eva of Bank}',
  ]);
  life.makes('acknowledge_application', { ...acknowledged, reference: 'B-78' }, [
    'applications.0.reference = B-78',
    'applications.0.events.1 = {at=2026-11-20T09:30Z event=acknowledged by=Eva of Bank}',
  ]);
  life.makes('acknowledge_application', { ...acknowledged, applicationId: 'x' }, ['refused no_such_application']);
  const edited = new Life(life.deposit).after('edit', { rentalDeposit: null, rentalStart: null });
  edited.makes('acknowledge_application', acknowledged, ['refused application_cancelled']);
  life.after('answer_application', answer(life, ACCOUNT));
  life.makes('acknowledge_application', acknowledged, ['refused answered_already']);
});

test('provider-api: an account that comes too late is kept, and nothing else changes; withdrawn, it is to be closed', () => {
  const editing = signed('bank_deposit').after('edit', { rentalDeposit: null, rentalStart: null });
  const late = answer(editing, ACCOUNT);
  editing.makes('answer_application', { ...late, answer: NO }, ['refused application_cancelled']);
  editing.makes('answer_application', { ...late, answer: { ...ACCOUNT, qrIban: 'LI2130999123000889012' } }, [
    'refused other_country (qrIban)',
  ]);
  editing.makes('answer_application', late, [
    'iban = CH9300762011623852957',
    'paymentReference = RF4477777777777777777777',
    'applications.0.answer = {answer=account iban=CH9300762011623852957}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva of Bank',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=Eva of Bank}',
    'bank: account_recorded | iban=CH9300762011623852957 paymentReference=RF4477777777777777777777',
  ]);
  assert.deepEqual(told(editing.deposit, editing.decides('answer_application', late)), []);
  editing.makes('answer_application', { ...late, answer: { ...ACCOUNT, iban: OTHER } }, [
    'refused application_cancelled',
  ]);
  const withdrawn = signed('bank_deposit').after('withdraw', { by: 'manager' });
  withdrawn.makes('answer_application', answer(withdrawn, { ...ACCOUNT, qrIban: QR_IBAN }), [
    'iban = CH9300762011623852957',
    'qrIban = CH4431999123000889012',
    'paymentReference = 777777777777777777777777777',
    'applications.0.answer = {answer=account iban=CH9300762011623852957 qrIban=CH4431999123000889012}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva of Bank',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=Eva of Bank}',
    'applications.1 = {id=application 2 kind=account_closing state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
    'bank: account_recorded | iban=CH9300762011623852957 paymentReference=777777777777777777777777777',
    'application.created: application 2',
  ]);
});

test('bank and money 10: a wrong account is corrected; while it is unpaid, with a new slip', () => {
  const waiting = signed('bank_deposit').after('open_account', { iban: IBAN, qrIban: null });
  const corrected = { iban: OTHER, qrIban: null, reason: 'typed wrong' };
  new Life(waiting.deposit).makes('correct_account', corrected, [
    'iban = CH5604835012345678009',
    'formerAccounts.0 = {iban=CH9300762011623852957 until=2026-11-20T09:30Z}',
    'operator: account_corrected | iban=CH5604835012345678009 formerIban=CH9300762011623852957 paymentReference=RF4477777777777777777777 reason=typed wrong',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH5604835012345678009 reference=RF4477777777777777777777 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH5604835012345678009 reference=RF4477777777777777777777 missing=100000 dueOn=2027-01-01',
    'links for 1',
  ]);
  new Life(waiting.deposit).makes('correct_account', { ...corrected, qrIban: QR_IBAN }, [
    'iban = CH5604835012345678009',
    'qrIban = CH4431999123000889012',
    'paymentReference = 777777777777777777777777777',
    'formerAccounts.0 = {iban=CH9300762011623852957 until=2026-11-20T09:30Z}',
    'operator: account_corrected | iban=CH5604835012345678009 formerIban=CH9300762011623852957 paymentReference=777777777777777777777777777 reason=typed wrong',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH5604835012345678009 qrIban=CH4431999123000889012 reference=777777777777777777777777777 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH4431999123000889012 reference=777777777777777777777777777 missing=100000 dueOn=2027-01-01',
    'links for 1',
  ]);
  new Life(waiting.deposit).makes('correct_account', { ...corrected, iban: IBAN }, ['refused account_unchanged']);
  new Life(waiting.deposit).makes('correct_account', { ...corrected, qrIban: 'LI2130999123000889012' }, [
    'refused other_country (qrIban)',
  ]);
  new Life(depositAt('open')).makes('correct_account', corrected, [
    'iban = CH5604835012345678009',
    'formerAccounts.0 = {iban=CH9300762011623852957 until=2026-11-20T09:30Z}',
    'operator: account_corrected | iban=CH5604835012345678009 formerIban=CH9300762011623852957 paymentReference=RF18539007547034 reason=typed wrong',
  ]);
  signed('bank_deposit').makes('correct_account', corrected, ['refused no_account']);
});

test('bank and money 10: what the bank has, or what goes back, is paid from the account it arrived on', () => {
  const ordered = depositAt('closing_ordered').orders[0] as Deposit['orders'][0];
  const order = (changed: Partial<typeof ordered>) => ({ ...ordered, amount: rappen(1_000), ...changed });
  const paidIn = { ...payment, counted: rappen(100_000), surplus: rappen(0), reversedAt: null };
  const deposit: Deposit = {
    ...depositAt('open'),
    payments: [paidIn, { ...paidIn, id: 'elsewhere', accountIban: OTHER }],
    orders: [
      order({ id: 'waits' }),
      order({ id: 'sent', runId: 'run' }),
      order({ id: 'done', completedAt: new Date() }),
      order({ id: 'payback', kind: 'payback', payee: 'payer', paymentId: 'p' }),
      order({ id: 'unknown', kind: 'payback', payee: 'payer', paymentId: 'gone' }),
      order({ id: 'elsewhere', kind: 'payback', payee: 'payer', paymentId: 'elsewhere' }),
      order({ id: 'own', kind: 'payback', payee: 'payer', fromIban: OTHER }),
    ],
  };
  const decision = new Life(deposit).decides('correct_account', { iban: QR_IBAN, qrIban: null, reason: 'r' });
  assert.ok('deposit' in decision);
  assert.deepEqual(
    decision.deposit.orders.map(({ id, fromIban }) => [id, fromIban]),
    [
      ['waits', null],
      ['sent', IBAN],
      ['done', IBAN],
      ['payback', IBAN],
      ['unknown', IBAN],
      ['elsewhere', null],
      ['own', OTHER],
    ],
  );
});
