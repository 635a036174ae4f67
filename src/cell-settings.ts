import { databaseUrl, settingOf, url, type Environment } from './config-values.ts';

export type CellSettings = {
  /** The name of this cell, a database with its processes. */
  cell: string;
  /** The addresses of all cells, by name; empty where there is one. */
  cells: ReadonlyMap<string, string>;
  /** The database of the cell that `depono organization move` moves to. */
  moveToDatabaseUrl: string | null;
  /** HAProxy's runtime socket: a path or host:port. Only `depono organization move` uses it. */
  haproxySocket: string | null;
};

/** As in HAProxy: a name is one word in a map, and the name of a backend. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

export function cellSettings(env: Environment, read: <T>(reader: () => T, otherwise: T) => T): CellSettings {
  const cell = read(() => nameOf('CELL', settingOf(env, 'CELL') ?? 'main'), 'main');
  return {
    cell,
    cells: read(() => cellsOf(env, cell), new Map()),
    moveToDatabaseUrl: read(() => databaseUrl(env, 'MOVE_TO_DATABASE_URL'), null),
    haproxySocket: settingOf(env, 'HAPROXY_SOCKET'),
  };
}

function nameOf(setting: string, name: string): string {
  if (NAME.test(name)) return name;
  throw new Error(`${setting} has the name "${name}". A cell's name has small letters, digits, dots, - and _ only.`);
}

function cellsOf(env: Environment, cell: string): Map<string, string> {
  const listed = (settingOf(env, 'CELLS') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const cells = new Map<string, string>();
  for (const one of listed) {
    const at = one.indexOf('=');
    if (at < 1)
      throw new Error(
        'CELLS lists names and addresses, for example: main=https://a.example.ch,second=https://b.example.ch.',
      );
    const name = nameOf('CELLS', one.slice(0, at));
    const address = url({ CELLS: one.slice(at + 1) }, 'CELLS', ['http:', 'https:']);
    if (cells.has(name)) throw new Error(`CELLS has the name "${name}" twice.`);
    cells.set(name, address?.replace(/\/+$/, '') ?? '');
  }
  if (cells.size > 0 && !cells.has(cell)) {
    throw new Error(`CELL is "${cell}", which CELLS does not list. Add it with its address, or set CELL.`);
  }
  return cells;
}
