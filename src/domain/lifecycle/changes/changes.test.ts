import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshContext, Life } from '../../../../test/support/life.ts';
import {
  BANK,
  coTenant,
  company,
  depositAt,
  INSURER,
  ofCompany,
  payment,
  withCoTenant,
} from '../../../../test/support/sample-deposit.ts';
import type { Deposit } from '../../deposit.ts';
import type { BankTime } from '../../ledger.ts';
import type { Tenant } from '../../tenant.ts';
import type { Day } from '../../values/calendar.ts';
import type { EmailAddress } from '../../values/contact.ts';
import { rappen } from '../../values/money.ts';
import { amendmentOf, amendmentShown, amendmentToSign } from './amendment.ts';

const operators = [{ email: 'op@depono.example' as EmailAddress, name: 'Op' }];
const open = { ...depositAt('open'), provider: BANK };
const couple = withCoTenant(open);
const insured: Deposit = {
  ...depositAt('open', 'insurance'),
  provider: INSURER,
  policy: { policyNumber: 'P-1', from: null, premium: null },
};
const KIM: Tenant = { ...coTenant, firstName: 'Kim', lastName: 'K', email: 'k@m.example' as EmailAddress };
const IBAN = 'CH5604835012345678009';
const signature = { from: null, proof: null } as const;
const PROOF = { typedName: 'Lea B', browser: 'Firefox', terms: 'hash-of-terms' };
const byTenants = { by: 'tenant', tenant: null, ...signature } as const;
const byManager = { by: 'manager', ...signature } as const;
const bank = (day: string): BankTime => ({ at: new Date(`${day}T00:00:00Z`), bookedOn: day as Day });
const amount = (rentalDeposit: number) =>
  ({ kind: 'amount', rentalDeposit: rappen(rentalDeposit), roundedFrom: null }) as const;
const signed = (life: Life): Life => life.after('sign_change', byTenants).after('sign_change', byManager);
const answer = (life: Life, given: object, certificate: string | null = null) => ({
  applicationId: life.deposit.applications.findLast(({ state }) => state === 'open')?.id ?? '',
  answer: given as never,
  by: 'Eva',
  operators,
  certificate,
});

test('years 2 a tenant joins: all sign, the new one too, and the manager; then a new agreement', () => {
  const life = new Life(couple);
  const adjustments = [{ field: 'tenantPhoneNumber', rule: 'phone_normalized', from: '079', to: '+4179' } as const];
  life.makes('start_change', { kind: 'tenant_joins', tenant: KIM, adjustments }, [
    'changes.0 = {id=change 1 subject={kind=tenant_joins tenant={type=natural firstName=Kim lastName=K email=k@m.example address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH} phoneNumber=+41791112233 birthDate=1990-02-03} adjustments=[{field=tenantPhoneNumber rule=phone_normalized from=079 to=+4179}]} state=to_sign startedAt=2026-11-20T09:30Z startedBy={email=m@v.example name=M M} signers=[{name=Lea B email=l@m.example}, {name=Noa C email=n@m.example}, {name=Kim K email=k@m.example}] signatures=[null, null, null] paid=[] released=0}',
    'manager: change_started member=m kind=tenant_joins | email=m@v.example name=M M after=Kim K',
    'mail change_sign to m@v.example in de amendment=1 tenant_joins',
    'mail change_sign to l@m.example in de amendment=1 tenant_joins',
    'mail change_sign to n@m.example in de amendment=1 tenant_joins',
    'mail change_sign to k@m.example in de amendment=1 tenant_joins',
    'links for 1, 2, 3',
  ]);
  life.makes('sign_change', { ...byTenants, tenant: 4 }, ['refused no_such_tenant (tenant)']);
  life.makes('sign_change', { ...byTenants, tenant: 3, from: '192.0.2.1', proof: PROOF }, [
    'changes.0.signatures.2 = {at=2026-11-20T09:30Z from=192.0.2.1 proof={reachedBy=k@m.example typedName=Lea B browser=Firefox terms=hash-of-terms}}',
    'tenant: change_signed_by_tenant kind=tenant_joins tenant=3 | email=k@m.example name=Kim K from=192.0.2.1 typedName=Lea B terms=hash-of-terms browser=Firefox reachedBy=k@m.example',
  ]);
  life.makes('sign_change', { ...byTenants, tenant: 3 }, ['refused already_signed']);
  life.makes('sign_change', { ...byManager, from: '192.0.2.2', proof: { ...PROOF, typedName: null } }, [
    'changes.0.managerSignature = {at=2026-11-20T09:30Z from=192.0.2.2 proof={browser=Firefox terms=hash-of-terms} by={email=m@v.example name=M M}}',
    'manager: change_signed_by_manager member=m kind=tenant_joins | email=m@v.example name=M M from=192.0.2.2 terms=hash-of-terms browser=Firefox',
  ]);
  life.makes('sign_change', byManager, ['refused already_signed']);
  life.makes('sign_change', byTenants, [
    'terms.tenants.2 = {type=natural firstName=Kim lastName=K email=k@m.example address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH} phoneNumber=+41791112233 birthDate=1990-02-03}',
    'signatures.2 = {at=2026-11-20T09:30Z from=192.0.2.1 proof={reachedBy=k@m.example typedName=Lea B browser=Firefox terms=hash-of-terms}}',
    'adjustments.0 = {field=tenant3PhoneNumber rule=phone_normalized from=079 to=+4179}',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.1 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=tenant_joins tenant=1 | email=l@m.example name=Lea B',
    'tenant: change_signed_by_tenant kind=tenant_joins tenant=2 | email=n@m.example name=Noa C',
    'service: change_done kind=tenant_joins amendment=1 | after=Kim K',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z from=192.0.2.2 browser=Firefox terms=hash-of-terms} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}, {name=Kim K email=k@m.example at=2026-11-20T09:30:00.000Z from=192.0.2.1 typedName=Lea B browser=Firefox terms=hash-of-terms reachedBy=k@m.example}] amendment=1 tenant_joins',
    'mail change_done to m@v.example in de amendment=1 tenant_joins',
    'mail change_done to l@m.example in de amendment=1 tenant_joins',
    'mail change_done to n@m.example in de amendment=1 tenant_joins',
    'mail change_done to k@m.example in de amendment=1 tenant_joins',
    'links for 1, 2, 3',
  ]);
  life.makes('sign_change', byTenants, ['refused no_change_to_sign']);
});

test('years 2 who has not signed is reminded, who is about to join as well', () => {
  const life = new Life(couple).after('start_change', { kind: 'tenant_joins', tenant: KIM, adjustments: [] });
  life.after('sign_change', { ...byTenants, tenant: 1 });
  life.makes('remind', { tenant: null }, [
    'operator: asked_again',
    'mail change_sign to m@v.example in de amendment=1 tenant_joins',
    'mail change_sign to n@m.example in de amendment=1 tenant_joins',
    'mail change_sign to k@m.example in de amendment=1 tenant_joins',
    'links for 2, 3',
  ]);
  life.makes('remind', { tenant: 3 }, [
    'operator: asked_again',
    'mail change_sign to k@m.example in de amendment=1 tenant_joins',
    'links for 3',
  ]);
  life.after('sign_change', byManager);
  life.makes('remind', { tenant: null }, [
    'operator: asked_again',
    'mail change_sign to n@m.example in de amendment=1 tenant_joins',
    'mail change_sign to k@m.example in de amendment=1 tenant_joins',
    'links for 2, 3',
  ]);
});

test('years 2 a tenant leaves: the others move up, and the links of who has left end', () => {
  const three: Deposit = {
    ...couple,
    signatures: [null, null, null],
    terms: { ...couple.terms, tenants: [...couple.terms.tenants, KIM] },
  };
  const life = new Life(three);
  life.makes('start_change', { kind: 'tenant_leaves', tenant: 2 }, [
    'changes.0 = {id=change 1 subject={kind=tenant_leaves position=2 tenant={type=natural firstName=Noa lastName=C email=n@m.example address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH} phoneNumber=+41791112233 birthDate=1990-02-03}} state=to_sign startedAt=2026-11-20T09:30Z startedBy={email=m@v.example name=M M} signers=[{name=Lea B email=l@m.example}, {name=Noa C email=n@m.example}, {name=Kim K email=k@m.example}] signatures=[null, null, null] paid=[] released=0}',
    'manager: change_started member=m kind=tenant_leaves | email=m@v.example name=M M before=Noa C',
    'mail change_sign to m@v.example in de amendment=1 tenant_leaves',
    'mail change_sign to l@m.example in de amendment=1 tenant_leaves',
    'mail change_sign to n@m.example in de amendment=1 tenant_leaves',
    'mail change_sign to k@m.example in de amendment=1 tenant_leaves',
    'links for 1, 2, 3',
  ]);
  life.after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'terms.tenants.1.firstName = Kim',
    'terms.tenants.1.lastName = K',
    'terms.tenants.1.email = k@m.example',
    'terms.tenants.2 = undefined',
    'signatures.2 = undefined',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.1 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.2 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=tenant_leaves tenant=1 | email=l@m.example name=Lea B',
    'tenant: change_signed_by_tenant kind=tenant_leaves tenant=2 | email=n@m.example name=Noa C',
    'tenant: change_signed_by_tenant kind=tenant_leaves tenant=3 | email=k@m.example name=Kim K',
    'service: change_done kind=tenant_leaves amendment=1 | before=Noa C',
    'links of 2 go to nobody',
    'links of 3 go to 2',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}, {name=Kim K email=k@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 tenant_leaves',
    'mail change_done to m@v.example in de amendment=1 tenant_leaves',
    'mail change_done to l@m.example in de amendment=1 tenant_leaves',
    'mail change_done to k@m.example in de amendment=1 tenant_leaves',
    'mail change_done to n@m.example in de isGone=true amendment=1 tenant_leaves',
    'links for 1, 2',
  ]);
});

test('years 2 another main tenant: the bank decides, then that tenant is first, and the account is named again', () => {
  const confirmed = {
    iban: IBAN,
    holderName: null,
    bic: null,
    address: null,
    confirmedAt: new Date('2026-11-01T08:00:00Z'),
  };
  const start = () =>
    new Life({ ...couple, payoutAccount: confirmed }).after('start_change', { kind: 'main_tenant', tenant: 2 });
  const life = start().after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'applications.0 = {id=application 1 kind=change state=open providerId=bank createdAt=2026-11-20T09:30Z changeId=change 1 events=[]}',
    'changes.0.state = at_provider',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.1 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=main_tenant tenant=1 | email=l@m.example name=Lea B',
    'tenant: change_signed_by_tenant kind=main_tenant tenant=2 | email=n@m.example name=Noa C',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 main_tenant',
    'application.created: application 1',
  ]);
  life.makes('answer_application', answer(life, { answer: 'account', iban: IBAN, qrIban: null, openedOn: null }), [
    'refused answer_not_fitting',
  ]);
  life.makes('confirm_change', { iban: IBAN }, [
    'terms.tenants.0.firstName = Noa',
    'terms.tenants.0.lastName = C',
    'terms.tenants.0.email = n@m.example',
    'terms.tenants.0.phoneNumber = +41791112233',
    'terms.tenants.0.birthDate = 1990-02-03',
    'terms.tenants.1.firstName = Lea',
    'terms.tenants.1.lastName = B',
    'terms.tenants.1.email = l@m.example',
    'terms.tenants.1.phoneNumber = undefined',
    'terms.tenants.1.birthDate = undefined',
    'iban = CH5604835012345678009',
    'applications.0.state = answered',
    'applications.0.answer = {answer=done iban=CH5604835012345678009}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=done by=operator}',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'formerAccounts.0 = {iban=CH9300762011623852957 until=2026-11-20T09:30Z}',
    'payoutAccount = null',
    'bank: account_opened | iban=CH5604835012345678009 paymentReference=RF18539007547034',
    'service: change_done kind=main_tenant amendment=1 | before=Lea B after=Noa C',
    'links of 1 go to 2',
    'links of 2 go to 1',
    'mail change_done to m@v.example in de amendment=1 main_tenant',
    'mail change_done to n@m.example in de amendment=1 main_tenant',
    'mail change_done to l@m.example in de amendment=1 main_tenant',
    'links for 1, 2',
  ]);
  const refused = signed(start());
  refused.makes('answer_application', answer(refused, { answer: 'refused', code: 'identity', reason: 'unknown' }), [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=identity reason=unknown}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=Eva}',
    'changes.0.state = refused',
    'bank: change_refused kind=main_tenant amendment=1 code=identity | before=Lea B after=Noa C reason=unknown',
    'mail deposit_refused to m@v.example in de by=bank reason=unknown isChange=true',
  ]);
  const byOperator = signed(start());
  byOperator.makes('refuse', { reason: 'no' }, [
    'applications.0.state = answered',
    'applications.0.answer = {answer=refused code=other reason=no}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=refused by=operator}',
    'changes.0.state = refused',
    'bank: change_refused kind=main_tenant amendment=1 code=other | before=Lea B after=Noa C reason=no',
    'mail deposit_refused to m@v.example in de by=bank reason=no isChange=true',
  ]);
  const same = signed(start()).after('confirm_change', { iban: null });
  assert.equal(same.deposit.iban, open.iban);
  assert.deepEqual(same.deposit.formerAccounts, []);
});

test('years 2 the house was sold: nobody signs, tenants and bank are told', () => {
  const owner = { ...couple.terms.owner, name: 'Neue AG', city: 'Basel' };
  const adjustments = [{ field: 'ownerName', rule: 'owner_care_of', from: 'Neue AG', to: 'Neue AG c/o V' } as const];
  const old = { field: 'ownerStreet', rule: 'street_split', from: 'S 1', to: 'S' } as const;
  const other = { field: 'street', rule: 'street_split', from: 'S 1', to: 'S' } as const;
  const life = new Life({ ...couple, adjustments: [old, other] });
  life.makes('start_change', { kind: 'owner', owner, adjustments }, [
    'terms.owner.name = Neue AG',
    'terms.owner.city = Basel',
    'adjustments.0.field = street',
    'adjustments.1.field = ownerName',
    'adjustments.1.rule = owner_care_of',
    'adjustments.1.from = Neue AG',
    'adjustments.1.to = Neue AG c/o V',
    'applications.0 = {id=application 1 kind=change state=open providerId=bank createdAt=2026-11-20T09:30Z changeId=change 1 events=[]}',
    'changes.0 = {id=change 1 subject={kind=owner owner={name=Neue AG street=S streetNumber=1 zip=8000 city=Basel countryCode=CH careOf=false} adjustments=[{field=ownerName rule=owner_care_of from=Neue AG to=Neue AG c/o V}] before={name=E street=S streetNumber=1 zip=8000 city=Z countryCode=CH careOf=false}} state=done startedAt=2026-11-20T09:30Z startedBy={email=m@v.example name=M M} doneAt=2026-11-20T09:30Z signers=[] signatures=[] amendment=1 paid=[] released=0}',
    'manager: change_started member=m kind=owner | email=m@v.example name=M M before=E after=Neue AG',
    'service: change_done kind=owner amendment=1 | before=E after=Neue AG',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] managerSignedAt=2026-11-20T09:30:00.000Z signatures=[] amendment=1 owner',
    'mail owner_changed to l@m.example in de amendment=1 owner',
    'mail owner_changed to n@m.example in de amendment=1 owner',
    'application.created: application 1',
    'links for 1, 2',
  ]);
  life.makes('start_change', { kind: 'owner', owner, adjustments }, ['refused unchanged (fields.ownerName)']);
});

test('years 2 more deposit: a slip for the difference; with the last Rappen it is larger', () => {
  const life = new Life(couple);
  life.makes('start_change', { ...amount(150_000), roundedFrom: '1499.99' }, [
    'changes.0 = {id=change 1 subject={kind=amount rentalDeposit=150000 roundedFrom=1499.99 before=100000} state=to_sign startedAt=2026-11-20T09:30Z startedBy={email=m@v.example name=M M} signers=[{name=Lea B email=l@m.example}, {name=Noa C email=n@m.example}] signatures=[null, null] paid=[] released=0}',
    'manager: change_started member=m kind=amount | email=m@v.example name=M M',
    'mail change_sign to m@v.example in de amendment=1 amount',
    'mail change_sign to l@m.example in de amendment=1 amount',
    'mail change_sign to n@m.example in de amendment=1 amount',
    'links for 1, 2',
  ]);
  life.after('sign_change', byTenants);
  life.makes('sign_change', byManager, [
    'changes.0.state = to_pay',
    'changes.0.managerSignature = {at=2026-11-20T09:30Z by={email=m@v.example name=M M}}',
    'changes.0.amendment = 1',
    'manager: change_signed_by_manager member=m kind=amount | email=m@v.example name=M M',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 amount',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=50000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=50000 dueOn=2026-12-20',
    'links for 1',
  ]);
  life.makes('receive_payment', { ...payment, id: 'p1', amount: rappen(20_000) }, [
    'changes.0.paid.0 = {paymentId=p1 amount=20000}',
    'payments.1 = {id=p1 at=2026-11-15T12:00Z reference=RF18539007547034 amount=20000 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=0 surplus=20000}',
    'bank: payment_received amount=200 counted=0',
    'payer → held amount=20000 bookedOn=2026-11-15 paymentId=p1',
  ]);
  life.makes('remind', { tenant: null }, [
    'operator: asked_again',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=30000 isSilent=true',
    '  Einzahlungsschein.pdf in mail tenant_payment_reminder to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=30000 dueOn=2026-12-20',
    'links for 1',
  ]);
  life.makes('remind', { tenant: 2 }, [
    'operator: asked_again',
    'mail deposit_open to n@m.example in de product=bank_deposit',
    'links for 2',
  ]);
  life.makes('receive_payment', { ...payment, id: 'p2', amount: rappen(30_500), bookedOn: '2026-11-19' as Day }, [
    'terms.rentalDeposit = 150000',
    'adjustments.0 = {field=rentalDeposit rule=amount_rounded from=1499.99 to=1500.00}',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.paid.1 = {paymentId=p2 amount=30000}',
    'paidIn = 150000',
    'payments.1.counted = 20000',
    'payments.1.surplus = 0',
    'payments.2 = {id=p2 at=2026-11-15T12:00Z reference=RF18539007547034 amount=30500 matchedBy=reference bookedOn=2026-11-19 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=30000 surplus=0}',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p2 kind=payback cause=surplus payee=payer amount=500 iban=CH9300762011623852957}',
    'bank: payment_received amount=305 counted=0',
    'service: payback_ordered amount=5 cause=surplus',
    'service: change_done kind=amount amendment=1 |',
    'mail change_done to m@v.example in de amendment=1 amount',
    'mail change_done to l@m.example in de amendment=1 amount',
    'mail change_done to n@m.example in de amendment=1 amount',
    'document kind=pay_in iban=CH9300762011623852957 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=100000}, {at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=20000}, {at=2026-11-15T12:00:00.000Z bookedOn=2026-11-19 amount=30000}] bookedOn=2026-11-15',
    'links for 1, 2',
    'payer → held amount=30000 bookedOn=2026-11-19 paymentId=p2',
    'payer → to_pay_back amount=500 bookedOn=2026-11-19 paymentId=p2 orderId=order 1',
  ]);
});

test('years 2 the difference is to be paid 30 days after the last signature', () => {
  const life = new Life(open).after('start_change', amount(150_000)).after('sign_change', byTenants);
  life
    .at('2026-11-25T08:00:00Z')
    .makes('sign_change', byManager, [
      'changes.0.state = to_pay',
      'changes.0.managerSignature = {at=2026-11-25T08:00Z by={email=m@v.example name=M M}}',
      'changes.0.amendment = 1',
      'manager: change_signed_by_manager member=m kind=amount | email=m@v.example name=M M',
      'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-25T08:00:00.000Z} managerSignedAt=2026-11-25T08:00:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 amount',
      'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH9300762011623852957 reference=RF18539007547034 missing=50000',
      '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH9300762011623852957 reference=RF18539007547034 missing=50000 dueOn=2026-12-25',
      'links for 1',
    ]);
});

test('years 2 less deposit: the difference goes to the tenant, and counts as paid out at closing', () => {
  const life = new Life(couple).after('start_change', amount(60_000)).after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'changes.0.state = to_pay_out',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.1 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'changes.0.orderId = order 1',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=change payee=tenant amount=40000 iban=CH9300762011623852957}',
    'tenant: change_signed_by_tenant kind=amount tenant=1 | email=l@m.example name=Lea B',
    'tenant: change_signed_by_tenant kind=amount tenant=2 | email=n@m.example name=Noa C',
    'service: change_payout_ordered kind=amount amendment=1 amount=400 |',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 amount',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=40000 amountLandlord=0',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=40000 amountLandlord=0',
    'mail payout_ordered to n@m.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=40000 amountLandlord=0',
    'links for 1, 2',
    'held → to_tenant amount=40000 orderId=order 1',
  ]);
  life.makes('cancel_change', { by: 'manager' }, ['refused change_pays_out']);
  life.makes(
    'start_closing',
    { by: 'tenant', tenantIban: IBAN, amountLandlord: rappen(0), reason: null, tenancyEnd: null },
    ['refused change_pays_out'],
  );
  life.makes('complete_payout', { orderId: null, bank: bank('2026-11-24') }, [
    'terms.rentalDeposit = 60000',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.released = 40000',
    'paidIn = 60000',
    'orders.0.completedAt = 2026-11-24T00:00Z',
    'bank: paid_out to=tenant amount=400',
    'service: change_done kind=amount amendment=1 |',
    'mail change_done to m@v.example in de amendment=1 amount',
    'mail change_done to l@m.example in de amendment=1 amount',
    'mail change_done to n@m.example in de amendment=1 amount',
    'links for 1, 2',
    'to_tenant → tenant amount=40000 bookedOn=2026-11-24 orderId=order 1',
  ]);
  life.after('start_closing', {
    by: 'tenant',
    tenantIban: IBAN,
    amountLandlord: rappen(10_000),
    reason: null,
    tenancyEnd: null,
  });
  life.after('consent', { by: 'manager', tenantIban: null });
  life.makes('complete_payout', { orderId: null, bank: bank('2026-12-24') }, [
    'state = closed',
    'applications.0 = {id=application 1 kind=account_closing state=open providerId=bank createdAt=2026-11-20T09:30Z events=[]}',
    'orders.1.completedAt = 2026-12-24T00:00Z',
    'orders.2.completedAt = 2026-12-24T00:00Z',
    'paidOutAt = 2026-12-24T00:00Z',
    'paidOutTenant = 90000',
    'paidOutLandlord = 10000',
    'bank: paid_out to=tenant amount=500',
    'bank: paid_out to=landlord amount=100',
    'service: closed',
    'mail deposit_closed to m@v.example in de product=bank_deposit amountTenant=90000 amountLandlord=10000',
    'mail deposit_closed to l@m.example in de product=bank_deposit amountTenant=90000 amountLandlord=10000',
    'mail deposit_closed to n@m.example in de product=bank_deposit amountTenant=90000 amountLandlord=10000',
    'document kind=pay_out iban=CH9300762011623852957 ground=consent payouts=[{to=tenant amount=40000 iban=CH9300762011623852957}, {to=tenant amount=50000 iban=CH5604835012345678009}, {to=landlord amount=10000 iban=CH9300762011623852957}] lines={deposit=100000 interest=0 charges=0 withholdingTax=0 surplus=0} bookedOn=2026-12-24 tenancyEnd=2026-11-20',
    'application.created: application 1',
    'links for 1, 2',
    'to_tenant → tenant amount=50000 bookedOn=2026-12-24 orderId=order 2',
    'to_landlord → landlord amount=10000 bookedOn=2026-12-24 orderId=order 3',
  ]);
});

test('years 2 where nothing is held, a smaller deposit has nothing to pay out', () => {
  const life = new Life(open).after('book_bank_item', {
    kind: 'charge',
    amount: rappen(100_000),
    bank: bank('2026-11-16'),
  });
  life.after('start_change', amount(60_000)).after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'terms.rentalDeposit = 60000',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'changes.0.released = 40000',
    'paidIn = 60000',
    'tenant: change_signed_by_tenant kind=amount tenant=1 | email=l@m.example name=Lea B',
    'service: change_done kind=amount amendment=1 |',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 amount',
    'mail change_done to m@v.example in de amendment=1 amount',
    'mail change_done to l@m.example in de amendment=1 amount',
    'links for 1',
  ]);
});

test('years 2 the amount of an insurance: the insurer decides', () => {
  const life = new Life(insured).after('start_change', amount(150_000)).after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'applications.0 = {id=application 1 kind=change state=open providerId=insurer createdAt=2026-11-20T09:30Z changeId=change 1 events=[]}',
    'changes.0.state = at_provider',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=amount tenant=1 | email=l@m.example name=Lea B',
    'document kind=agreement product=insurance investmentAllowed=true offers=[{product=insurance name=Versicherung offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 amount',
    'application.created: application 1',
  ]);
  life.makes('answer_application', answer(life, { answer: 'done', iban: null }), [
    'terms.rentalDeposit = 150000',
    'applications.0.state = answered',
    'applications.0.answer = {answer=done}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=done by=Eva}',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'service: change_done kind=amount amendment=1 |',
    'mail change_done to m@v.example in de amendment=1 amount',
    'mail change_done to l@m.example in de amendment=1 amount',
    'links for 1',
  ]);
});

test('years 2 to an insurance: the new security stands before the old is released', () => {
  const life = new Life(couple);
  life.makes('start_change', { kind: 'product', product: 'insurance' }, [
    'changes.0 = {id=change 1 subject={kind=product product=insurance before=bank_deposit provider={id=insurer kind=insurer code=an_insurer versionId=i1 name=Versicherung offer={}}} state=to_sign startedAt=2026-11-20T09:30Z startedBy={email=m@v.example name=M M} signers=[{name=Lea B email=l@m.example}, {name=Noa C email=n@m.example}] signatures=[null, null] paid=[] released=0}',
    'manager: change_started member=m kind=product | email=m@v.example name=M M',
    'mail change_sign to m@v.example in de amendment=1 product',
    'mail change_sign to l@m.example in de amendment=1 product',
    'mail change_sign to n@m.example in de amendment=1 product',
    'links for 1, 2',
  ]);
  life.after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'applications.0 = {id=application 1 kind=cover state=open providerId=insurer createdAt=2026-11-20T09:30Z changeId=change 1 events=[]}',
    'changes.0.state = at_provider',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.signatures.1 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=product tenant=1 | email=l@m.example name=Lea B',
    'tenant: change_signed_by_tenant kind=product tenant=2 | email=n@m.example name=Noa C',
    'document kind=agreement product=insurance investmentAllowed=true offers=[{product=insurance name=Versicherung offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}, {name=Noa C email=n@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 product',
    'application.created: application 1',
  ]);
  life.makes('open_account', { iban: IBAN, qrIban: null }, ['refused not_now']);
  const cover = { answer: 'cover', policyNumber: 'P-9', from: '2026-12-01', premium: 12_000, certificate: null };
  life.makes('answer_application', answer(life, cover, 'JVBERi0='), [
    'product = insurance',
    'provider.id = insurer',
    'provider.kind = insurer',
    'provider.code = an_insurer',
    'provider.versionId = i1',
    'provider.name = Versicherung',
    'applications.0.state = answered',
    'applications.0.answer = {answer=cover policyNumber=P-9 from=2026-12-01 premium=12000}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = Eva',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=cover by=Eva}',
    'changes.0.state = to_pay_out',
    'changes.0.orderId = order 1',
    'changes.0.released = 100000',
    'policy = {policyNumber=P-9 from=2026-12-01 premium=12000}',
    'paidIn = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=change payee=tenant amount=100000 iban=CH9300762011623852957}',
    'insurer: cover_confirmed | policyNumber=P-9',
    'service: change_payout_ordered kind=product amendment=1 amount=1000 |',
    'document kind=certificate insurer={name=Versicherung} policyNumber=P-9 from=2026-12-01 premium=12000 content=JVBERi0=',
    '  Versicherungszertifikat.pdf in mail change_done to m@v.example in de amendment=1 product',
    '  Versicherungszertifikat.pdf in mail change_done to l@m.example in de amendment=1 product',
    '  Versicherungszertifikat.pdf in mail change_done to n@m.example in de amendment=1 product',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'mail payout_ordered to n@m.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'links for 1, 2, 1, 2',
    'held → to_tenant amount=100000 orderId=order 1',
  ]);
  life.makes('complete_payout', { orderId: null, bank: bank('2026-12-05') }, [
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'orders.0.completedAt = 2026-12-05T00:00Z',
    'bank: paid_out to=tenant amount=1000',
    'service: change_done kind=product amendment=1 |',
    'to_tenant → tenant amount=100000 bookedOn=2026-12-05 orderId=order 1',
  ]);
  const other = signed(new Life(open).after('start_change', { kind: 'product', product: 'insurance' }));
  other.makes('confirm_cover', undefined, [
    'product = insurance',
    'provider.id = insurer',
    'provider.kind = insurer',
    'provider.code = an_insurer',
    'provider.versionId = i1',
    'provider.name = Versicherung',
    'applications.0.state = answered',
    'applications.0.answer = {answer=cover}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=cover by=operator}',
    'changes.0.state = to_pay_out',
    'changes.0.orderId = order 1',
    'changes.0.released = 100000',
    'policy = {}',
    'paidIn = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=change payee=tenant amount=100000 iban=CH9300762011623852957}',
    'insurer: cover_confirmed',
    'service: change_payout_ordered kind=product amendment=1 amount=1000 |',
    'document kind=certificate insurer={name=Versicherung} from=2026-11-20',
    '  Versicherungszertifikat.pdf in mail change_done to m@v.example in de amendment=1 product',
    '  Versicherungszertifikat.pdf in mail change_done to l@m.example in de amendment=1 product',
    'mail payout_ordered to m@v.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'mail payout_ordered to l@m.example in de product=bank_deposit ground=change account={holderName=Lea B ending=2957} amountTenant=100000 amountLandlord=0',
    'links for 1, 1',
    'held → to_tenant amount=100000 orderId=order 1',
  ]);
});

test('years 2 to a bank deposit: with the last Rappen it is one, and the cover is ended', () => {
  const life = new Life(insured)
    .after('start_change', { kind: 'product', product: 'bank_deposit' })
    .after('sign_change', byManager);
  life.makes('sign_change', byTenants, [
    'applications.0 = {id=application 1 kind=account_opening state=open providerId=bank createdAt=2026-11-20T09:30Z changeId=change 1 events=[]}',
    'changes.0.state = at_provider',
    'changes.0.signatures.0 = {at=2026-11-20T09:30Z}',
    'changes.0.amendment = 1',
    'tenant: change_signed_by_tenant kind=product tenant=1 | email=l@m.example name=Lea B',
    'document kind=agreement product=bank_deposit investmentAllowed=true offers=[{product=bank_deposit name=Bank offer={}}] manager={name=M M email=m@v.example at=2026-11-20T09:30:00.000Z} managerSignedAt=2026-11-20T09:30:00.000Z signatures=[{name=Lea B email=l@m.example at=2026-11-20T09:30:00.000Z}] amendment=1 product',
    'application.created: application 1',
  ]);
  life.makes('open_account', { iban: IBAN, qrIban: 'LI2130999123000889012' }, ['refused other_country (qrIban)']);
  life.makes('open_account', { iban: IBAN, qrIban: null }, [
    'iban = CH5604835012345678009',
    'paymentReference = RF4477777777777777777777',
    'applications.0.state = answered',
    'applications.0.answer = {answer=account iban=CH5604835012345678009}',
    'applications.0.answeredAt = 2026-11-20T09:30Z',
    'applications.0.answeredBy = operator',
    'applications.0.events.0 = {at=2026-11-20T09:30Z event=account by=operator}',
    'changes.0.state = to_pay',
    'bank: account_opened | iban=CH5604835012345678009 paymentReference=RF4477777777777777777777',
    'document kind=payment_slip holder={name=Lea B address={street=Weg streetNumber=2 zip=8000 city=Zürich countryCode=CH}} iban=CH5604835012345678009 reference=RF4477777777777777777777 missing=100000',
    '  Einzahlungsschein.pdf in mail tenant_payment to l@m.example in de iban=CH5604835012345678009 reference=RF4477777777777777777777 missing=100000 dueOn=2026-12-20',
    'links for 1',
  ]);
  life.makes('receive_payment', { ...payment, id: 'p1', amount: rappen(100_000) }, [
    'product = bank_deposit',
    'provider.id = bank',
    'provider.kind = bank',
    'provider.code = a_bank',
    'provider.versionId = b1',
    'provider.name = Bank',
    'applications.1 = {id=application 2 kind=cover_end state=open providerId=insurer createdAt=2026-11-20T09:30Z events=[]}',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.paid.0 = {paymentId=p1 amount=100000}',
    'policy = null',
    'paidIn = 100000',
    'payments.0 = {id=p1 at=2026-11-15T12:00Z reference=RF18539007547034 amount=100000 matchedBy=reference bookedOn=2026-11-15 valueOn=2026-11-15 bankReference=B1 entryKey=entry accountIban=CH9300762011623852957 counted=100000 surplus=0}',
    'bank: payment_received amount=1000 counted=0',
    'service: change_done kind=product amendment=1 |',
    'application.created: application 2',
    'mail change_done to m@v.example in de amendment=1 product',
    'mail change_done to l@m.example in de amendment=1 product',
    'document kind=pay_in iban=CH5604835012345678009 payments=[{at=2026-11-15T12:00:00.000Z bookedOn=2026-11-15 amount=100000}]',
    'links for 1',
    'payer → held amount=100000 bookedOn=2026-11-15 paymentId=p1',
  ]);
  life.makes('answer_application', answer(life, { answer: 'ended', on: null }), [
    'applications.1.state = answered',
    'applications.1.answer = {answer=ended}',
    'applications.1.answeredAt = 2026-11-20T09:30Z',
    'applications.1.answeredBy = Eva',
    'applications.1.events.0 = {at=2026-11-20T09:30Z event=ended by=Eva}',
    'insurer: cover_ended',
  ]);
});

test('years 2 a change is cancelled: what was paid towards it goes back, all are told', () => {
  const life = signed(new Life(couple).after('start_change', amount(150_000)));
  life.after('receive_payment', { ...payment, id: 'p1', amount: rappen(20_000) });
  life.makes('cancel_change', { by: 'tenant' }, [
    'changes.0.state = cancelled',
    'payments.1.surplus = 0',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z paymentId=p1 kind=payback cause=change_cancelled payee=payer amount=20000 iban=CH9300762011623852957}',
    'service: payback_ordered amount=200 cause=change_cancelled',
    'tenant: change_cancelled kind=amount amendment=1 isOvertaken=false |',
    'mail change_cancelled to m@v.example in de amendment=1 amount by=tenant isOvertaken=false paidBack=20000',
    'mail change_cancelled to l@m.example in de amendment=1 amount by=tenant isOvertaken=false paidBack=20000',
    'mail change_cancelled to n@m.example in de amendment=1 amount by=tenant isOvertaken=false paidBack=20000',
    'links for 1, 2',
    'held → to_pay_back amount=20000 paymentId=p1 orderId=order 1',
  ]);
  life.makes('cancel_change', { by: 'tenant' }, ['refused no_change']);
  const joining = new Life(couple).after('start_change', { kind: 'tenant_joins', tenant: KIM, adjustments: [] });
  joining.makes('cancel_change', { by: 'manager' }, [
    'changes.0.state = cancelled',
    'manager: change_cancelled kind=tenant_joins isOvertaken=false member=m | after=Kim K email=m@v.example name=M M',
    'links of 3 go to nobody',
    'mail change_cancelled to m@v.example in de amendment=1 tenant_joins by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to l@m.example in de amendment=1 tenant_joins by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to n@m.example in de amendment=1 tenant_joins by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to k@m.example in de isGone=true amendment=1 tenant_joins by=manager isOvertaken=false paidBack=0',
    'links for 1, 2',
  ]);
  const asked = signed(new Life(couple).after('start_change', { kind: 'main_tenant', tenant: 2 }));
  asked.makes('cancel_change', { by: 'manager' }, [
    'applications.0.state = cancelled',
    'applications.0.cancelledAt = 2026-11-20T09:30Z',
    'changes.0.state = cancelled',
    'manager: change_cancelled kind=main_tenant amendment=1 isOvertaken=false member=m | before=Lea B after=Noa C email=m@v.example name=M M',
    'application.cancelled: application 1',
    'mail change_cancelled to m@v.example in de amendment=1 main_tenant by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to l@m.example in de amendment=1 main_tenant by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to n@m.example in de amendment=1 main_tenant by=manager isOvertaken=false paidBack=0',
    'links for 1, 2',
  ]);
});

test('years 2 an account that was opened for nothing is closed again, with its interest to the tenant', () => {
  const life = signed(new Life(insured).after('start_change', { kind: 'product', product: 'bank_deposit' }));
  life.after('open_account', { iban: IBAN, qrIban: null });
  life.after('book_bank_item', { kind: 'interest', amount: rappen(30), bank: bank('2026-11-25') });
  life.makes('cancel_change', { by: 'manager' }, [
    'changes.0.state = cancelled',
    'orders.0 = {attempt=1 needsRelease=false changedBy=[] id=order 1 orderedAt=2026-11-20T09:30Z kind=payout cause=supplement payee=tenant amount=30 iban=CH9300762011623852957}',
    'manager: change_cancelled kind=product amendment=1 isOvertaken=false member=m | email=m@v.example name=M M',
    'service: supplement_ordered amount=0.3',
    'mail change_cancelled to m@v.example in de amendment=1 product by=manager isOvertaken=false paidBack=0',
    'mail change_cancelled to l@m.example in de amendment=1 product by=manager isOvertaken=false paidBack=0',
    'links for 1',
    'held → to_tenant amount=30 orderId=order 1',
  ]);
});

test('years 6 a closing overtakes a running change: what was paid towards it stays as surplus', () => {
  const life = signed(new Life(couple).after('start_change', amount(150_000)));
  life.after('receive_payment', { ...payment, id: 'p1', amount: rappen(20_000) });
  const given = { by: 'tenant', tenantIban: IBAN, amountLandlord: rappen(0), reason: null, tenancyEnd: null } as const;
  life.makes('start_closing', given, [
    'state = closing',
    'stepSince = 2026-11-20T09:30Z',
    'changes.0.state = cancelled',
    'closing = {startedBy=tenant startedAt=2026-11-20T09:30Z tenancyEnd=2026-11-20 end={state=asked namedBy=tenant tenantDay=2026-11-20} year={queuedFor=2027-11-23 warnings=0} proposals=[{at=2026-11-20T09:30Z by=tenant amountLandlord=0}] tenantIban=CH5604835012345678009}',
    'payoutAccount = {iban=CH5604835012345678009 confirmedAt=2026-11-20T09:30Z}',
    'tenant: change_cancelled kind=amount amendment=1 isOvertaken=true |',
    'tenant: closing_started by=tenant amountLandlord=0 tenancyEnd=2026-11-20 | tenantIban=CH5604835012345678009',
    'mail change_cancelled to m@v.example in de amendment=1 amount by=tenant isOvertaken=true paidBack=0',
    'mail change_cancelled to l@m.example in de amendment=1 amount by=tenant isOvertaken=true paidBack=0',
    'mail change_cancelled to n@m.example in de amendment=1 amount by=tenant isOvertaken=true paidBack=0',
    'warn_of_year 2027-10-23T22:00Z',
    'warn_of_year 2027-11-15T23:00Z',
    'warn_of_year 2027-11-21T23:00Z',
    'order_after_year 2027-11-22T23:00Z',
    'end_undisputed 2026-12-19T23:00Z',
    'mail closing_consent to m@v.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=100000 amountLandlord=0',
    'mail closing_consent to n@m.example in de by=tenant product=bank_deposit tenancyEnd=2026-11-20 freesOn=2027-11-23 claimFrom=2027-11-23 endAnswerUntil=2026-12-20 account={holderName=Lea B ending=8009} amountTenant=100000 amountLandlord=0 isCopy=true',
    'links for 1, 2, 2',
  ]);
});

test('years 6 money paid towards a change that the bank takes back no longer counts for it', () => {
  const life = signed(new Life(open).after('start_change', amount(150_000)));
  life.after('receive_payment', { ...payment, id: 'p1', amount: rappen(20_000) });
  life.makes('reverse_payment', { paymentId: 'p1', bank: bank('2026-11-25'), operators }, [
    'changes.0.paid.0 = undefined',
    'payments.1.surplus = 0',
    'payments.1.reversedAt = 2026-11-25T00:00Z',
    'bank: payment_reversed amount=200',
    'mail payment_reversed to m@v.example in de amount=20000 missing=0',
    'mail payment_reversed to op@depono.example in en amount=20000 missing=0 forOperator=true',
    'held → payer amount=20000 bookedOn=2026-11-25 paymentId=p1',
  ]);
});

test('years 6 a payment that is taken back while a change pays out reduces what it releases', () => {
  const life = signed(new Life(open).after('start_change', amount(60_000)));
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-25'), operators }, [
    'terms.rentalDeposit = 60000',
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'paidIn = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-11-25T00:00Z',
    'orders.0.cancelledAt = 2026-11-20T09:30Z',
    'bank: payment_reversed amount=1000',
    'service: change_done kind=amount amendment=1 |',
    'mail change_done to m@v.example in de amendment=1 amount',
    'mail change_done to l@m.example in de amendment=1 amount',
    'mail payment_reversed to m@v.example in de amount=100000 missing=100000',
    'mail payment_reversed to op@depono.example in en amount=100000 missing=100000 forOperator=true',
    'links for 1',
    'held → payer amount=100000 bookedOn=2026-11-25 paymentId=p',
    'to_tenant → held amount=40000 orderId=order 1',
  ]);
});

test('years 2 an insurance whose change pays out: a payment that is taken back comes out of that', () => {
  const life = signed(new Life(open).after('start_change', { kind: 'product', product: 'insurance' })).after(
    'confirm_cover',
    undefined,
  );
  life.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-25'), operators }, [
    'changes.0.state = done',
    'changes.0.doneAt = 2026-11-20T09:30Z',
    'changes.0.released = 0',
    'payments.0.counted = 0',
    'payments.0.reversedAt = 2026-11-25T00:00Z',
    'orders.0.cancelledAt = 2026-11-20T09:30Z',
    'bank: payment_reversed amount=1000',
    'service: change_done kind=product amendment=1 |',
    'mail payment_reversed to m@v.example in de amount=100000 missing=0',
    'mail payment_reversed to op@depono.example in en amount=100000 missing=0 forOperator=true',
    'held → payer amount=100000 bookedOn=2026-11-25 paymentId=p',
    'to_tenant → held amount=100000 orderId=order 1',
  ]);
  const sent = signed(new Life(open).after('start_change', { kind: 'product', product: 'insurance' })).after(
    'confirm_cover',
    undefined,
  );
  sent.with({ orders: sent.deposit.orders.map((order) => ({ ...order, runId: 'run' })) });
  sent.makes('reverse_payment', { paymentId: 'p', bank: bank('2026-11-25'), operators }, ['refused paid_out_already']);
});

const noInsurer = freshContext();
noInsurer.organization = {
  ...noInsurer.organization,
  providers: { ...noInsurer.organization.providers, insurer: null },
};
const child = { ...coTenant, birthDate: '2012-01-01' } as Tenant;
const REFUSED: [name: string, deposit: Deposit, wish: object, refusal: string][] = [
  [
    'a company joins natural tenants',
    couple,
    { kind: 'tenant_joins', tenant: company(), adjustments: [] },
    'natural_only (fields.tenantType)',
  ],
  [
    'somebody joins a company',
    ofCompany(open),
    { kind: 'tenant_joins', tenant: KIM, adjustments: [] },
    'natural_only (fields.tenantType)',
  ],
  [
    'a fifth tenant',
    { ...couple, terms: { ...couple.terms, tenants: [KIM, KIM, KIM, KIM] } },
    { kind: 'tenant_joins', tenant: KIM, adjustments: [] },
    'four_tenants (kind)',
  ],
  ['a signatory leaves', ofCompany(open), { kind: 'tenant_leaves', tenant: 2 }, 'natural_only (kind)'],
  ['the main tenant leaves', couple, { kind: 'tenant_leaves', tenant: 1 }, 'is_main_tenant (tenant)'],
  ['the main tenant becomes the main tenant', couple, { kind: 'main_tenant', tenant: 1 }, 'is_main_tenant (tenant)'],
  ['nobody leaves', couple, { kind: 'tenant_leaves', tenant: 3 }, 'no_such_tenant (tenant)'],
  [
    'a minor becomes the main tenant',
    { ...couple, terms: { ...couple.terms, tenants: [KIM, child] } },
    { kind: 'main_tenant', tenant: 2 },
    'not_of_age (tenant)',
  ],
  ['the same amount', couple, amount(100_000), 'unchanged (rentalDeposit)'],
  ['the same product', couple, { kind: 'product', product: 'bank_deposit' }, 'unchanged (product)'],
  ['a product without a provider', couple, { kind: 'product', product: 'insurance' }, 'product_not_offered (product)'],
];
for (const [name, deposit, wish, refusal] of REFUSED) {
  test(`years 2 a change is not started: ${name}`, () =>
    void new Life(deposit, noInsurer).makes('start_change', wish as never, [`refused ${refusal}`]));
}

test('years 2 one change at a time', () =>
  void new Life(couple)
    .after('start_change', amount(150_000))
    .makes('start_change', amount(60_000), ['refused change_running']));

test('years 2 an amendment says what was and what will be', () => {
  const life = new Life(couple).after('start_change', { kind: 'product', product: 'insurance' });
  const [change] = life.deposit.changes;
  assert.ok(change !== undefined);
  const address = { street: 'S', streetNumber: '1', zip: '8000', city: 'Z', countryCode: 'CH' };
  const same = { tenants: ['Lea B', 'Noa C'], owner: { name: 'E', address }, rentalDeposit: 100_000 };
  assert.deepEqual(amendmentOf(life.deposit, change, life.context), {
    number: 1,
    kind: 'product',
    before: {
      ...same,
      product: 'bank_deposit',
      offers: [{ product: 'bank_deposit', name: 'Bank', address: null, offer: {} }],
    },
    after: {
      ...same,
      product: 'insurance',
      offers: [{ product: 'insurance', name: 'Versicherung', address: null, offer: {} }],
    },
  });
  const toSign = amendmentToSign(life.deposit, change, life.context);
  assert.equal(toSign.at, '2026-11-20T09:30:00.000Z');
  assert.equal(toSign.amendment.number, 1);
  const shown = amendmentShown(life.deposit, change, { organization: life.context.organization, language: 'fr' });
  assert.deepEqual(shown, { ...toSign, at: '2026-11-20T12:00:00.000Z', language: 'fr' });
});

test('years 2 amendments are numbered; one that was not signed by all has no number', () => {
  const life = new Life(couple).after('start_change', amount(150_000)).after('cancel_change', { by: 'manager' });
  signed(life.after('start_change', amount(150_000)));
  signed(life.after('cancel_change', { by: 'manager' }).after('start_change', amount(160_000)));
  assert.deepEqual(
    life.deposit.changes.map(({ amendment }) => amendment),
    [null, 1, 2],
  );
});
