/** The kinds of personal data, each with its own retention period. */
export const RETENTION_KINDS = [
  'tenant_details',
  'deposits',
  'refused_calls',
  'request_log',
  'sign_ins',
  'failed_mails',
  'mail_records',
  'payment_files',
  'unknown_payments',
  'audit_log',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How long each kind is kept, in the unit of its rule. */
export type RetentionPeriods = Readonly<Record<RetentionKind, number>>;

type RetentionRule = {
  name: string;
  unit: 'days' | 'years';
  /** The default. */
  standard: number;
  least: number;
  most: number;
  /** The start of the period. */
  from: string;
  /** What is removed at the end of the period. */
  removal: string;
  /** Why the period has this length. */
  why: string;
};

/** A quarter of a year: enough to investigate a problem or to repeat a step. */
const A_QUARTER = 90;

/** A delivery can be repeated for this long after its document was made, as long as its records are kept. */
export const REPLAYED_WITHIN_DAYS = A_QUARTER;

/** The older secret of a callback signs for so long after the partner has made a new one. */
export const PARTNERS_ROTATION_HOURS = 24;

export const RETENTION: Record<RetentionKind, RetentionRule> = {
  tenant_details: {
    name: 'Civil status and nationality',
    unit: 'days',
    standard: 0,
    least: 0,
    most: 3_650,
    from: 'the deposit is in force or withdrawn',
    removal: 'Both are removed from every tenant, and from corrections in the history.',
    why: 'The bank asks for them to open the account. The birth date stays: it tells who is paid at the end.',
  },
  deposits: {
    name: 'Whole deposits',
    unit: 'years',
    standard: 10,
    least: 10,
    most: 30,
    from: 'the deposit is closed or withdrawn',
    removal:
      'Names, addresses, accounts, signatures and documents are removed. Amounts, states and hashes stay, so that books and histories can still be proved.',
    why: 'Business records are kept for ten years (OR 958f). A deposit that still owes money is kept until it is paid.',
  },
  refused_calls: {
    name: 'Refused calls',
    unit: 'days',
    standard: A_QUARTER,
    least: 7,
    most: 365,
    from: 'the call',
    removal: 'The call is removed with its encrypted payload.',
    why: 'The property manager opens the deposit by hand from it, or has the data put right.',
  },
  request_log: {
    name: 'Request log',
    unit: 'days',
    standard: A_QUARTER,
    least: 7,
    most: 365,
    from: 'the call',
    removal: 'The call is removed with its encrypted payload. Counts without data on people stay.',
    why: 'It answers what happened to a contract.',
  },
  sign_ins: {
    name: 'Sign-in links and sessions',
    unit: 'days',
    standard: 1,
    least: 0,
    most: 90,
    from: 'the link or the session has expired',
    removal: 'They are removed with the address and the browser that they came from.',
    why: 'An expired one opens nothing.',
  },
  failed_mails: {
    name: 'Mails that could not be sent',
    unit: 'days',
    standard: A_QUARTER,
    least: 7,
    most: 365,
    from: 'the last attempt',
    removal:
      'The content and the error are removed; that there was a mail stays. Mails that were sent keep no content at all.',
    why: 'The operator can send it again until then.',
  },
  mail_records: {
    name: 'Records of mails',
    unit: 'years',
    standard: 10,
    least: 1,
    most: 30,
    from: 'the mail',
    removal: 'The record (kind, time, a keyed hash of the address) is removed.',
    why: 'It proves who was informed of what, for as long as the deposit itself is kept.',
  },
  payment_files: {
    name: 'Payment files',
    unit: 'years',
    standard: 10,
    least: 10,
    most: 30,
    from: 'the file was made',
    removal: 'The content is removed; its number, time, count and total stay.',
    why: 'Business records are kept for ten years (OR 958f).',
  },
  unknown_payments: {
    name: 'Payers of money without a deposit',
    unit: 'years',
    standard: 10,
    least: 10,
    most: 30,
    from: 'the money was paid back',
    removal: 'Name and account of the payer are removed; the amounts stay.',
    why: 'Business records are kept for ten years (OR 958f).',
  },
  audit_log: {
    name: 'Audit log',
    unit: 'years',
    standard: 10,
    least: 10,
    most: 30,
    from: 'the change',
    removal: 'The entry is removed, and with it what was asked of a second person at that time.',
    why: 'It proves who set up what, for as long as the deposits that came of it are kept.',
  },
};

/** Replaces a removed value that cannot be null. */
export const REMOVED = '***';

/** The configured period, such as `90 days`. */
export function periodText(kind: RetentionKind, periods: RetentionPeriods): string {
  const length = periods[kind];
  const { unit } = RETENTION[kind];
  return `${length} ${length === 1 ? unit.slice(0, -1) : unit}`;
}

/** Null: valid. */
export function periodProblem(kind: RetentionKind, length: number | null): string | null {
  const { least, most, unit } = RETENTION[kind];
  if (length !== null && Number.isInteger(length) && length >= least && length <= most) return null;
  return least === 0
    ? `At most ${most} ${unit}, as a whole number.`
    : `From ${least} to ${most} ${unit}, as a whole number.`;
}
