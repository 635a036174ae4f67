import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barPlot, linePlot, mirroredPlot, pathThrough, type Plot } from './plot.ts';

const plot: Plot = {
  id: 'calls',
  title: 'Open <calls>',
  summary: 'Seven & none.',
  slots: [
    { label: '0', name: '00:00' },
    { label: '1', name: '01:00' },
  ],
  series: [
    { name: 'Opened', tone: 'good', values: [3, 0] },
    { name: 'Errored', tone: 'bad', values: [1, 0] },
  ],
  format: String,
};

const rectangles = (markup: string) =>
  [
    ...markup.matchAll(/<rect\s+class="(\w+)"\s+x="([\d.]+)"\s+y="([\d.]+)"\s+width="([\d.]+)"\s+height="([\d.]+)"/g),
  ].map(([, tone, , y, , height]) => ({ tone, y: Number(y), height: Number(height) }));

test('bars are stacked, and zero is not drawn', () => {
  const [opened, errored, ...others] = rectangles(barPlot(plot).markup).filter(({ height }) => height !== 12);
  assert.deepEqual(others, []);
  assert.equal(opened?.tone, 'good');
  assert.equal(errored?.tone, 'bad');
  assert.equal(opened?.height, 3 * (errored?.height ?? 0), 'in proportion');
  assert.equal(errored?.y, (opened?.y ?? 0) - (errored?.height ?? 0), 'on top');
});

test('one among very many is still visible', () => {
  const series = [{ name: 'Opened', tone: 'good', values: [1_000_000, 1] }] as const;
  const heights = rectangles(barPlot({ ...plot, series }).markup).map(({ height }) => height);
  assert.ok(heights.includes(1));
});

test('a plot has a text alternative, and everything in it is escaped', () => {
  const { markup } = barPlot(plot);
  assert.match(markup, /<svg[^>]+role="img"[^>]+aria-labelledby="calls-title calls-desc"/);
  assert.match(markup, /<title id="calls-title">Open &lt;calls&gt;<\/title>/);
  assert.match(markup, /<desc id="calls-desc">Seven &amp; none\.<\/desc>/);
  assert.match(markup, /<title>00:00: Opened 3, Errored 1<\/title>/);
  assert.doesNotMatch(markup, /style=/);
});

test('the table next to it has every number', () => {
  const cells = [...barPlot(plot).markup.matchAll(/<td class="right amount">([^<]*)<\/td>/g)].map(([, text]) => text);
  assert.deepEqual(cells, ['3', '1', '0', '0']);
});

test('outgoing amounts are drawn below the line', () => {
  const [up, down] = plot.series as [Plot['series'][0], Plot['series'][0]];
  const [first, second] = rectangles(mirroredPlot({ ...plot, series: [up, down] }).markup).filter(
    ({ height }) => height !== 12,
  );
  assert.equal((first?.y ?? 0) + (first?.height ?? 0), second?.y);
});

test('without outgoing amounts, the line is at the bottom', () => {
  const [up] = plot.series as [Plot['series'][0]];
  const { markup } = mirroredPlot({ ...plot, series: [up, { name: 'Out', tone: 'pale', values: [0, 0] }] });
  assert.match(markup, /class="zero"[^>]+y1="186"/);
});

test('a line has a gap where values are unknown', () => {
  assert.equal(pathThrough([[1, 2], [3, 4], null, [5, 6], null]), 'M1 2L3 4M5 6');
  const { markup } = linePlot({ ...plot, series: [{ name: 'Half', tone: 'plain', values: [null, 4] }] });
  assert.equal(markup.match(/<circle/g)?.length, 1);
  assert.match(markup, /<td class="right amount">–<\/td>/);
});

test('a plot without data renders', () => {
  assert.match(linePlot({ ...plot, series: [] }).markup, /<svg/);
  assert.match(barPlot({ ...plot, slots: [], series: [] }).markup, /<svg/);
});
