import { faultOfAnswer, openApiOf, type Checker } from '../../test/support/openapi.ts';
import type { WireAnswer } from '../wire.ts';
import type { Schema } from './from-schema.ts';
import type { Route } from './routes.ts';

export type Operation = { body: Schema | null; query: { name: string; schema: Schema }[] };

/** What the document of the service says of its routes. */
export type Spec = {
  /** Null: a page, or a route that is not documented. */
  operation: (route: Route) => Operation | null;
  /** What is wrong with an answer, by the document. */
  fault: (route: Route, answer: WireAnswer) => string | null;
};

type Documented = {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  parameters?: { in: string; name: string; schema: Schema }[];
};

export async function readSpec(address: string): Promise<Spec> {
  const checker: Checker = await openApiOf(address);
  const nameOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');
  const documented = (route: Route): Documented | undefined =>
    checker.document.paths[nameOf(route)]?.[route.method.toLowerCase()] as Documented | undefined;
  return {
    operation: (route) => {
      const found = documented(route);
      if (found === undefined) return null;
      const body = found.requestBody?.content?.['application/json']?.schema ?? null;
      const query = (found.parameters ?? []).filter((one) => one.in === 'query');
      return { body, query };
    },
    fault: (route, { status, headers, body }) => {
      if (documented(route) === undefined) return null;
      return faultOfAnswer(
        checker,
        { method: route.method, route: nameOf(route) },
        { status, headers, text: body.toString('utf8') },
      );
    },
  };
}
