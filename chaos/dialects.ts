import type { Client } from 'pg';
import { wrongAccounts } from './bank-truth.ts';
import { SCENARIO_IDS } from './plan.ts';

/** What the simulated bank and insurer did, as it is stored at the end. */
export type Dialects = {
  /** By the beginning of the contract id: deposits that it happened to, and entries of the bank on their accounts. */
  scenarios: Record<string, { deposits: number; entries: number }>;
  /** How often the bank's entries had each outcome, also those that a person has decided. */
  outcomes: Record<string, number>;
  /** How persons have resolved what was kept. */
  resolutions: Record<string, number>;
  statements: number;
  wrongBalances: number;
  /** Payments that went out again under a new end-to-end id. */
  sentAgain: number;
};

export async function readDialects(client: Client): Promise<Dialects> {
  const scenarios = await client.query<{ prefix: string; deposits: number; entries: number }>(
    `select p.prefix,
            (select count(distinct e.deposit_id) from effects e join deposits d on d.id = e.deposit_id
             where e.kind = 'counterpart' and e.state = 'done'
               and starts_with(d.external_contract_id, p.prefix || '-'))::integer as deposits,
            (select count(*) from bank_entries b join deposits d on d.id = b.account_of
             where starts_with(d.external_contract_id, p.prefix || '-'))::integer as entries
     from unnest($1::text[]) as p (prefix)`,
    [SCENARIO_IDS],
  );
  const outcomes = await client.query<Counted>(
    `select coalesce(why, 'unknown') as what, count(*)::integer as count from bank_entries group by 1 order by 1`,
  );
  const resolutions = await client.query<Counted>(
    `select resolution ->> 'as' as what, count(*)::integer as count from bank_entries
     where resolution is not null group by 1 order by 1`,
  );
  const { rows } = await client.query<{ statements: number; again: number }>(
    `select (select count(*) from bank_statements)::integer as statements,
            (select count(*) from orders where attempt > 1 and run_id is not null)::integer as again`,
  );
  return {
    scenarios: Object.fromEntries(scenarios.rows.map(({ prefix, ...counts }) => [prefix, counts])),
    outcomes: counted(outcomes.rows),
    resolutions: counted(resolutions.rows),
    statements: rows[0]?.statements ?? 0,
    wrongBalances: (await wrongAccounts(client)).length,
    sentAgain: rows[0]?.again ?? 0,
  };
}

type Counted = { what: string; count: number };

function counted(rows: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/** The figures as tables. */
export function dialectsInMarkdown(dialects: Dialects): string[] {
  const { scenarios, outcomes, resolutions, statements, wrongBalances, sentAgain } = dialects;
  const rows: [string, number | string][] = [
    ['statements (camt.053) read', statements],
    ...Object.entries(outcomes).map(([outcome, count]): [string, number] => [`entries: \`${outcome}\``, count]),
    ['resolved by a person', inWords(resolutions)],
    ['payments that went out again under a new end-to-end id', sentAgain],
    ['accounts with a wrong balance of the bank, each found', wrongBalances],
  ];
  return [
    '| The bank | Count |',
    '| --- | ---: |',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    '| Contract id begins with | Deposits that it happened to | Entries of the bank |',
    '| --- | ---: | ---: |',
    ...Object.entries(scenarios).map(
      ([prefix, { deposits, entries }]) => `| \`${prefix}\` | ${deposits} | ${entries} |`,
    ),
    '',
  ];
}

function inWords(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([what, count]) => `${count} as \`${what}\``);
  return words.length === 0 ? '0' : words.join(', ');
}
