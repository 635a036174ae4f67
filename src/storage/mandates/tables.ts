/** How the rows of a deposit are found in a table: `t` is the table, `$1` the old organization, `$3` the deposit. */
type Moves = { moves: string };
/** Without an index by deposit: the rows of all deposits of a mandate go together at its end, in the order of this column. */
type MovesAtEnd = { movesAtEndBy: string };
/** Why the rows stay where they are. */
type Stays = { stays: string };

const OF_DEPOSIT: Moves = { moves: 't.deposit_id = $3' };

/**
 * Every table of an organization, and what a mandate does with the rows of a deposit. Add each new table here: a test
 * compares this list with the schema. All columns go along, whatever they are.
 */
export const ORGANIZATION_TABLES: Readonly<Record<string, Moves | MovesAtEnd | Stays>> = {
  deposits: { moves: 't.id = $3' },
  tenants: OF_DEPOSIT,
  history: OF_DEPOSIT,
  history_personal: OF_DEPOSIT,
  ledger: OF_DEPOSIT,
  payments: OF_DEPOSIT,
  orders: OF_DEPOSIT,
  former_accounts: OF_DEPOSIT,
  changes: OF_DEPOSIT,
  email_changes: OF_DEPOSIT,
  email_links: {
    moves: 't.change_id in (select x.id from email_changes x where x.organization_id = $1 and x.deposit_id = $3)',
  },
  claim_proofs: OF_DEPOSIT,
  bounces: OF_DEPOSIT,
  letters: OF_DEPOSIT,
  deposit_notes: OF_DEPOSIT,
  deposit_files: OF_DEPOSIT,
  qualified_signatures: OF_DEPOSIT,
  bank_entries: {
    moves: `t.key in (select x.key from bank_entries x where x.deposit_id = $3
                      union select x.key from bank_entries x where x.account_of = $3)`,
  },
  documents: OF_DEPOSIT,
  document_links: {
    moves: 't.document_id in (select x.id from documents x where x.organization_id = $1 and x.deposit_id = $3)',
  },
  year_statements: OF_DEPOSIT,
  applications: OF_DEPOSIT,
  provider_deliveries: OF_DEPOSIT,
  delivery_attempts: {
    moves:
      't.delivery_id in (select x.id from provider_deliveries x where x.organization_id = $1 and x.deposit_id = $3)',
  },
  deposit_list: OF_DEPOSIT,
  approvals: { moves: `t.subject = 'deposit:' || $3::uuid and t.state = 'waiting'` },

  // Until then they are found all the same: a link by its organization or the next one, an effect by its deposit.
  tenant_links: { movesAtEndBy: 'hash' },
  effects: { movesAtEndBy: 'id' },
  erasures: { movesAtEndBy: 'id' },

  events: { stays: 'numbered for the partner that reads them; later events are the new organization’s' },
  event_numbers: { stays: 'counts the events of the organization' },
  deliveries: { stays: 'they tell the old partner of an event' },
  organization_marks: { stays: 'says how far the copy of the organization is' },
  organization_moves: { stays: 'says that the organization goes to another cell' },
  moved_contracts: { stays: 'says where the contract ids of the organization went' },
  calls: { stays: 'calls that the organization’s partner has made' },
  call_payloads: { stays: 'as the calls: those of many calls are compressed together' },
  call_reads: { stays: 'reads by the organization' },
  call_counts: { stays: 'statistics of the calls' },
  call_problems: { stays: 'statistics of the calls' },
  levels: { stays: 'triggers correct them as deposits and postings move' },
  level_changes: { stays: 'as the levels' },
  counters: { stays: 'statistics of what happened there; how many are open is corrected' },
  counter_changes: { stays: 'as the counters' },
  deposit_feed: {
    stays: 'places in the list of the organization; a trigger notes that the deposit has come to the new one',
  },
  deposit_feed_marks: { stays: 'counts the places in that list' },
  deposit_feed_changes: { stays: 'as the list' },
  list_views: { stays: 'what people of the organization have chosen for their list' },
  status_changes: { stays: 'a trigger notes that the status has changed' },
  refused_calls: { stays: 'no deposit was opened by them' },
  import_error_mails: { stays: 'no deposit was opened by the calls' },
  ignored_contracts: { stays: 'a setting of the organization' },
  digest_items: { stays: 'of its member, who gets no digest of a deposit that has gone' },
  members: { stays: 'people of the organization' },
  status_keys: { stays: 'keys of the organization' },
  running_imports: {
    stays: 'says what was taken over there; an import is not undone once one of its deposits has gone',
  },
  running_deposits: { stays: 'as the imports they belong to' },
  logos: { stays: 'pictures of the organization; documents name them by their checksum' },
  connections: { stays: 'the organization’s; a deposit gets the one of its new organization' },
  conformance_runs: { stays: 'runs of the organization’s partner' },
  conformance_probes: { stays: 'as the runs' },
  conformance_reports: { stays: 'of the organization’s connections' },
  audit_log: { stays: 'says what was done where' },
  audit_intentions: { stays: 'says what was begun where' },
};

/** Tables whose rows go in the transaction of their deposit. The deposit itself has more that changes. */
const WITH_DEPOSIT = Object.entries(ORGANIZATION_TABLES).flatMap(([table, decision]) =>
  'moves' in decision && table !== 'deposits' ? [{ table, rows: decision.moves }] : [],
);

export const AT_END = Object.entries(ORGANIZATION_TABLES).flatMap(([table, decision]) =>
  'movesAtEndBy' in decision ? [{ table, key: decision.movesAtEndBy }] : [],
);

/** One part of a statement for each table: every part sees the rows as they were before. `$2` is the new organization. */
export const MOVED_PARTS = WITH_DEPOSIT.map(
  ({ table, rows }) =>
    `moved_${table} as (update ${table} t set organization_id = $2 where t.organization_id = $1 and ${rows})`,
);

/** Tables in which nothing of a deposit may be left in an organization that it has gone from. */
export const LEAVES_NOTHING = WITH_DEPOSIT.filter(({ rows }) => rows === OF_DEPOSIT.moves).map(({ table }) => table);
