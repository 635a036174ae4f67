import { scale } from '../../src/operator/console/pictures/scale.ts';
import type { Machine } from '../keep.ts';
import { undisturbed, type Round } from '../latency.ts';
import { COLOURS, dot, INK, line, madeOn, picture, text } from './svg.ts';

export type HalfLoad = { machine: Machine; at: string; ratio: number | null; rounds: Round[] };

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 720, 72, 336, 406] as const;
const AIM = 10;
/** In percent; less is drawn as that little. */
const LEAST = 0.05;
const SHARES = [0.05, 0.2, 0.5, 2, 5, 20, 50];

/** Each round: what others took of the processors, and how much slower than a lone call one in a hundred was. */
export function halfLoadPlot(measured: HalfLoad): string {
  const rounds = measured.rounds.map((round) => ({
    share: Math.max(LEAST, (round.stolen ?? 0) * 100),
    times: round.half.p99 / round.lone.median,
    counts: undisturbed([round], measured.machine.cores).length > 0,
  }));
  const most = Math.max(...rounds.map(({ times }) => times), AIM * 2);
  const times = [2, 5, 10, 20, 50, 100, 200, 500, 1_000].filter((tick, place, all) => (all[place - 1] ?? 0) < most);
  const x = scale([Math.log(LEAST), Math.log(SHARES.at(-1) as number)], [LEFT, RIGHT]);
  const y = scale([Math.log(2), Math.log(times.at(-1) as number)], [BOTTOM, TOP]);
  const loads = measured.rounds.map(({ half }) => half.perSecond).toSorted((one, other) => one - other);
  const counted = rounds.filter(({ counts }) => counts).length;
  const said = `${counted} of ${rounds.length} rounds were left alone by others on the host (green)`;
  return picture(
    {
      title: 'One call in a hundred at half of the highest load, as times of a lone call',
      summary: `${said}: ${rounds.map(({ share, times: ratio }) => `${ratio.toFixed(1)} at ${share.toFixed(2)} %`).join(', ')}`,
      note: madeOn(measured),
      height: HEIGHT,
    },
    [
      text([20, 46], `${said}; ${loads[0]?.toFixed(0)} to ${loads.at(-1)?.toFixed(0)} calls a second`, { size: 11 }),
      ...times.flatMap((tick) => [
        line([LEFT, y(Math.log(tick))], [RIGHT, y(Math.log(tick))], tick === AIM ? { stroke: INK, dashed: true } : {}),
        text([LEFT - 8, y(Math.log(tick)) + 4], String(tick), { anchor: 'end' }),
      ]),
      ...SHARES.map((share) => text([x(Math.log(share)), BOTTOM + 18], `${share} %`, { anchor: 'middle' })),
      text([(LEFT + RIGHT) / 2, BOTTOM + 34], 'of the processors’ time, taken by others on the host', {
        anchor: 'middle',
      }),
      text([18, (TOP + BOTTOM) / 2], 'times a lone call', { anchor: 'middle', turned: true }),
      ...rounds.map(({ share, times: ratio, counts }) =>
        dot([x(Math.log(share)), y(Math.log(Math.max(2, ratio)))], counts ? COLOURS[0] : COLOURS[2]),
      ),
    ],
  );
}
