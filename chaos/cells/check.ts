import { setTimeout as wait } from 'node:timers/promises';
import { verify } from '../../src/actions/verify.ts';
import type { Played } from './run.ts';
import type { CellsWorld } from './world.ts';

const REST_LIMIT_MS = 120_000;

/** Until everything is done that is due. */
export async function rest({ cells, violations }: CellsWorld): Promise<void> {
  const end = Date.now() + REST_LIMIT_MS;
  for (const { name, sql } of cells) {
    for (;;) {
      const { rows } = await sql.query<{ due: number }>(
        `select (select count(*) from effects e join organizations o on o.id = e.organization_id and o.home is null
                 where e.state = 'waiting' and e.due_at <= service_now())::integer
              + (select count(*) from deliveries d join organizations o on o.id = d.organization_id and o.home is null
                 where d.state = 'waiting')::integer as due`,
      );
      if (rows[0]?.due === 0) break;
      if (Date.now() > end) {
        violations.push(`${rows[0]?.due} effects and callbacks of ${name} are still due`);
        break;
      }
      await wait(200);
    }
  }
}

/** Nothing lost, nothing twice, nothing done twice, and the books are whole. */
export async function checkCells(world: CellsWorld, { contracts, withdrawn, unsure }: Played): Promise<void> {
  const { cells, violations, letterbox, receivers, homes } = world;
  const found = new Map<string, number>();
  for (const { name, sql } of cells) {
    const { rows } = await sql.query<{ id: string; contract: string; state: string; organization: string }>(
      `select d.id, d.external_contract_id as contract, d.state, d.organization_id as organization
       from deposits d join organizations o on o.id = d.organization_id and o.home is null`,
    );
    for (const { id, contract, state, organization } of rows) {
      found.set(contract, (found.get(contract) ?? 0) + 1);
      if (homes.has(organization) && homes.get(organization) !== name)
        violations.push(`${organization} is at home in ${name}, which the map does not say`);
      const isWithdrawn = state === 'withdrawn';
      if (withdrawn.has(id) && !isWithdrawn) violations.push(`the withdrawal of ${id} is lost`);
      if (!withdrawn.has(id) && isWithdrawn && !unsure.has(id)) violations.push(`${id} was withdrawn by nobody`);
    }
    for (const { depositId, fault } of (await verify(sql)).faults) violations.push(`${name}: ${depositId}: ${fault}`);
    const { rows: twice } = await sql.query<{ id: string; count: number }>(
      `select e.deposit_id as id, count(*)::integer as count from effects e
       join organizations o on o.id = e.organization_id and o.home is null
       where e.mail_kind in ('new_deposit', 'deposit_to_check') group by e.deposit_id, e.mail_kind, e.recipient_hash having count(*) > 1`,
    );
    for (const { id, count } of twice) violations.push(`${count} mails of one kind about ${id}`);
  }
  for (const { id, attempts } of contracts) {
    const count = found.get(id) ?? 0;
    if (count > 1) violations.push(`${id} is there ${count} times`);
    const isStored = attempts.some((outcome) => outcome === 'success' || outcome === 'exists');
    if (isStored && count === 0) violations.push(`${id} was acknowledged and is lost`);
    if (!isStored && count > 0 && !attempts.includes('none'))
      violations.push(`${id} is stored, though each answer said it is not`);
  }
  for (const [id, count] of letterbox.arrived) if (count > 1) violations.push(`the mail ${id} came ${count} times`);
  for (const { arrived } of receivers) {
    for (const [id, { count, fault }] of arrived) {
      if (count > 1) violations.push(`the callback ${id} came ${count} times`);
      if (fault !== null) violations.push(`the callback ${id} ${fault}`);
    }
  }
}
