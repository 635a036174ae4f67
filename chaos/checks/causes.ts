/** How often each history event happened to a deposit. */
export type Happened = Readonly<Record<string, number>>;

/** The changes of a deposit in force, as far as they cause mails and documents. */
export type ChangeFacts = {
  /** Those that somebody has to sign; of these, those that somebody joins by. */
  started: number;
  joins: number;
  cancelledJoins: number;
  /** That everyone was told that they are in force, and who has left. */
  toldDone: number;
  leavers: number;
  owners: number;
  /** Signed by all: each has its agreement. */
  amended: number;
  /** To a larger deposit, signed by all: a slip, unless it is an insurance. */
  larger: number;
  /** Insured by a change, and paid in by a change. */
  covered: number;
  paidIn: number;
};

/** The facts of a deposit that determine its mails and documents. */
export type Facts = {
  events: Happened;
  /** Proposals of a split, by who made them. */
  proposals: { manager: number; tenant: number };
  /** Payments that came back, by payee. */
  returns: { tenant: number; landlord: number; payer: number };
  /** Payouts of a bank deposit that held nothing: the parties hear only that it is closed. */
  emptyPayouts: number;
  /** Refusals of what is asked at the end. */
  refusedAtEnd: number;
  changes: ChangeFacts;
  /** Who is told of what a person must look at. */
  operators: number;
  /** Now, when it was opened, and between: at least and at most. */
  tenants: number;
  tenantsAtFirst: number;
  tenantsBetween: Range;
  product: string | null;
  isPreSigned: boolean;
  isSent: boolean;
};

/** Minimum and maximum. */
export type Range = readonly [least: number, most: number];

const exactly = (count: number): Range => [count, count];

/** The mails that a history must have caused, and no more. */
export function expectedMails(facts: Facts): Record<string, Range> {
  const { events, proposals, returns, emptyPayouts, refusedAtEnd, operators, isPreSigned, isSent } = facts;
  const { tenants, tenantsAtFirst, changes } = facts;
  const times = (event: string): number => events[event] ?? 0;
  const everyone = tenants + 1;
  const everyoneAtFirst = tenantsAtFirst + 1;
  const [fewest, most] = facts.tenantsBetween;
  const reminded = times('reminded');
  return {
    deposit_imported: exactly(isPreSigned ? 0 : 1),
    deposit_sent: exactly(isPreSigned && isSent ? 1 : 0),
    // An invited person gets a mail; which deposit invites first is a race.
    invitation: [0, 1],
    tenant_sign: exactly(tenantsAtFirst * times('sent_to_tenants')),
    // A deposit that is edited once its account is open gets another slip with the next signatures.
    tenant_payment: [
      times('account_opened'),
      times('account_opened') + times('signed_and_sent_again') + changes.larger,
    ],
    // Once all have signed; the agreement is attached.
    deposit_signed: exactly((everyoneAtFirst * times('tenant_signed')) / tenantsAtFirst),
    deposit_open: exactly(everyoneAtFirst * times('open')),
    deposit_closed: exactly(everyone * times('closed')),
    deposit_withdrawn: exactly(isSent ? everyone * times('withdrawn') : 0),
    // The other party is asked, and the other tenants get a copy.
    closing_consent: exactly(tenants * (proposals.tenant + proposals.manager)),
    closing_agreed: exactly(everyone * times('release_noted')),
    closing_end_disputed: exactly(
      (operators + tenants) * times('end_disputed') + (operators + everyone) * times('end_contested'),
    ),
    closing_claim: exactly((operators + tenants) * times('claim_filed')),
    payout_ordered: plus(
      exactly(everyone * (times('payout_ordered') - emptyPayouts)),
      perPerson(times('change_payout_ordered'), fewest + 1, most + 1),
    ),
    closing_year_warning: exactly(times('year_warned')),
    deposit_held: exactly(times('deposit_held')),
    hold_lifted: exactly(times('hold_lifted')),
    deposit_refused: exactly(times('refused') - refusedAtEnd + times('change_refused')),
    provider_refused: exactly((1 + operators) * refusedAtEnd),
    // Co-tenants get a copy.
    payout_returned: plus(
      perPerson(returns.tenant, fewest, most),
      exactly(returns.landlord + operators * returns.payer),
    ),
    payment_reversed: exactly((1 + operators) * times('payment_reversed')),
    change_sign: plus(perPerson(changes.started, fewest + 1, most + 1), exactly(changes.joins)),
    change_done: plus(perPerson(changes.toldDone, fewest + 1, most + 1), exactly(changes.leavers)),
    change_cancelled: plus(perPerson(times('change_cancelled'), fewest + 1, most + 1), exactly(changes.cancelledJoins)),
    owner_changed: perPerson(changes.owners, fewest, most),
    reminders: [reminded, reminded * most],
  };
}

function perPerson(count: number, fewest: number, most: number): Range {
  return [count * fewest, count * most];
}

function plus([least, most]: Range, [more, mostMore]: Range): Range {
  return [least + more, most + mostMore];
}

const REMINDERS = new Set(['manager_sign_reminder', 'tenant_sign_reminder', 'tenant_payment_reminder']);

/** Reminders depend on who must act; they are counted together. */
export function mailGroup(kind: string): string {
  return REMINDERS.has(kind) ? 'reminders' : kind;
}

/** The documents that a history must have caused. There is one payment slip per payment mail. */
export function expectedDocuments(
  { events, tenantsAtFirst, changes, product }: Facts,
  mails: Happened,
): Record<string, Range> {
  const times = (event: string): number => events[event] ?? 0;
  return {
    agreement: exactly(times('tenant_signed') / tenantsAtFirst + changes.amended),
    payment_slip: exactly(mails['tenant_payment'] ?? 0),
    pay_in: exactly(times('open') - (times('cover_confirmed') - changes.covered) + changes.paidIn),
    certificate: exactly(times('cover_confirmed')),
    pay_out: exactly(product === 'bank_deposit' ? times('closed') : 0),
    withdrawal: exactly(times('withdrawn')),
    // Once the year is over and the bank's statement covers its last day.
    year_statement: [0, 1],
  };
}

/** What there is too many or too few of. */
export function differences(expected: Record<string, Range>, found: Happened): string[] {
  const kinds = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...kinds].flatMap((kind) => {
    const [least, most] = expected[kind] ?? exactly(0);
    const count = found[kind] ?? 0;
    if (count >= least && count <= most) return [];
    return [`${count} of ${kind}, not ${least === most ? least : `${least} to ${most}`}`];
  });
}
