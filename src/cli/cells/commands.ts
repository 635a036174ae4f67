import { listMapEntries } from '../../storage/cells/map.ts';
import { moveCommand } from './move.ts';
import { command, type Command } from '../command.ts';

const map = command({
  name: 'org map',
  role: 'viewer',
  summary: 'Print which cell serves which organization, for HAProxy',
  usage: '',
  about: `One line per entry: "key KEY/EXTERNAL-ID CELL" for open calls, by key id and external organization id, and
"org ORGANIZATION CELL" for everything else. HAProxy reads one map of each kind, without the first word.`,
  words: [0, 0],
  examples: [
    'depono org map',
    "depono org map | sed -n 's/^key //p' > /etc/haproxy/keys.map",
    "depono org map | sed -n 's/^org //p' > /etc/haproxy/organizations.map",
  ],
  options: {},
  run: async ({ output, services, settings }) => {
    const entries = await listMapEntries((await services()).database, { cell: settings().cell });
    for (const { kind, name, cell } of entries) {
      output.object({ kind, name, cell });
      output.say(`${kind} ${name} ${cell}`);
    }
    return 0;
  },
});

export const cellCommands: readonly Command[] = [map, moveCommand];
