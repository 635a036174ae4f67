import { cpus } from 'node:os';
import type { Client } from 'pg';
import type { CountName } from './book.ts';
import { dialectsInMarkdown, type Dialects } from './dialects.ts';
import { FAULTS, FAULT_KINDS, type FaultKind, type Plan } from './plan.ts';
import type { Recovery } from './pulse.ts';
import { SPECIAL, type SpecialSort } from './sorts.ts';
import type { World } from './world.ts';

/** What rounds have counted. Those of several worlds are added. */
export type Counted = {
  rounds: number;
  /** How often everything was started on an empty database. */
  worlds: number;
  faults: Partial<Record<FaultKind, number>>;
  outside: Record<CountName, number>;
  /** Contracts stored by an unanswered call, as a resend showed. */
  storedUnanswered: number;
  inside: Inside;
  dialects: Dialects;
  recoveries: readonly Recovery[];
  /** Rounds with a world of their own, with their figures. */
  special: Partial<Record<SpecialSort, Record<string, number>>>;
};

/** The result of a run, as it is kept. */
export type Report = Counted & {
  seed: string;
  firstRound: number;
  begunAt: string;
  minutes: number;
  machine: string;
  left: string[];
  violations: string[];
};

/** What is stored at the end, and what arrived. */
export type Inside = {
  deposits: number;
  historyEntries: number;
  moneyPostings: number;
  bankBookings: number;
  ordersSent: number;
  mails: number;
  mailsArrived: number;
  mailsTwice: number;
  documents: number;
  events: number;
  deliveries: number;
  callbacksArrived: number;
  callbacksTwice: number;
  deliveryAttempts: number;
  callsLogged: number;
};

export async function readInside({ letterbox, receivers }: World, client: Client): Promise<Inside> {
  const { rows } = await client.query<
    Omit<Inside, 'mailsArrived' | 'mailsTwice' | 'callbacksArrived' | 'callbacksTwice'>
  >(
    `select (select count(*) from deposits)::integer as deposits,
            (select count(*) from history)::integer as "historyEntries",
            (select count(*) from ledger)::integer as "moneyPostings",
            (select count(*) from bank_entries)::integer as "bankBookings",
            (select count(*) from orders where run_id is not null)::integer as "ordersSent",
            (select count(*) from effects where kind = 'mail')::integer as mails,
            (select count(*) from documents)::integer as documents,
            (select count(*) from events)::integer as events,
            (select count(*) from deliveries)::integer as deliveries,
            (select count(*) from delivery_attempts)::integer as "deliveryAttempts",
            (select count(*) from calls)::integer as "callsLogged"`,
  );
  const mails = [...letterbox.arrived.values()];
  const callbacks = receivers.flatMap(({ arrived }) => [...arrived.values()].map(({ count }) => count));
  const moreThanOnce = (counts: readonly number[]): number => counts.filter((count) => count > 1).length;
  return {
    ...(rows[0] as Inside),
    mailsArrived: mails.length,
    mailsTwice: moreThanOnce(mails),
    callbacksArrived: callbacks.length,
    callbacksTwice: moreThanOnce(callbacks),
  };
}

export function countFaults(plans: readonly Plan[]): Report['faults'] {
  const counts: Report['faults'] = {};
  for (const { kind } of plans.flatMap(({ faults }) => faults)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function machine(): string {
  return `${cpus().length} cores (${process.arch}), Node ${process.versions.node}`;
}

/** The figures as tables. */
export function inMarkdown(report: Report): string {
  const { outside: out, inside, violations } = report;
  const rows: [string, number | string][] = [
    ['rounds', report.rounds],
    ['faults', Object.values(report.faults).reduce((sum, count) => sum + count, 0)],
    ['open calls sent', out.calls],
    ['… acknowledged', out.acknowledged],
    ['… without a complete answer', out.unanswered],
    ['… answered “nothing was created”', out.nothingCreated],
    ['… invalid and refused', out.refused],
    ['… sent again', out.resent],
    ['… answered “already exists”', out.alreadyThere],
    ['deposits stored by a call whose answer was lost, and recognized on the resend', report.storedUnanswered],
    ['status reads', out.reads],
    ['moves of the other parties', `${out.moves}, of which ${out.movesMade} succeeded at once`],
    ['bank files', `${out.bankFiles}, and ${out.bankFilesAgain} sent again; ${inside.bankBookings} entries stored`],
    ['entries kept for a person, listed and resolved', out.keptListed],
    ['orders sent to the bank, each once', inside.ordersSent],
    ['deposits stored', inside.deposits],
    ['history entries, chained', inside.historyEntries],
    ['ledger postings', inside.moneyPostings],
    ['mails due and recorded', inside.mails],
    ['mails that arrived', `${inside.mailsArrived}, of which ${inside.mailsTwice} more than once`],
    ['documents, each once', inside.documents],
    ['events, numbered without gaps', inside.events],
    [
      'callbacks that arrived',
      `${inside.callbacksArrived}, of which ${inside.callbacksTwice} more than once, in ${inside.deliveryAttempts} attempts`,
    ],
    ['failed, and retried by hand', out.triedByHand],
    ['changes of deposits in force that were started', out.changesStarted],
    ['requests for a second person', `${out.approvalsAsked}, of which ${out.approvalsDecided} were decided`],
    ['… by their author or by `OPERATOR_TOKEN`, each forbidden', out.approvalsForbidden],
    [
      'answers of providers that were taken',
      `${out.answersGiven}, and ${out.answersRefused} refused as contradictions`,
    ],
    ['calls of the partner portal', out.portalCalls],
    ['walks through the list of deposits under load, each complete', out.feedWalks],
    ['**violations**', `**${violations.length}**`],
  ];
  return [
    `Seed \`${report.seed}\`, ${report.begunAt.slice(0, 10)}, ${report.minutes} minutes, ${report.machine}, ` +
      `12 organizations, two web processes and two workers on one PostgreSQL, started from scratch ${report.worlds} times.`,
    ...report.left,
    '',
    '| Measure | Count |',
    '| --- | ---: |',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    '| Rounds of another kind | Count | Figures |',
    '| --- | ---: | --- |',
    ...Object.entries(report.special).map(([sort, figures]) => specialRow(sort as SpecialSort, figures)),
    '',
    ...dialectsInMarkdown(report.dialects),
    '| Fault | Times | Calls recover after | Work recovers after |',
    '| --- | ---: | ---: | ---: |',
    ...FAULT_KINDS.filter((kind) => report.faults[kind] !== undefined).map((kind) => faultRow(report, kind)),
    '',
  ].join('\n');
}

function specialRow(sort: SpecialSort, { rounds = 0, ...figures }: Record<string, number>): string {
  const words = Object.entries(figures).map(([what, count]) => `${count} ${what}`);
  return `| ${SPECIAL[sort]} | ${rounds} | ${words.join(', ')} |`;
}

function faultRow({ faults, recoveries }: Report, kind: FaultKind): string {
  const of = recoveries.filter((one) => one.kind === kind);
  return `| ${FAULTS[kind]} | ${faults[kind]} | ${spread(of.map(({ calls }) => calls))} | ${spread(of.map(({ work }) => work))} |`;
}

/** The median and the maximum. */
function spread(times: readonly (number | null)[]): string {
  const sorted = times.filter((time) => time !== null).toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const longest = sorted.at(-1);
  if (middle === undefined || longest === undefined) return '';
  return `${seconds(middle)}, at most ${seconds(longest)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}
