import type { Html } from '../../../web/html.ts';
import { durationText } from '../calls/words.ts';
import { barPlot, linePlot, mirroredPlot } from './plot.ts';
import { age, grouped, levelNumber } from './scale.ts';
import { sum, type Statistics } from './statistics.ts';

/** The charts, each with a one-sentence summary for screen readers. */
export function plotsOf(statistics: Statistics): Html[] {
  return [openedPlot, openPlot, moneyPlot, deliveryPlot, delayPlot, durationPlot].map((plot) => plot(statistics));
}

function openedPlot({ opened, calls, period: { slots, name: when } }: Statistics): Html {
  return barPlot({
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
  });
}

function openPlot({ open, period: { slots, name: when, next } }: Statistics): Html {
  const last = grouped(open.findLast((value) => value !== null) ?? 0);
  return linePlot({
    id: 'open',
    title: 'Open deposits',
    summary: next === null ? `${last} deposits are open now.` : `${last} deposits were open at the end of ${when}.`,
    slots,
    series: [{ name: 'Open at the end', tone: 'good', values: open }],
    format: grouped,
    axis: levelNumber,
    isLevel: true,
  });
}

function moneyPlot({ money, period: { slots, name: when } }: Statistics): Html {
  return mirroredPlot({
    id: 'money',
    title: 'Money in and out, CHF',
    summary: `In ${when}, CHF ${grouped(sum(money.in))} came in and CHF ${grouped(sum(money.out))} went out.`,
    slots,
    series: [
      { name: 'In', tone: 'good', values: money.in },
      { name: 'Out', tone: 'pale', values: money.out },
    ],
    format: grouped,
  });
}

function deliveryPlot({ deliveries, period: { slots, name: when } }: Statistics): Html {
  return barPlot({
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
  });
}

function delayPlot({ arrival, period: { slots, name: when } }: Statistics): Html {
  return linePlot({
    id: 'arrival',
    title: 'Delay of deliveries, s',
    summary:
      arrival.overall === null
        ? `No delivery queued in ${when} has arrived.`
        : `The deliveries queued in ${when} that arrived took ${age(arrival.overall / 1_000)} on average.`,
    slots,
    series: [
      {
        name: 'Average time to arrive',
        tone: 'plain',
        values: arrival.perSlot.map((ms) => ms && ms / 1_000),
      },
    ],
    format: age,
  });
}

function durationPlot({ typical, slow, overall, period: { slots, name: when } }: Statistics): Html {
  return linePlot({
    id: 'durations',
    title: 'How long open calls took, ms',
    summary:
      overall.typical === null || overall.slow === null
        ? `There were no open calls in ${when}.`
        : `Half of the open calls in ${when} took ${durationText(overall.typical)} or less, and 95 % took ${durationText(overall.slow)} or less.`,
    slots,
    series: [
      { name: 'Half within', tone: 'plain', values: typical },
      { name: '95 % within', tone: 'pale', values: slow },
    ],
    format: durationText,
  });
}
