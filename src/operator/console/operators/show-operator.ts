import type { FastifyReply } from 'fastify';
import { listOperators, operatorById, type Operator } from '../../../actions/operators/operators.ts';
import { realTime } from '../../../storage/database/clock.ts';
import { listOperatorTokens } from '../../../storage/operators/tokens.ts';
import type { ConsoleApp, ConsoleVisit } from '../app.ts';
import { trySetUp } from '../forms.ts';
import { takeShown } from '../shown-once.ts';
import { operatorPage, type OperatorGiven } from './operator-page.ts';

/** The page of an operator, with what was typed and is wrong. */
export async function showOperator(
  app: ConsoleApp,
  visit: ConsoleVisit,
  filled: OperatorGiven,
): Promise<FastifyReply | null> {
  const { services } = app;
  const { database } = services;
  const operator = await operatorInAddress(app, visit);
  if (operator === null) return null;
  const view = {
    operator,
    tokens: await listOperatorTokens(database, operator.id),
    operators: await listOperators(services, database),
    now: await realTime(database),
    shown: takeShown(app, visit),
  };
  const isRefused = Object.keys({ ...filled.problems, ...filled.tokenProblems }).length > 0;
  return visit.show('operators', operatorPage(view, visit, filled), isRefused ? 422 : 200);
}

export async function operatorInAddress(
  { services }: ConsoleApp,
  { params: { id = '' } }: ConsoleVisit,
): Promise<Operator | null> {
  return (await trySetUp(operatorById(services, services.database, id), []))?.value ?? null;
}
