import { readPayload } from '../src/domain/payload/read-payload.ts';
import type { Day } from '../src/domain/values/calendar.ts';
import type { Organization } from '../src/domain/organization.ts';
import { FULL_PAYLOAD } from './payload.ts';

const ROUNDS = 15;
const CALLS = 2_000;
/** Few bodies are parsed in advance, so that the garbage collector does not have to copy waiting ones. */
const AT_ONCE = 50;

/** CPU time to read a full payload, relative to parsing its JSON. */
export function validationInParses(organization: Organization, today: Day): number {
  const text = JSON.stringify(FULL_PAYLOAD);
  const body = JSON.parse(text) as Record<string, unknown>;
  if (!readPayload(body, { organization, today }).ok) throw new Error('The full payload has problems.');
  const ratios = Array.from({ length: ROUNDS }, () => {
    let [parsing, reading] = [0, 0];
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      parsing += timed(() => JSON.parse(text));
      // Freshly parsed bodies, so that nothing is cached from an earlier reading.
      const bodies = Array.from({ length: AT_ONCE }, () => JSON.parse(text) as Record<string, unknown>);
      reading += timed((n) => readPayload(bodies[n] ?? {}, { organization, today }));
    }
    return reading / parsing;
  });
  // The first rounds run before the code is compiled.
  return ratios.slice(5).sort((one, other) => one - other)[Math.floor((ROUNDS - 5) / 2)] as number;
}

function timed(work: (n: number) => unknown): number {
  const { user, system } = process.cpuUsage();
  for (let n = 0; n < AT_ONCE; n++) work(n);
  const since = process.cpuUsage({ user, system });
  return since.user + since.system;
}
