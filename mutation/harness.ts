// Stands in for `node:test` while mutants run: it keeps the tests, so that each can be run again and again.

type Context = { test: (name: string, ...rest: unknown[]) => Promise<void> };
type Work = (context: Context) => unknown;
export type KeptTest = { name: string; work: () => unknown };

let kept: KeptTest[] = [];
let suites: string[] = [];

/** The tests that were told since the last call. */
export function takeTests(): KeptTest[] {
  const taken = kept;
  kept = [];
  return taken;
}

export function test(name: string, ...rest: unknown[]): void {
  const work = workOf(rest);
  if (work !== null) kept.push({ name: [...suites, name].join(' › '), work: () => work(context) });
}

export function describe(name: string, ...rest: unknown[]): void {
  suites = [...suites, name];
  workOf(rest)?.(context);
  suites = suites.slice(0, -1);
}

/** A test inside a test runs at once. */
const context: Context = {
  test: async (_, ...rest) => {
    await workOf(rest)?.(context);
  },
};

/** What a test does; null where it is left out. */
function workOf(rest: readonly unknown[]): Work | null {
  const isSkipped = rest.some(
    (one) => typeof one === 'object' && one !== null && 'skip' in one && one.skip !== false && one.skip !== undefined,
  );
  return isSkipped ? null : ((rest.find((one) => typeof one === 'function') as Work | undefined) ?? null);
}
