import type { Html } from '../../../web/html.ts';
import { durationText } from '../calls/words.ts';
import { sum, type Statistics } from './statistics-view.ts';
import { barPlot, linePlot, mirroredPlot } from './plot.ts';
import { age, grouped, levelNumber } from './scale.ts';

/** The plots of a statistics, each with what it shows in a sentence. */
export function plotsOf(statistics: Statistics): Html[] {
  const { opened, calls, open, money, deliveries, arrival, typical, slow, overall } = statistics;
  const { slots, name: when } = statistics.period;
  const last = open.findLast((value) => value !== null) ?? 0;
  return [
    barPlot({
      id: 'opened',
      title: 'Opened and rejected',
      summary: `In ${when}, ${grouped(sum(opened.byPartner))} deposits were opened through partners and ${grouped(sum(opened.byHand))} by hand; ${grouped(sum(calls.skipped))} calls were skipped and ${grouped(sum(calls.errored))} errored.`,
      slots,
      series: [
        { name: 'Opened', tone: 'good', values: opened.byPartner },
        { name: 'By hand', tone: 'plain', values: opened.byHand },
        { name: 'Skipped', tone: 'wait', values: calls.skipped },
        { name: 'Errored', tone: 'bad', values: calls.errored },
      ],
      format: grouped,
    }),
    linePlot({
      id: 'open',
      title: 'Open deposits',
      summary: `At the end of ${when}, or now, ${grouped(last)} were open.`,
      slots,
      series: [{ name: 'Open at the end', tone: 'good', values: open }],
      format: grouped,
      axis: levelNumber,
      isLevel: true,
    }),
    mirroredPlot({
      id: 'money',
      title: 'Money in and out, CHF',
      summary: `In ${when}, CHF ${chf(sum(money.in))} came in and CHF ${chf(sum(money.out))} went out.`,
      slots,
      series: [
        { name: 'In', tone: 'good', values: money.in },
        { name: 'Out', tone: 'pale', values: money.out },
      ],
      format: chf,
    }),
    barPlot({
      id: 'deliveries',
      title: 'Deliveries',
      summary: `Of the deliveries queued in ${when}, ${grouped(sum(deliveries.delivered))} arrived, ${grouped(sum(deliveries.waiting))} wait and ${grouped(sum(deliveries.failed))} failed.`,
      slots,
      series: [
        { name: 'Arrived', tone: 'good', values: deliveries.delivered },
        { name: 'Waiting', tone: 'wait', values: deliveries.waiting },
        { name: 'Failed', tone: 'bad', values: deliveries.failed },
      ],
      format: grouped,
    }),
    linePlot({
      id: 'arrival',
      title: 'Delay of deliveries, s',
      summary: `The deliveries queued in ${when} that arrived took ${arrival.overall === null ? 'no time, for there were none' : `${age(arrival.overall / 1_000)} on average`}.`,
      slots,
      series: [
        {
          name: 'Until they arrived, on average',
          tone: 'plain',
          values: arrival.perSlot.map((ms) => ms && ms / 1_000),
        },
      ],
      format: age,
    }),
    linePlot({
      id: 'durations',
      title: 'How long open calls took, ms',
      summary: `Half of the open calls of ${when} took ${duration(overall.typical)} or less, and 95 of 100 took ${duration(overall.slow)} or less.`,
      slots,
      series: [
        { name: 'Half within', tone: 'plain', values: typical },
        { name: '95 % within', tone: 'pale', values: slow },
      ],
      format: durationText,
    }),
  ];
}

/** Whole francs: a statistics is no ledger. */
export function chf(francs: number): string {
  return grouped(francs);
}

export function duration(ms: number | null): string {
  return ms === null ? 'no time, for there were none,' : durationText(ms);
}
