import { DEMO_PAYLOAD } from '../src/sandbox/demo/demo.ts';
import { ID } from './load.ts';

/** A contract with two tenants, as partners send it. */
export const PAYLOAD: Readonly<Record<string, string>> = {
  ...DEMO_PAYLOAD,
  ...withPrefix('tenant2', { FirstName: 'Noah', LastName: 'Brunner', Email: 'noah.brunner@mail.example' }),
  ownerStreet: 'Talstrasse',
  ownerStreetNumber: '5',
  ownerZip: '8001',
  ownerCity: 'Zürich',
  externalContractId: ID,
};

/** Every field that a call can have: four tenants. */
export const FULL_PAYLOAD: Readonly<Record<string, string>> = {
  ...PAYLOAD,
  ...withPrefix('tenant3', { FirstName: 'Mia', Email: 'mia.brunner@mail.example' }),
  ...withPrefix('tenant4', { FirstName: 'Luca', Email: 'luca.brunner@mail.example' }),
};

/** All ids have the same width; `run` separates the calls of one run from those of another. */
export function contractIds(run: string): (n: number) => string {
  return (n) => `${run}${n.toString(36).padStart(ID.length - run.length, '0')}`;
}

function withPrefix(prefix: string, own: Record<string, string>): Record<string, string> {
  const first = Object.entries(DEMO_PAYLOAD).filter(([field]) => field.startsWith('tenant'));
  const fields = first.map(([field, value]): [string, string] => [field.slice('tenant'.length), value]);
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(fields), ...own }).map(([field, value]) => [`${prefix}${field}`, value]),
  );
}
