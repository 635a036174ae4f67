import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PATHS } from '../../src/partner/paths.ts';
import { judgeOpening } from '../answers.ts';
import { contradiction, isSettled, type Contract, type Organization } from '../book.ts';
import { newContract } from '../payloads.ts';
import { randomOf, type Random } from '../random.ts';
import { AUTHORIZED } from '../set-up.ts';
import { checkCells, rest } from './check.ts';
import { openCells, type CellOf, type CellsWorld } from './world.ts';

export type Played = {
  contracts: Contract[];
  /** Deposits whose withdrawal was acknowledged. */
  withdrawn: Set<string>;
  /** Withdrawals without an answer. */
  unsure: Set<string>;
};

type Holds = { moves: number; killed: number; longestMs: number };

const CLI = join(import.meta.dirname, '..', '..', 'src', 'cli.ts');
const CALLERS = 6;
/** The share of moves that are killed once. */
const KILLED = 0.4;
const HOLD_LIMIT_MS = 1_000;

/** What was done, for a report. */
export type PlayedCells = {
  moves: number;
  killed: number;
  longestMs: number;
  acknowledged: number;
  violations: string[];
};

/** `npm run chaos -- --cells`. Whether nothing was violated. */
export async function runCells(
  moves: number,
  seed: string,
  onEndable: (end: () => Promise<void>) => void,
): Promise<boolean> {
  console.log(`${moves} moves between two cells, seed ${seed}. Starting PostgreSQL and two cells …`);
  const played = await playCells(moves, seed, onEndable, (line) => console.log(line));
  // In the mix of all rounds other programs share the machine, and the time says nothing.
  if (played.longestMs >= HOLD_LIMIT_MS) played.violations.push(`calls were held for ${played.longestMs} ms`);
  console.log(
    `\n${played.moves} moves, ${played.killed} of them killed and run again; calls held at most ${played.longestMs} ms by one that was not.\n` +
      `${played.acknowledged} opens acknowledged; ${played.violations.length} violations.`,
  );
  for (const violation of played.violations.slice(0, 20)) console.log(violation);
  return played.violations.length === 0;
}

/** Organizations move under load in both directions, as often as `moves` says; some moves are killed and run again. */
export async function playCells(
  moves: number,
  seed: string,
  onEndable: (end: () => Promise<void>) => void,
  tell: (line: string) => void = () => undefined,
): Promise<PlayedCells> {
  const world = await openCells(onEndable);
  const random = randomOf(seed);
  const played: Played = { contracts: [], withdrawn: new Set(), unsure: new Set() };
  const holds: Holds = { moves: 0, killed: 0, longestMs: 0 };
  try {
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, (_, n) =>
      call(world, played, randomOf(`${seed} ${n}`), () => isOver),
    );
    const mover = withdraw(world, played, randomOf(`${seed} withdraws`), () => isOver);
    for (let n = 0; n < moves && world.violations.length === 0; n++) tell(await moveOne(world, random, holds));
    isOver = true;
    await Promise.all([...callers, mover]);
    await rest(world);
    await checkCells(world, played);
    const acknowledged = played.contracts.filter(({ attempts }) => attempts.includes('success')).length;
    return { ...holds, acknowledged, violations: world.violations };
  } finally {
    await world.end();
  }
}

const cellOf = ({ cells, homes }: CellsWorld, { id }: Pick<Organization, 'id'>): CellOf =>
  cells.find(({ name }) => name === homes.get(id)) ?? cells[0];

/** Opens deposits; each call goes where the map leads. */
async function call(world: CellsWorld, { contracts }: Played, random: Random, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const organization = random.pick(world.organizations);
    const contract = newContract(organization, random);
    contracts.push(contract);
    while (!isSettled(contract) && !(isOver() && contract.attempts.length > 50)) {
      const { integration, apiKey, externalOrgId } = organization;
      const place = contract.attempts.push(null) - 1;
      const said = await cellOf(world, organization).ask({
        method: 'POST',
        path: `/webhook/${integration}`,
        headers: { 'x-api-key': apiKey, 'x-external-org-id': externalOrgId },
        body: contract.payload,
      });
      if (said?.status === 503) world.violations.push(`${contract.id} was answered 503`);
      const namesContract = DEFAULT_PATHS[integration].answersContractId;
      const { means, fault } = judgeOpening(said, { id: contract.id, isGood: contract.isGood, namesContract });
      contract.attempts[place] = means;
      const wrong = fault ?? contradiction(contract);
      if (wrong !== null) world.violations.push(`the answer to the open call of ${contract.id} ${wrong}`);
      if (!isSettled(contract)) await wait(20);
    }
    await wait(random.whole(20, 200));
  }
}

async function withdraw(
  world: CellsWorld,
  { contracts, withdrawn, unsure }: Played,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await wait(random.whole(50, 200));
    const opened = contracts.filter(({ attempts, isOver: isDone }) => attempts.includes('success') && !isDone);
    if (opened.length === 0) continue;
    const contract = random.pick(opened);
    const cell = cellOf(world, contract.organization);
    const { rows } = await cell.sql.query<{ id: string }>(
      'select id from deposits where organization_id = $1 and external_contract_id = $2',
      [contract.organization.id, contract.id],
    );
    const [deposit] = rows;
    if (deposit === undefined) continue;
    const path = `/sandbox/api/deposits/${deposit.id}/withdraw`;
    const said = await cell.ask({ method: 'POST', path, headers: AUTHORIZED, body: {} });
    if (said === null) unsure.add(deposit.id);
    else if (said.status === 200) withdrawn.add(deposit.id);
    // Not now, or not here.
    else if (said.status !== 409)
      world.violations.push(`withdrawing ${deposit.id} was answered ${said.status}: ${said.text}`);
    contract.isOver = said?.status === 200;
  }
}

async function moveOne(world: CellsWorld, random: Random, holds: Holds): Promise<string> {
  const organization = random.pick(world.organizations);
  const from = cellOf(world, organization);
  const to = world.cells.find((cell) => cell !== from) ?? from;
  const isKilled = random.isSo(KILLED);
  const args = ['organization', 'move', organization.id, '--yes'];
  const env = { ...from.env, MOVE_TO_DATABASE_URL: to.env['DATABASE_URL'] ?? '', HAPROXY_SOCKET: world.haproxySocket };
  const begun = performance.now();
  let ended = await depono(args, env, isKilled ? random.whole(500, 9_000) : null);
  const wasKilled = ended.code === null;
  for (let again = 0; ended.code !== 0 && again < 5; again++) {
    // It may have been killed just after the end.
    if (ended.code === 1 && /already/.test(ended.errors)) break;
    if (ended.code !== null) await wait(1_000);
    ended = await depono(args, env, null);
  }
  holds.moves++;
  if (wasKilled) holds.killed++;
  if (ended.code !== 0 && !/already/.test(ended.errors))
    world.violations.push(`${args.join(' ')} ended with ${ended.code}: ${ended.errors}`);
  const held = Number(/held for (\d+) ms/.exec(ended.errors)?.[1] ?? 0);
  if (!wasKilled) holds.longestMs = Math.max(holds.longestMs, held);
  if (world.homes.get(organization.id) !== to.name)
    world.violations.push(`the map was not switched for ${organization.id}`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  return `${from.name} to ${to.name}  ${seconds} s  held ${held} ms${wasKilled ? '  killed' : ''}`;
}

type Ended = { code: number | null; errors: string };

/** `killAfterMs`: SIGKILL, if it has not ended before. */
function depono(args: readonly string[], env: Record<string, string>, killAfterMs: number | null): Promise<Ended> {
  return new Promise((done) => {
    let errors = '';
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('close', (code) => {
      if (timer !== null) clearTimeout(timer);
      done({ code, errors });
    });
  });
}
