import { drive, type Call, type Load } from './load.ts';
import { middleOf, type Middle } from './show.ts';
import { fresh, type LimitSubject } from './subjects.ts';

type Latencies = { lone: Middle; half: Middle };

/**
 * A lone caller and half of the highest load in turns; of each the middle of the rounds counts. Beside it the same of
 * pgbench: how much slower than a lone one some are where there is nothing but the database and the machine.
 */
export async function latencies(
  {
    url,
    call,
    pgbench,
    highest,
  }: { url: string; call: Call; pgbench: LimitSubject | null; highest: { call: number; limit: number } },
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Latencies & { ofLimit: Latencies | null }> {
  const ours: Record<keyof Latencies, Load[]> = { lone: [], half: [] };
  const ofLimit: Record<keyof Latencies, Load[]> = { lone: [], half: [] };
  for (let round = 0; round < rounds; round++) {
    ours.lone.push(await drive(url, fresh(call), { connections: 1, seconds }));
    ours.half.push(await drive(url, fresh(call), { connections: 256, seconds: seconds * 2, rate: highest.call / 2 }));
    if (pgbench === null) continue;
    ofLimit.lone.push(await pgbench.lone(seconds));
    ofLimit.half.push(await pgbench.half(seconds * 2, highest.limit / 2));
  }
  const middles = ({ lone, half }: Record<keyof Latencies, Load[]>): Latencies => ({
    lone: middleOf(lone),
    half: middleOf(half),
  });
  return { ...middles(ours), ofLimit: pgbench === null ? null : middles(ofLimit) };
}
