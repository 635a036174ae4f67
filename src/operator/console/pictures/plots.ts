import type { Html } from '../../../web/html.ts';
import { durationText } from '../calls/words.ts';
import type { Picture } from './picture.ts';
import { barPlot, linePlot, mirroredPlot } from './plot.ts';
import { grouped } from './scale.ts';

/** The plots of a picture, each with what it shows in a sentence. */
export function plotsOf(picture: Picture): Html[] {
  const { opens, money, deliveries, typical, slow, open } = picture;
  const { slots, name: when } = picture.period;
  const plots = [
    barPlot({
      id: 'calls',
      title: 'Open calls',
      summary: `Of the open calls of ${when}, ${grouped(sum(opens.success))} opened a deposit, ${grouped(sum(opens.skipped))} were skipped and ${grouped(sum(opens.errored))} errored.`,
      slots,
      series: [
        { name: 'Opened', tone: 'good', values: opens.success },
        { name: 'Skipped', tone: 'wait', values: opens.skipped },
        { name: 'Errored', tone: 'bad', values: opens.errored },
      ],
      format: grouped,
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
      id: 'durations',
      title: 'How long open calls took, ms',
      summary: `Half of the open calls of ${when} took ${duration(picture.overall.typical)} or less, and 95 of 100 took ${duration(picture.overall.slow)} or less.`,
      slots,
      series: [
        { name: 'Half within', tone: 'plain', values: typical },
        { name: '95 % within', tone: 'pale', values: slow },
      ],
      format: durationText,
    }),
  ];
  if (open === null) return plots;
  const last = open.findLast((value) => value !== null) ?? null;
  return [
    ...plots,
    linePlot({
      id: 'open',
      title: 'Open deposits',
      summary: last === null ? `Nothing was counted in ${when}.` : `At the end of ${when}, ${grouped(last)} were open.`,
      slots,
      series: [{ name: 'Open', tone: 'good', values: open }],
      format: grouped,
    }),
  ];
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** Whole francs: a picture is no ledger. */
export function chf(francs: number): string {
  return grouped(francs);
}

export function duration(ms: number | null): string {
  return ms === null ? 'no time, for there were none,' : durationText(ms);
}
