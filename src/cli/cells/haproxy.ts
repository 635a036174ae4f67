import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { MapEntry } from '../../storage/cells/map.ts';

const LIMIT_MS = 5_000;

/** One command of HAProxy's runtime API: a connection each. */
async function ask(socket: string, command: string): Promise<string> {
  const [, host, port] = /^(.*):(\d+)$/.exec(socket) ?? [];
  const stream = port === undefined ? connect(socket) : connect(Number(port), host);
  stream.setTimeout(LIMIT_MS, () => stream.destroy(new Error('HAProxy does not answer')));
  stream.write(`${command}\n`);
  return (await text(stream)).trim();
}

/**
 * Switches the entries in every map that has them. An entry that no map has is added where another one of its kind is.
 * Returns those that have no map.
 */
export async function switchMaps(socket: string, entries: readonly MapEntry[]): Promise<MapEntry[]> {
  const maps = [...(await ask(socket, 'show map')).matchAll(/^(-?\d+) \(/gm)].map(([, id]) => `#${id}`);
  const homes = new Map<MapEntry['kind'], string>();
  const missing: MapEntry[] = [];
  for (const entry of entries) {
    let isFound = false;
    for (const map of maps) {
      const answer = await ask(socket, `set map ${map} ${entry.name} ${entry.cell}`);
      if (answer !== '') continue;
      isFound = true;
      homes.set(entry.kind, map);
    }
    if (!isFound) missing.push(entry);
  }
  const lost: MapEntry[] = [];
  for (const entry of missing) {
    const map = homes.get(entry.kind);
    const answer = map === undefined ? 'no map' : await ask(socket, `add map ${map} ${entry.name} ${entry.cell}`);
    if (answer !== '') lost.push(entry);
  }
  return lost;
}
