import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AlreadyAsked, NotYours } from '../actions/approvals/refused.ts';
import { notRevokedIn as notRevokedInWords, tellKey } from '../actions/cells/tell-news.ts';
import type { Services } from '../actions/services.ts';
import { SetUpRefused } from '../actions/set-up/refused.ts';
import type { OperatorRole } from '../domain/operator.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';
import { changeFrom, noteChanges } from './audit.ts';
import { done } from '../web/typed.ts';
import { HttpProblem, invalid, notFound, problemSchema } from '../web/problem.ts';

export type OperatorSettings = {
  services: Services;
  providers: ProviderCodes;
  callbackAllowPrivate: boolean;
  /** In the test environment, the effects of a move are done before its response. */
  settle: () => Promise<void>;
};

export const keySchema = z.object({ keyId: z.string(), apiKey: z.string().describe('Shown once.') });

const NOT_YET = z.array(z.string()).optional().describe('Cells that do not know it yet, and are told again.');
export const issuedSchema = keySchema.extend({ notYetIn: NOT_YET });

/** Tells the other cells of a key before it is answered, and names those that do not know it yet. */
export async function issued<K extends z.infer<typeof keySchema>>(
  settings: Pick<OperatorSettings, 'services' | 'settle'>,
  request: FastifyRequest,
  what: Parameters<typeof tellKey>[1],
  key: K,
): Promise<K & { notYetIn?: string[] }> {
  // The entry of the audit log is written with the change, before the answer names the key.
  noteChanges(request, [changeFrom(request, JSON.stringify({ keyId: key.keyId }))]);
  const notYetIn = await tellKey(settings, what, key.keyId);
  return notYetIn.length === 0 ? key : { ...key, notYetIn };
}

/** A revoked key, where other cells have not taken that yet. */
const revokedHereSchema = z
  .object({
    keyId: z.string(),
    notRevokedIn: z.array(z.string()).describe('The cells in which calls with it still succeed. They are told again.'),
    detail: z.string(),
  })
  .meta({ id: 'RevokedHere' })
  .describe('Revoked in this cell, and not yet in others.');

export const REVOKED = { 202: revokedHereSchema, 204: done };

/** Null: it is revoked everywhere. */
export async function revokedHere(
  settings: Pick<OperatorSettings, 'services' | 'settle'>,
  what: Parameters<typeof tellKey>[1],
  keyId: string,
): Promise<z.infer<typeof revokedHereSchema> | null> {
  const notRevokedIn = await tellKey(settings, what, keyId);
  return notRevokedIn.length === 0 ? null : { keyId, notRevokedIn, detail: notRevokedInWords(notRevokedIn) };
}

/** The parts of a route's schema that all calls of the operator share. */
export function describe<S extends { response: object }>(access: OperatorRole, summary: string, schema: S) {
  const problems = {
    401: problemSchema,
    403: problemSchema,
    404: problemSchema,
    409: problemSchema,
    422: problemSchema,
    500: problemSchema,
  };
  return {
    config: { access },
    schema: {
      tags: ['Operator'],
      summary,
      security: [{ operatorToken: [] }],
      ...schema,
      response: { ...problems, ...schema.response },
    },
  };
}

export function ids<const N extends string>(...names: N[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<N, z.ZodString>);
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Turns a refused set-up action into a problem of the API. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SetUpRefused) throw problemFrom(error);
    if (error instanceof NotYours) throw new HttpProblem(403, error.message);
    if (error instanceof AlreadyAsked) throw new HttpProblem(409, error.message, { approvalId: error.approvalId });
    throw error;
  }
}

function problemFrom({ kind, about, message, code }: SetUpRefused): HttpProblem {
  switch (kind) {
    case 'unknown':
      return notFound(about);
    case 'conflict':
      return new HttpProblem(409, message);
    case 'invalid':
      return invalid(about, code, message);
  }
}
