import { test as nodeTest, type TestContext } from 'node:test';

/** Whether `npm run test:deep` runs, which takes minutes for what `npm test` does in seconds. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** A test that takes long: it runs in `npm run test:deep`. */
export const IN_DEPTH = { skip: !isDeep && 'takes long: npm run test:deep' };

/** A test that runs in both, with more to do in `npm run test:deep`. */
export const DEEPER = {};

/** The number of runs of a property, or of whatever is repeated. */
export const runCount = ({ quick, deep }: { quick: number; deep: number }): number => (isDeep ? deep : quick);

type Options = { skip?: boolean | string; timeout?: number };
type Work = (t: TestContext) => void | Promise<void>;

/**
 * For files that do not depend on the version of PostgreSQL: `npm test` has run their tests, and `npm run test:deep`
 * repeats none of them. It runs those with options, which are IN_DEPTH or DEEPER.
 */
export function test(...[name, ...rest]: [string, Work] | [string, Options, Work]): void {
  const [options, work] = rest.length === 2 ? rest : [{ skip: isDeep && 'npm test runs it' }, rest[0]];
  void nodeTest(name, options, work);
}
