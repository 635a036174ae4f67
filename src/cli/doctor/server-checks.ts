import { Client } from 'pg';
import { serverAddresses } from '../../storage/database/servers.ts';
import type { ServerRights } from '../../storage/database/server-rights.ts';
import type { Settings } from '../command.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** What the role may do on a server of one's own, and how that server is set up. */
export function rightsFindings(rights: ServerRights, environment: Settings['environment']): Finding[] {
  return [roleFinding(rights, environment), walFinding(rights), ...sessionFindings(rights)];
}

function roleFinding(
  { role, isSuperuser, mayCreate, unreadable, readOnly }: ServerRights,
  environment: Settings['environment'],
): Finding {
  const check = 'rights';
  const mend = 'Grant them as docs/operations.md shows, under “Database”.';
  if (unreadable.length > 0) return fail(check, `${role} may not read ${someOf(unreadable)}`, mend);
  if (readOnly.length > 0) return warn(check, `${role} may only read ${someOf(readOnly)}`, mend);
  if (isSuperuser && environment === 'production') {
    return warn(
      check,
      `${role} is a superuser`,
      'Run the service with a role that can only read and write its tables.',
    );
  }
  return ok(
    check,
    mayCreate
      ? `${role} may read, write and migrate`
      : `${role} may read and write; run depono migrate with the role that owns the tables`,
  );
}

function someOf(tables: readonly string[]): string {
  return tables.length > 3
    ? `${tables.slice(0, 3).join(', ')} and ${tables.length - 3} more tables`
    : tables.join(', ');
}

function walFinding({ walLevel }: ServerRights): Finding {
  const check = 'WAL';
  if (walLevel === 'minimal') {
    return warn(
      check,
      'wal_level is minimal: no replica and no point-in-time recovery',
      'Set wal_level to replica or logical, and restart PostgreSQL.',
    );
  }
  return ok(check, `wal_level is ${walLevel}`);
}

function sessionFindings({ role, missingSettings }: ServerRights): Finding[] {
  if (missingSettings.length === 0) return [];
  const names = missingSettings.map(({ name }) => name).join(', ');
  const statements = missingSettings.map(({ name, value }) => `alter role ${role} set ${name} = '${value}';`).join(' ');
  return [
    warn(
      'session settings',
      `not in force: ${names}. A pool of connections drops them`,
      `Set them on the role: ${statements}`,
    ),
  ];
}

/** In transaction mode, older ones lose prepared statements. */
const OLDEST_POOLER = [1, 21] as const;
const LIMIT_MS = 5_000;

/** PgBouncer answers for a database named `pgbouncer`; a server has none of that name. */
export async function checkPoolers(databaseUrl: string): Promise<Finding[]> {
  const findings = await Promise.all(serverAddresses(databaseUrl).map(checkPooler));
  return findings.flat();
}

async function checkPooler(address: string): Promise<Finding[]> {
  const url = new URL(address);
  url.pathname = '/pgbouncer';
  const client = new Client({ connectionString: url.href, connectionTimeoutMillis: LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('show version');
    const database = decodeURIComponent(new URL(address).pathname.slice(1));
    return [poolerFinding(rows[0]?.version ?? '', await settingsOf(client, database))];
  } catch (error) {
    return poolerRefusal(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

type PoolerSettings = { poolMode: string; preparedStatements: number };

/** Null: only some users may ask. A database may have a mode of its own. */
async function settingsOf(client: Client, database: string): Promise<PoolerSettings | null> {
  try {
    const { rows } = await client.query<{ key: string; value: string }>('show config');
    const { rows: databases } = await client.query<{ name: string; pool_mode: string | null }>('show databases');
    const value = (key: string): string | undefined => rows.find((row) => row.key === key)?.value;
    const own = databases.find(({ name }) => name === database)?.pool_mode ?? null;
    return {
      poolMode: own ?? value('pool_mode') ?? 'unknown',
      preparedStatements: Number(value('max_prepared_statements') ?? 0),
    };
  } catch {
    return null;
  }
}

export function poolerFinding(version: string, settings: PoolerSettings | null): Finding {
  const check = 'PgBouncer';
  const [, major = '0', minor = '0'] = /^PgBouncer (\d{1,3})\.(\d{1,3})/.exec(version) ?? [];
  const [oldest, oldestMinor] = OLDEST_POOLER;
  const isOld = Number(major) < oldest || (Number(major) === oldest && Number(minor) < oldestMinor);
  const says = `version ${major}.${minor}, pool_mode ${settings?.poolMode ?? 'unknown'}`;
  if (settings?.poolMode === 'session') return ok(check, says);
  const mend = 'Transaction mode needs max_prepared_statements above 0 and ignore_startup_parameters = options.';
  if (isOld) {
    return fail(
      check,
      `${says}: transaction mode needs 1.21 or newer`,
      `Upgrade it, or set pool_mode = session. ${mend}`,
    );
  }
  if (settings !== null && settings.preparedStatements <= 0) {
    return fail(check, `${says}, max_prepared_statements 0: prepared statements fail`, mend);
  }
  return ok(check, says);
}

/** Where a server answers, there is no PgBouncer; where PgBouncer refuses this user, it can only be named. */
export function poolerRefusal(error: unknown): Finding[] {
  const { message, code } = error as { message: string; code?: string };
  if (code === '08P01' || /not allowed|pgbouncer/i.test(code === '3D000' ? '' : message)) {
    return [
      warn(
        'PgBouncer',
        'there is one, and this user may not ask it for its version',
        'Add the user to stats_users. In transaction mode PgBouncer must be 1.21 or newer.',
      ),
    ];
  }
  return [];
}
