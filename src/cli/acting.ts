import { atCommandLine, recordChange } from '../actions/audit.ts';
import { actingByToken } from '../actions/operators/tokens.ts';
import type { Services } from '../actions/services.ts';
import { BY_COMMAND_LINE, includesRole, roleRefused, type Acting } from '../domain/operator.ts';
import type { Sql } from '../storage/database/database.ts';
import { refuseCommand, wrongCall, type Command, type CommandContext } from './command.ts';

type Known = Pick<CommandContext, 'services' | 'acting' | 'author'> & {
  /** Only known once the command has used the database. */
  isViewer: () => boolean;
};

/** Who runs a command. A command only gets the database if the role is enough. */
export function identify(
  { name, role: needed }: Pick<Command, 'name' | 'role'>,
  { env, services: open }: Pick<CommandContext, 'env' | 'services'>,
): Known {
  let known: Acting | null = null;
  const acting = async (): Promise<Acting> => {
    if (known === null) known = hasToken(env) ? await actingIn(env, await open()) : BY_COMMAND_LINE;
    return known;
  };
  const requireRole = async (services: Services): Promise<void> => {
    const { actor, role } = await acting();
    if (needed === null || includesRole(role, needed)) return;
    const changes = { tried: { to: `depono ${name}` }, role: { to: role } };
    await recordChange(services, atCommandLine({ actor }), { verb: 'be refused', thing: 'command', changes });
    throw refuseCommand(roleRefused(role, needed));
  };
  return {
    acting,
    author: async () => atCommandLine(await acting()),
    services: async () => {
      const services = await open();
      await requireRole(services);
      return services;
    },
    isViewer: () => known?.role === 'viewer',
  };
}

type Env = CommandContext['env'];

/** Who has the token in `DEPONO_TOKEN`, as this database knows it. */
export async function actingIn(
  env: Env,
  directory: Pick<Services, 'operatorEmails'> & { database: Sql },
): Promise<Acting> {
  if (!hasToken(env)) return BY_COMMAND_LINE;
  const acting = await actingByToken(directory, tokenIn(env)).catch((error: unknown) => {
    throw (error as { code?: string }).code === NO_SUCH_TABLE ? OTHER_SCHEMA : error;
  });
  if (acting === null) {
    throw wrongCall(
      'DEPONO_TOKEN is wrong, expired or revoked. An admin issues a new one with: depono operator token EMAIL --name NAME',
    );
  }
  return acting;
}

const NO_SUCH_TABLE = '42P01';
const OTHER_SCHEMA = wrongCall(
  'DEPONO_TOKEN cannot be checked: the database has the schema of another version. Run it without DEPONO_TOKEN.',
);

function hasToken(env: Env): boolean {
  return tokenIn(env) !== '';
}

function tokenIn(env: Env): string {
  return env['DEPONO_TOKEN']?.trim() ?? '';
}
