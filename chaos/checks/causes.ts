/** How often each history event happened to a deposit. */
export type Happened = Readonly<Record<string, number>>;

/** The facts of a deposit that determine its mails and documents. */
export type Facts = {
  events: Happened;
  /** Proposals of a split, by who made them. */
  proposals: { manager: number; tenant: number };
  /** Payments that came back, by payee. */
  returns: { tenant: number; landlord: number; payer: number };
  /** Payouts of a bank deposit that held nothing: the parties hear only that it is closed. */
  emptyPayouts: number;
  /** Who is told of what a person must look at. */
  operators: number;
  tenants: number;
  isPreSigned: boolean;
  isSent: boolean;
};

/** Minimum and maximum. */
export type Range = readonly [least: number, most: number];

const exactly = (count: number): Range => [count, count];

/** The mails that a history must have caused, and no more. */
export function expectedMails(facts: Facts): Record<string, Range> {
  const { events, proposals, returns, emptyPayouts, operators, tenants, isPreSigned, isSent } = facts;
  const times = (event: string): number => events[event] ?? 0;
  const everyone = tenants + 1;
  const reminded = times('reminded');
  return {
    deposit_imported: exactly(isPreSigned ? 0 : 1),
    deposit_sent: exactly(isPreSigned && isSent ? 1 : 0),
    // An invited person gets a mail; which deposit invites first is a race.
    invitation: [0, 1],
    tenant_sign: exactly(tenants * times('sent_to_tenants')),
    // A deposit that is edited once its account is open gets another slip with the next signatures.
    tenant_payment: [times('account_opened'), times('account_opened') + times('signed_and_sent_again')],
    // Once all have signed; the agreement is attached.
    deposit_signed: exactly((everyone * times('tenant_signed')) / tenants),
    deposit_open: exactly(everyone * times('open')),
    deposit_closed: exactly(everyone * times('closed')),
    deposit_withdrawn: exactly(isSent ? everyone * times('withdrawn') : 0),
    // The other party is asked, and the other tenants get a copy.
    closing_consent: exactly(tenants * (proposals.tenant + proposals.manager)),
    payout_ordered: exactly(everyone * (times('payout_ordered') - emptyPayouts)),
    closing_year_warning: exactly(times('year_warned')),
    deposit_refused: exactly(times('refused')),
    // Co-tenants get a copy.
    payout_returned: exactly(tenants * returns.tenant + returns.landlord + operators * returns.payer),
    payment_reversed: exactly((1 + operators) * times('payment_reversed')),
    reminders: [reminded, reminded * tenants],
  };
}

const REMINDERS = new Set(['manager_sign_reminder', 'tenant_sign_reminder', 'tenant_payment_reminder']);

/** Reminders depend on who must act; they are counted together. */
export function mailGroup(kind: string): string {
  return REMINDERS.has(kind) ? 'reminders' : kind;
}

/** The documents that a history must have caused. There is one payment slip per payment mail. */
export function expectedDocuments({ events, tenants }: Facts, mails: Happened): Record<string, Range> {
  const times = (event: string): number => events[event] ?? 0;
  return {
    agreement: exactly(times('tenant_signed') / tenants),
    payment_slip: exactly(mails['tenant_payment'] ?? 0),
    pay_in: exactly(times('open') - times('cover_confirmed')),
    certificate: exactly(times('cover_confirmed')),
    pay_out: exactly(times('closed') - times('cover_ended')),
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
