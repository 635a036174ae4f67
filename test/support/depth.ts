/** Whether `npm run test:deep` runs, which takes minutes for what `npm test` does in seconds. */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** A test that takes long: it runs in `npm run test:deep`. */
export const IN_DEPTH = { skip: !isDeep && 'takes long: npm run test:deep' };

/** The number of runs of a property, or of whatever is repeated. */
export const runCount = ({ quick, deep }: { quick: number; deep: number }): number => (isDeep ? deep : quick);
