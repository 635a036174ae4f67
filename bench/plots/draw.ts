import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kept } from '../keep.ts';
import { byLoadPlot, type ByLoad } from './by-load.ts';
import { pagesPlot, timesPlot, type Growth } from './growth.ts';
import { halfLoadPlot, type HalfLoad } from './half-load.ts';
import { cpuPlot, scaleOutPlot, type ScaleOut } from './scale-out.ts';
import { memoryPlot, type Soak } from './soak.ts';
import { callsPlot, ratiosPlot, type Speed } from './speed.ts';

// Draws docs/plots from bench/results. Missing results are left out.
//   npm run bench:plots

const folder = join(import.meta.dirname, '..', '..', 'docs', 'plots');
mkdirSync(folder, { recursive: true });

const speed = kept('speed') as Speed | null;
const timed = kept('growth-times') as Growth | null;
const counted = (kept('growth-pages') as Growth | null) ?? timed;
const [scaleOut, soak] = [kept('scale-out') as ScaleOut | null, kept('soak') as Soak | null];
const halfLoad = kept('half-load') as HalfLoad | null;
const byLoad = kept('by-load') as ByLoad | null;
const plots: Record<string, string | false> = {
  'speed-ratios': speed !== null && ratiosPlot(speed),
  'speed-calls': speed !== null && callsPlot(speed),
  'half-load': halfLoad !== null && halfLoadPlot(halfLoad),
  'by-load': byLoad !== null && byLoadPlot(byLoad),
  'growth-pages': counted !== null && pagesPlot(counted),
  'growth-times': timed !== null && timesPlot(timed),
  'scale-out': scaleOut !== null && scaleOutPlot(scaleOut),
  'scale-out-cpu': scaleOut !== null && cpuPlot(scaleOut),
  memory: soak !== null && memoryPlot(soak),
};
for (const [name, plot] of Object.entries(plots)) {
  if (plot !== false) writeFileSync(join(folder, `${name}.svg`), plot);
  console.log(plot === false ? `${name}: not measured` : `docs/plots/${name}.svg`);
}
