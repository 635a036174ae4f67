import { CALLBACK_DOCUMENTS } from '../domain/document.ts';
import { INTEGRATIONS, type Integration } from '../domain/integration.ts';
import * as z from 'zod';

/** What differs between the five paths. */
const path = z.strictObject({
  separator: z.string().max(20),
  /** `before` each problem, or `between` them. */
  placement: z.enum(['before', 'between']),
  /** The result of a call with missing fields but without invalid ones. */
  missingData: z.enum(['errored', 'skipped']),
  /** Whether answers contain the contract id, once it is known. */
  answersContractId: z.boolean(),
  documents: z.array(z.enum(CALLBACK_DOCUMENTS)),
});

export type Path = z.infer<typeof path>;
export type Paths = Record<Integration, Path>;

const STANDARD: Path = {
  separator: '<br> ',
  placement: 'before',
  missingData: 'errored',
  answersContractId: false,
  documents: [...CALLBACK_DOCUMENTS],
};

export const DEFAULT_PATHS: Paths = {
  custom: STANDARD,
  'garaio-rem': STANDARD,
  'rimo-r5': { ...STANDARD, documents: ['payment_slip', 'pay_in', 'pay_out'] },
  immotop2: { ...STANDARD, documents: ['payment_slip', 'pay_in'] },
  abaimmo: { ...STANDARD, separator: ';', placement: 'between', missingData: 'skipped', answersContractId: true },
};

/** The operator's overrides: any column of any path. */
const overrides = z.strictObject(
  Object.fromEntries(INTEGRATIONS.map((integration) => [integration, path.partial().optional()])),
);

/** Throws with a sentence that says what to fix. */
export function overridePaths(json: string): Paths {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`it is not JSON (${(error as Error).message})`, { cause: error });
  }
  const read = overrides.safeParse(value);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const changed = INTEGRATIONS.map((integration) => {
    const changes = Object.entries(read.data[integration] ?? {}).filter(([, set]) => set !== undefined);
    return [integration, { ...DEFAULT_PATHS[integration], ...Object.fromEntries(changes) }];
  });
  return Object.fromEntries(changed) as Paths;
}
