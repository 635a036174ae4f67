import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import { fromChf, type Rappen } from '../domain/values/money.ts';
import { depositSchema, type DepositView } from '../operator/deposit-view.ts';
import { ids } from '../operator/routes.ts';
import type { typed } from '../web/typed.ts';
import { problemSchema } from '../web/problem.ts';

/** What a call of the sandbox works with. */
export type Sandbox = {
  server: ReturnType<typeof typed>;
  services: Services;
  drain: () => Promise<void>;
  /** The deposit, once all effects of the call are done. */
  answer: (id: string) => Promise<DepositView>;
};

export type SandboxRoute = (sandbox: Sandbox) => void;

export const sandboxProblems = {
  401: problemSchema,
  403: problemSchema,
  404: problemSchema,
  409: problemSchema,
  422: problemSchema,
  500: problemSchema,
};
export const sandboxTags = { tags: ['Sandbox'], security: [{ operatorToken: [] }] };

/** A call about one deposit, which answers with its record. */
export function described<Body extends z.ZodType>(summary: string, body: Body) {
  return {
    schema: { ...sandboxTags, summary, params: ids('id'), body, response: { ...sandboxProblems, 200: depositSchema } },
  };
}

export const rappenOf = (chf: number): Rappen => fromChf(chf) as Rappen;
