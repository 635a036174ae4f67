import { setTimeout as wait } from 'node:timers/promises';
import type { Step as OpeningStep } from '../src/domain/deposit.ts';
import { judgeMove } from './answers.ts';
import { deliverAgain, putIntoBankFile } from './bank-files.ts';
import { bankStep, stepAfterTheEnd, type Call, type GiveAccount, type MoneyRecord } from './bank-moves.ts';
import { isSettled, type Contract } from './book.ts';
import type { Random } from './random.ts';
import { AUTHORIZED } from './set-up.ts';
import type { World } from './world.ts';

/** The part of a deposit's record that decides the next move. */
export type DepositRecord = MoneyRecord & {
  step: OpeningStep | null;
  product: string | null;
  rentalDeposit: number;
  paymentReference: string | null;
  closing: { release: object | null; proposal: { by: 'tenant' | 'manager' } } | null;
};

type Step = Call | GiveAccount | 'bank_file' | 'nothing' | 'over';

type Settings = { isOver: () => boolean; byFile: number };

const MOVE_LIMIT_MS = 15_000;
/** Enough moves from the opening to the end. */
const MOST_STEPS = 16;
/** About as many contracts as a round opens. */
const RECENT = 150;
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
    const step = nextStep(deposit, contract, random, byFile);
    if (step === 'over') {
      contract.isOver = true;
      return;
    }
    if (step === 'nothing') return;
    if (step === 'bank_file') {
      await putIntoBankFile(world, deposit, random);
      return;
    }
    deposit = 'move' in step ? await make(world, deposit, step) : await giveAccount(world, contract, step);
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
async function make(world: World, { id }: DepositRecord, { move, body }: Call): Promise<DepositRecord | null> {
  const record = await post(world, `/sandbox/api/deposits/${id}/${move}`, body);
  return record as DepositRecord | null;
}

/** The payee names another account, and the money can go out again. */
async function giveAccount(world: World, contract: Contract, given: GiveAccount): Promise<DepositRecord | null> {
  const done = await post(world, `/operator/api/money/${given.orderId}/account`, given.body);
  return done === null ? null : find(world, contract);
}

async function post(world: World, path: string, body: object | undefined): Promise<unknown> {
  const { counts } = world.book;
  counts.moves++;
  const content = body === undefined ? {} : { body };
  const said = await world.ask({ method: 'POST', path, headers: AUTHORIZED, ...content, limitMs: MOVE_LIMIT_MS });
  const { means, fault } = judgeMove(said);
  if (fault !== null) world.violate(`${path} ${fault}`);
  counts[means === 'made' ? 'movesMade' : means === 'refused' ? 'movesRefused' : 'movesFailed']++;
  return means === 'made' ? said?.json : null;
}

/** One way forward; now and then an edit, a withdrawal, or too much money. */
function nextStep(deposit: DepositRecord, { attempts }: Contract, random: Random, byFile: number): Step {
  const { state, step, closing, rentalDeposit } = deposit;
  // A call still in flight could rightly open a withdrawn contract again.
  const mayWithdraw = attempts.length === 1 && random.isSo(0.08);
  const ofBank = bankStep(deposit, random);
  if (ofBank !== null) return ofBank;
  if (state === 'closed' || state === 'withdrawn') return stepAfterTheEnd(deposit) ?? 'over';
  if (state === 'draft_editing') return { move: 'resend' };
  if (state === 'open') {
    const by = random.pick(['tenant', 'manager'] as const);
    return { move: 'start-closing', body: { by, amountLandlord: random.whole(0, Math.floor(rentalDeposit)) } };
  }
  if (state === 'closing') {
    if (closing?.release !== null) return { move: 'payout-completed' };
    const other = closing.proposal.by === 'tenant' ? 'manager' : 'tenant';
    if (random.isSo(0.2)) return { move: 'counter', body: { by: other, amountLandlord: 100 } };
    return { move: 'consent', body: { by: other } };
  }
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
