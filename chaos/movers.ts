import { setTimeout as wait } from 'node:timers/promises';
import type { Step as OpeningStep } from '../src/domain/deposit.ts';
import { judgeMove, type MoveMeaning } from './answers.ts';
import { deliverAgain, putIntoBankFile } from './bank-files.ts';
import { bankStep, stepAfterTheEnd, type Call, type GiveAccount, type MoneyRecord } from './bank-moves.ts';
import { isSettled, type Contract } from './book.ts';
import { changeStep, type ChangeableRecord } from './mix/changes.ts';
import { closingStep, type ClosingRecord } from './mix/closing.ts';
import { askAsOperator, decideTogether } from './mix/four-eyes.ts';
import { answersItself } from './mix/providers.ts';
import type { Random } from './random.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

/** The part of a deposit's record that decides the next move. */
export type DepositRecord = MoneyRecord &
  ChangeableRecord &
  ClosingRecord & {
    organizationId: string;
    step: OpeningStep | null;
    paymentReference: string | null;
  };

type Step = Call | GiveAccount | 'bank_file' | 'nothing' | 'over';

type Settings = { isOver: () => boolean; byFile: number };

const MOVE_LIMIT_MS = 15_000;
/** Enough moves from the opening to the end. */
const MOST_STEPS = 16;
/** About as many contracts as a round opens. */
const RECENT = 150;
/** Their input fits tenants, product and amount as they were read, which may be others by now. */
const MAY_BE_OVERTAKEN = new Set(['changes', 'change-signs', 'start-closing', 'withdraw']);
/** How often the bank sends a file again. */
const FILES_AGAIN = 0.15;

/** Plays the other parties: moves existing deposits some steps forward. */
export async function moveAsOthers(world: World, random: Random, settings: Settings): Promise<void> {
  while (!settings.isOver()) {
    const contract = chooseFree(world, random);
    if (contract === null) {
      await wait(50);
      continue;
    }
    if (random.isSo(FILES_AGAIN)) deliverAgain(world, random);
    contract.isBusy = true;
    try {
      await moveOn(world, contract, random, settings);
    } finally {
      contract.isBusy = false;
    }
    await wait(random.whole(0, 50));
  }
}

/** Of a recent contract, mostly one that was begun, so that some reach the end in the round whose scenarios they have. */
function chooseFree({ book: { contracts } }: World, random: Random): Contract | null {
  const begun = contracts
    .slice(-RECENT)
    .filter(({ depositId, isOver, isBusy }) => depositId !== null && !isOver && !isBusy);
  for (let tries = 0; tries < 20; tries++) {
    const newest = random.isSo(0.7) ? contracts.slice(-60) : contracts;
    const from = begun.length > 0 && random.isSo(0.4) ? begun : newest;
    if (from.length === 0) return null;
    const one = random.pick(from);
    const isThere = one.isGood && isSettled(one) && !one.attempts.includes(null);
    if (isThere && !one.isBusy && !one.isOver) return one;
  }
  return null;
}

async function moveOn(world: World, contract: Contract, random: Random, { isOver, byFile }: Settings): Promise<void> {
  let deposit = await find(world, contract);
  for (let steps = 0; deposit !== null && steps < MOST_STEPS && !isOver(); steps++) {
    const step = nextStep(world, deposit, contract, { random, byFile });
    if (step === 'over') {
      contract.isOver = true;
      return;
    }
    if (step === 'nothing') return;
    if (step === 'bank_file') {
      await putIntoBankFile(world, deposit, random);
      return;
    }
    deposit = 'move' in step ? await make(world, deposit, step) : await giveAccount(world, contract, step, random);
  }
}

async function find(world: World, contract: Contract): Promise<DepositRecord | null> {
  const { organization, id } = contract;
  const query = new URLSearchParams({ externalContractId: id });
  const path =
    contract.depositId === null
      ? `/operator/api/organizations/${organization.id}/deposits?${query.toString()}`
      : `/operator/api/deposits/${contract.depositId}`;
  const said = await world.ask({ method: 'GET', path, headers: AUTHORIZED, limitMs: MOVE_LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`the record of ${id} ${fault}`);
  if (said === null || means !== 'made') return null;
  if (contract.depositId !== null) return said.json as DepositRecord;
  const [deposit, ...others] = (said.json as { deposits: DepositRecord[] }).deposits;
  if (deposit === undefined || others.length > 0) {
    world.violate(`${id} was acknowledged, and has ${others.length + (deposit === undefined ? 0 : 1)} deposits`);
    return null;
  }
  contract.depositId = deposit.id;
  return deposit;
}

/** Null if the move was not made, or the outcome is unknown. */
async function make(world: World, { id }: DepositRecord, call: Call): Promise<DepositRecord | null> {
  const path = `/sandbox/api/deposits/${id}/${call.move}`;
  const all = await Promise.all(Array.from({ length: call.twice === true ? 2 : 1 }, () => post(world, path, call)));
  for (const { means } of all) {
    const isUnsure = means === 'none' || means === 'failed';
    world.book.moves.push({ depositId: id, move: call.move, body: call.body, isMade: means === 'made', isUnsure });
  }
  if (call.move === 'changes' && all.some(({ means }) => means === 'made')) world.book.counts.changesStarted++;
  return (all.find(({ means }) => means === 'made')?.json ?? null) as DepositRecord | null;
}

/** The payee names another account, and the money can go out again. A second person agrees. */
async function giveAccount(
  world: World,
  contract: Contract,
  given: GiveAccount,
  random: Random,
): Promise<DepositRecord | null> {
  const path = `/operator/api/money/${given.orderId}/account`;
  const { means, asked } = await askAsOperator(world, random, { method: 'POST', path, body: given.body });
  const isDone = asked === null ? means === 'made' : await decideTogether(world, random, asked);
  return isDone ? find(world, contract) : null;
}

async function post(world: World, path: string, { move, body }: Call): Promise<{ means: MoveMeaning; json: unknown }> {
  const { counts } = world.book;
  counts.moves++;
  const content = body === undefined ? {} : { body };
  const said = await world.ask({ method: 'POST', path, headers: AUTHORIZED, ...content, limitMs: MOVE_LIMIT_MS });
  const { means, fault } = judgeMove(said);
  const isOvertaken = said?.status === 422 && MAY_BE_OVERTAKEN.has(move);
  if (fault !== null && !isOvertaken) world.violate(`${path} ${fault}`);
  counts[means === 'made' ? 'movesMade' : means === 'refused' ? 'movesRefused' : 'movesFailed']++;
  return { means, json: means === 'made' ? said?.json : null };
}

/** One way forward; now and then an edit, a withdrawal, or too much money. */
function nextStep(
  { mix }: World,
  deposit: DepositRecord,
  { attempts }: Contract,
  { random, byFile }: { random: Random; byFile: number },
): Step {
  const { state, step, rentalDeposit } = deposit;
  // A call still in flight could rightly open a withdrawn contract again.
  const mayWithdraw = attempts.length === 1 && random.isSo(0.08);
  const ofBank = bankStep(deposit, random);
  if (ofBank !== null) return ofBank;
  if (state === 'closed' || state === 'withdrawn') return stepAfterTheEnd(deposit) ?? 'over';
  if (state === 'draft_editing') return { move: 'resend' };
  if (isForProvider(deposit) && answersItself(mix, deposit, random)) return 'nothing';
  if (state === 'open') return changeStep(deposit, random) ?? closingStep(deposit, random);
  if (state === 'closing') return closingStep(deposit, random);
  if (mayWithdraw) return { move: 'withdraw' };
  switch (step) {
    case 'awaiting_manager_signature':
      return { move: 'manager-signs' };
    case 'awaiting_tenant_signatures':
      return random.isSo(0.06)
        ? { move: 'edit', body: { rentalDeposit: rentalDeposit + 5 } }
        : { move: 'tenant-signs' };
    case 'awaiting_account':
      return { move: 'account-opened' };
    case 'awaiting_cover':
      return { move: 'cover-confirmed' };
    case 'awaiting_payment':
      if (random.isSo(byFile)) return 'bank_file';
      return random.isSo(0.2)
        ? { move: 'payment', body: { amount: random.whole(1, rentalDeposit + 50) } }
        : { move: 'payment' };
    // Waits for the clock.
    case 'awaiting_send':
    case null:
      return 'nothing';
  }
}

/** The bank or the insurer is next. */
function isForProvider({ step, changes, product, closing }: DepositRecord): boolean {
  if (step === 'awaiting_account' || step === 'awaiting_cover') return true;
  if (changes.some(({ state }) => state === 'at_provider')) return true;
  return product === 'insurance' && (closing?.release ?? null) !== null;
}
