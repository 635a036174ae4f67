import { registerRoutes } from '../../test/support/routes.ts';
import type { Drive } from '../drive.ts';
import { drive } from '../drive.ts';
import { Random } from '../random.ts';
import type { Watched } from '../service.ts';
import { doorCall } from './doors.ts';
import { openHouse, type House } from './house.ts';
import { judgeDoor, type Reached } from './judge.ts';

/** How much of the route table was reached. */
export type Coverage = { routes: number; answered: number; succeeded: number; neverSucceeded: string };

type Doors = { house: House; reached: Reached; judge: Drive['judge'] };

export async function openDoors(on: Watched): Promise<Doors> {
  const house = await openHouse(on, registerRoutes(on.routes));
  const reached: Reached = new Map();
  return { house, reached, judge: (call, answer) => judgeDoor(house, reached, call, answer) };
}

export function driveDoors(
  { house, judge }: Doors,
  { count, seed, ...on }: { count: number; seed: number } & Omit<Drive, 'make' | 'judge'>,
): Promise<void> {
  return drive({ ...on, count, judge, make: (number) => doorCall(new Random(seed, number), house) });
}

export function coverageOf({ house, reached }: Doors): Coverage {
  const names = house.table.routes.map(({ name }) => name).filter((name) => !/^\S+ \/webhook\//.test(name));
  const hasSucceeded = (name: string): boolean => [...(reached.get(name) ?? [])].some((status) => status < 400);
  return {
    routes: names.length,
    answered: names.filter((name) => reached.has(name)).length,
    succeeded: names.filter(hasSucceeded).length,
    neverSucceeded: names.filter((name) => !hasSucceeded(name)).join('; '),
  };
}
