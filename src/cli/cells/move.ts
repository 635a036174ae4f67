import { setTimeout as wait } from 'node:timers/promises';
import { bringBackFamily } from '../../actions/cells/bring-back.ts';
import { abortMove, moveOrganization, type OrganizationMove } from '../../actions/cells/move-organization.ts';
import { MoveFailed, MoveRefused } from '../../actions/cells/refused.ts';
import { recordChange } from '../../actions/audit.ts';
import type { Services } from '../../actions/services.ts';
import { keyCheckOf } from '../../storage/cells/cell-name.ts';
import { listMapEntries } from '../../storage/cells/map.ts';
import { isPublished, isSubscribed } from '../../storage/cells/replication.ts';
import { lockMoves, readSide, withSides, type SideFacts, type Sides } from '../../storage/cells/sides.ts';
import { countRunningMandates, familyOf, readHome, readMove, type Family } from '../../storage/cells/state.ts';
import { command, refuseCommand, wrongCall, type CommandContext, type Settings } from '../command.ts';
import { confirm, YES } from '../confirm.ts';
import { organizationByName } from '../find.ts';
import { switchMaps } from './haproxy.ts';

const ABOUT = `Moves an organization with its sub-organizations from the database of DATABASE_URL to that of MOVE_TO_DATABASE_URL, by
PostgreSQL's logical replication, while it is served. Calls are held below a second; they get the answer that nothing was
created. Documents that are in the object store come back into the database first, and go out again in the other cell. After a
kill, run it again: it goes on where it was. --abort goes back, while calls still go to the source.
With HAPROXY_SOCKET the maps of HAProxy are switched; otherwise the lines to switch are printed.

0: done. 1: refused, with the reason. 2: it could not be done now.`;

export const moveCommand = command({
  name: 'org move',
  role: 'admin',
  summary: 'Move an organization to another cell',
  usage: 'ORG [--yes] [--abort]',
  about: ABOUT,
  words: [1, 1],
  examples: [
    'MOVE_TO_DATABASE_URL=postgres://… depono org move "Muster Immobilien AG" --yes',
    'depono org move "Muster Immobilien AG" --abort --yes',
  ],
  options: { ...YES, abort: { type: 'flag', about: 'go back; possible while calls still go to the source' } },
  run: async (context, { words: [typed = ''], options: { yes, abort } }) => {
    const { output, services, author } = context;
    const settings = context.settings();
    const { databaseUrl, moveToDatabaseUrl, cell } = settings;
    const all = await services();
    const organization = await organizationByName(all, typed);
    if (organization.parentId !== null) {
      throw refuseCommand('A sub-organization does not move alone. Move the organization that it is part of.');
    }
    if (databaseUrl === null)
      throw refuseCommand('The embedded database is no cell: set DATABASE_URL to a PostgreSQL of your own.');
    if (abort && (await readMove(all.database, 'source', organization.id)) === null) {
      throw refuseCommand('There is no move of this organization to abort.');
    }
    if (moveToDatabaseUrl === null) {
      throw wrongCall('Set MOVE_TO_DATABASE_URL to the database of the cell that the organization shall move to.');
    }
    return withSides(databaseUrl, moveToDatabaseUrl, async (sides) => {
      const to = await checkSides(sides, { cell, keyCheck: keyCheckOf(all.vault) });
      if (!(await lockMoves(sides.source)))
        throw refuseCommand('Another process moves an organization from here at this moment.');
      const family = await familyToMove(sides, organization.id, to);
      await confirm(
        context,
        yes,
        `${abort ? 'Go back with' : 'Move'} ${organization.name} ${abort ? 'from' : 'to'} the cell ${to}?`,
      );
      const what = {
        verb: abort ? 'abort_move' : 'move',
        thing: 'organization',
        about: { organization: organization.id },
      };
      await recordChange(all, await author(), {
        ...what,
        organizationId: organization.id,
        changes: { cell: { from: cell, to } },
      });
      await explained(
        abort
          ? abortMove({ sides, family, from: cell })
          : moveOrganization(moveOf(context, { all, sides, family, to, settings, databaseUrl })),
      );
      output.show({ organization: organization.id, cell: abort ? cell : to }, () =>
        abort ? `${organization.name} stays at home in ${cell}.` : `${organization.name} is at home in ${to}.`,
      );
      return 0 as const;
    });
  },
});

type Given = Pick<OrganizationMove, 'sides' | 'family' | 'to'> & {
  all: Services;
  settings: Settings;
  databaseUrl: string;
};

function moveOf(
  { output }: CommandContext,
  { all, sides, family, to, settings: { cell, haproxySocket }, databaseUrl }: Given,
): OrganizationMove {
  const bar = output.progress('tables');
  let copied = -1;
  return {
    sides,
    family,
    from: cell,
    to,
    sourceAddress: databaseUrl,
    say: output.warn,
    onProgress: ({ copied: now, tables }) => {
      bar.update(now, tables);
      if (now !== copied && tables > 0 && (now % 10 === 0 || now === tables))
        output.warn(`${now} of ${tables} tables are copied.`);
      copied = now;
    },
    bringBackDocuments: () => bringBackFamily(all, family, output.warn),
    switchCalls: async () => {
      const entries = await listMapEntries(sides.target, { cell: to, organizationIds: family.ids });
      const lines = (some: typeof entries): string =>
        some.map((one) => `${one.kind} ${one.name} ${one.cell}`).join('\n');
      if (haproxySocket === null) return output.warn(`Switch these entries of your proxy’s maps:\n${lines(entries)}`);
      try {
        const lost = await switchMaps(haproxySocket, entries);
        if (lost.length > 0) output.warn(`No map of HAProxy has room for these entries; add them:\n${lines(lost)}`);
      } catch (error) {
        output.warn(
          `HAProxy’s maps were not switched (${(error as Error).message}). Switch these entries:\n${lines(entries)}`,
        );
      }
    },
    wait,
  };
}

async function explained(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MoveRefused) throw refuseCommand(error.message);
    if (error instanceof MoveFailed) throw wrongCall(error.message);
    throw error;
  }
}

/** The name of the target's cell. */
async function checkSides(
  { source, target }: Sides,
  { cell, keyCheck }: { cell: string; keyCheck: string },
): Promise<string> {
  const [here, there] = [await readSide(source), await readSide(target)];
  const fault = faultOf(here, there, { cell, keyCheck });
  if (fault !== null) throw refuseCommand(fault);
  return there.cell ?? '';
}

function faultOf(here: SideFacts, there: SideFacts, own: { cell: string; keyCheck: string }): string | null {
  if (here.database === there.database) return 'DATABASE_URL and MOVE_TO_DATABASE_URL are the same database.';
  if (here.isReplica || there.isReplica) return 'One of the databases is a replica: name the primary.';
  if (here.walLevel !== 'logical')
    return `The source has wal_level=${here.walLevel}. Set it to logical and restart PostgreSQL.`;
  if (!here.mayReplicate)
    return 'The role of DATABASE_URL must be a superuser, or have REPLICATION and own the tables.';
  if (!there.maySubscribe)
    return 'The role of MOVE_TO_DATABASE_URL must be a superuser, or a member of pg_create_subscription.';
  if (here.newestMigration !== there.newestMigration) {
    return `The schemas differ: ${here.newestMigration} here, ${there.newestMigration} there. Run the same version of Depono in both cells.`;
  }
  if (there.cell === null || there.keyCheck === null)
    return 'The target does not know which cell it is: start Depono there once, with CELL.';
  if (there.keyCheck !== own.keyCheck)
    return 'The cells have different values of SECRET_KEY, so the target could not decrypt anything.';
  if (there.cell === own.cell) return `Both cells have the name ${own.cell}: set CELL to a name of its own in each.`;
  if (Math.abs(here.ahead - there.ahead) > 1)
    return 'The service clocks of the cells differ: move that of the sandbox to the same time in both.';
  return null;
}

async function familyToMove({ source, target }: Sides, organizationId: string, to: string): Promise<Family> {
  const move = await readMove(source, 'source', organizationId);
  const home = (await readHome(source, organizationId))?.home ?? null;
  if (move !== null) return { organizationId, ids: move.family };
  if (home !== null)
    throw refuseCommand(
      `The organization is at home in the cell ${home}${home === to ? ' already' : ': move it from there'}.`,
    );
  const family = await familyOf(source, organizationId);
  if ((await isPublished(source, family)) || (await isSubscribed(target, family))) return family;
  if ((await countRunningMandates(source, family)) > 0) {
    throw refuseCommand(
      'A mandate of the organization is not done: its deposits must have moved, or it must be rejected, first.',
    );
  }
  return family;
}
