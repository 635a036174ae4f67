import { accessOf } from '../../test/support/routes.ts';
import type { Access } from '../../src/web/access.ts';

/** A route of the service: `name` is `GET /manager/deposits/:id`. */
export type Route = { name: string; method: string; path: string; parts: readonly string[]; access: Access };

export function routesOf(names: readonly string[]): Route[] {
  return names.map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, path, parts: path.split('/'), access: accessOf(name) };
  });
}

/** A parameter by what stands before it: `deposits/:id`. */
export type Place = string;

export function placesOf({ parts }: Route): Place[] {
  return parts.flatMap((part, at) => (part.startsWith(':') ? [parameterAt(parts, at)] : []));
}

export const parameterAt = (parts: readonly string[], at: number): Place => `${parts[at - 1] ?? ''}/${parts[at] ?? ''}`;

type Found = { route: Route; values: [Place, string][] };

/** Finds the route of a path, and the values of its parameters. */
export class RouteTable {
  readonly routes: readonly Route[];
  readonly byName: ReadonlyMap<string, Route>;
  readonly #byLength = new Map<number, Route[]>();

  constructor(routes: readonly Route[]) {
    this.routes = routes;
    this.byName = new Map(routes.map((route) => [route.name, route]));
    for (const route of routes) {
      const same = this.#byLength.get(route.parts.length) ?? [];
      this.#byLength.set(route.parts.length, [...same, route]);
    }
  }

  find(method: string, path: string): Found | null {
    const given = path.split('/');
    const fits = (this.#byLength.get(given.length) ?? []).filter(
      (route) => route.method === method && route.parts.every((part, at) => part.startsWith(':') || part === given[at]),
    );
    // As the router does: what is written out counts before a parameter.
    const [route] = fits.sort((one, other) => placesOf(one).length - placesOf(other).length);
    if (route === undefined) return null;
    const values = route.parts.flatMap((part, at): [Place, string][] =>
      part.startsWith(':') ? [[parameterAt(route.parts, at), given[at] ?? '']] : [],
    );
    return { route, values };
  }
}
