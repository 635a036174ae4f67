import { keep } from './keep.ts';
import { latencies, latencyOf, undisturbed, type Round } from './latency.ts';
import type { Call } from './load.ts';
import { PAYLOAD } from './payload.ts';
import { demoOf, withClient, withSite } from './service.ts';
import { show, showRatio } from './show.ts';
import { CALLERS, opening } from './subjects.ts';

// Many rounds of the highest load, a lone caller and half of the highest load, each with what others on the host took of the
// processors meanwhile: how much of the slowest calls is ours. Keeps every round in bench/results/half-load.json.
//   npm run bench:latency              ten undisturbed rounds of 4 and 8 seconds, or forty tries
//   npm run bench:latency -- 3 2       three of 2 and 4 seconds, or twelve tries

const [rounds = 10, seconds = 4] = process.argv.slice(2).map(Number);

await withSite(async (site) => {
  const { url } = await site.start({ ROLE: 'web' });
  const { apiKey, externalOrgId } = demoOf(site);
  const call: Call = {
    method: 'POST',
    path: '/webhook/custom',
    headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
    body: JSON.stringify(PAYLOAD),
  };
  await warmUp(url, call);
  await withClient(site, async (client) => {
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
  const all = await latencies({ url, call }, { rounds, seconds, onRound: tell });
  const left = undisturbed(all);
  const [latency, ofAll] = [latencyOf(left), latencyOf(all)];
  console.log(`\n${left.length} of ${all.length} rounds were left alone by others on the host`);
  if (left.length > 0) {
    show('one lone caller', latency.lone);
    show('at half of the highest load', latency.half);
  }
  showRatio(['p99 at half load : median of a lone call', latency.ratio, 'below', 10]);
  console.log(`  (of all rounds ${ofAll.ratio.toFixed(2)})`);
  keep('half-load', { seconds, ratio: latency.ratio, rounds: all });
});

/** So many calls that the database has made the files of its log, which it then uses again. */
async function warmUp(url: string, call: Call): Promise<void> {
  const { measure } = opening('open a deposit', url, call);
  for (let tries = 0; tries < 3; tries++) {
    for (const callers of CALLERS) show('open a deposit', await measure(seconds, callers), callers);
  }
}

function tell({ highest, lone, half, stolen }: Round): void {
  const taken = stolen === null ? '' : `   others took ${(stolen * 100).toFixed(1).padStart(4)} %`;
  console.log(
    `  highest ${highest.toFixed(0).padStart(5)} /s   lone ${lone.median.toFixed(2).padStart(6)} ms   p99 ${half.p99.toFixed(1).padStart(7)} ms   ${(half.p99 / lone.median).toFixed(1).padStart(6)} times${taken}`,
  );
}
