import * as z from 'zod';
import type { Services } from '../actions/services.ts';
import { fromChf, type Rappen } from '../domain/values/money.ts';
import type { MoveInput } from '../actions/move-deposit.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import { depositSchema, type DepositView } from '../operator/deposit-view.ts';
import { makeMove } from '../operator/move.ts';
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

/** A part that is played with one deposit: a call of the sandbox, and a form on the partner's pages. */
export type Play = {
  /** The end of its address. */
  name: string;
  summary: string;
  body: z.ZodType;
  /** In bytes; null: as usual. */
  largestBody: number | null;
  /** What is refused is thrown as a problem. */
  act: (services: Services, depositId: string, body: unknown) => Promise<void>;
};

export function play<Body extends z.ZodType>(
  name: string,
  summary: string,
  body: Body,
  act: (services: Services, depositId: string, body: z.infer<Body>) => Promise<unknown>,
  { largestBody = null }: { largestBody?: number | null } = {},
): Play {
  return {
    name,
    summary,
    body,
    largestBody,
    act: async (services, depositId, given) => {
      await act(services, depositId, given as z.infer<Body>);
    },
  };
}

/** A part that is one move of the deposit. */
export function playMove<Body extends z.ZodType, N extends MoveName>(
  name: string,
  summary: string,
  body: Body,
  move: N,
  input: (body: z.infer<Body>, services: Services) => MoveInput<N>,
): Play {
  return play(name, summary, body, (services, id, given) => makeMove(services, id, move, input(given, services)));
}

/** Answers with the deposit. */
export function playRoute({ name, summary, body: schema, largestBody, act }: Play): SandboxRoute {
  return ({ server, services, answer }) => {
    const route = { ...described(summary, schema), ...(largestBody === null ? {} : { bodyLimit: largestBody }) };
    server.post(`/deposits/:id/${name}`, route, async ({ params: { id }, body }) => {
      await act(services, id, body);
      return answer(id);
    });
  };
}

export const rappenOf = (chf: number): Rappen => fromChf(chf) as Rappen;
