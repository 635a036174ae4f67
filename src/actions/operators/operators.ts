import type { Recipient } from '../../domain/effect.ts';
import { includesRole, type OperatorRole } from '../../domain/operator.ts';
import { emailKey, type EmailAddress } from '../../domain/values/contact.ts';
import type { Sql } from '../../storage/database/database.ts';
import { isId } from '../../storage/database/ids.ts';
import {
  addMissingOperators,
  deleteOperator,
  findStoredOperator,
  forgetOperatorSignIn,
  insertOperator,
  listStoredOperators,
  lockOperators,
  updateOperator,
  type StoredOperator,
} from '../../storage/operators/operators.ts';
import { removePasskeys } from '../../storage/people/passkeys.ts';
import { endSessions } from '../../storage/people/sessions.ts';
import { SetUpRefused, unknown } from '../set-up/refused.ts';
import type { Services } from '../services.ts';

/** Someone who runs the service, with the role that counts now. */
export type Operator = Omit<StoredOperator, 'role'> & {
  role: OperatorRole;
  /** Named in `OPERATOR_EMAILS`, and so always an admin. */
  isInSettings: boolean;
};

type Directory = Pick<Services, 'operatorEmails'>;

/** Null: no longer named in the settings, and without a role of its own. */
export function currentOperator<T extends Pick<StoredOperator, 'emailKey' | 'role'>>(
  { operatorEmails }: Directory,
  stored: T,
): (Omit<T, 'role'> & { role: OperatorRole; isInSettings: boolean }) | null {
  const isInSettings = operatorEmails.some((email) => emailKey(email) === stored.emailKey);
  const role = isInSettings ? 'admin' : stored.role;
  return role === null ? null : { ...stored, role, isInSettings };
}

/** At the start: everyone in the settings is an operator. */
export async function addOperatorsOfSettings({ database, random, operatorEmails }: Services): Promise<void> {
  await addMissingOperators(
    database,
    operatorEmails.map((email) => ({ id: random.id(), email })),
  );
}

export async function listOperators(directory: Directory, sql: Sql): Promise<Operator[]> {
  const stored = await listStoredOperators(sql);
  return stored.flatMap((one) => currentOperator(directory, one) ?? []);
}

/** Those who can approve what someone else has asked for. */
export async function listApprovers(directory: Directory, sql: Sql): Promise<Operator[]> {
  return (await listOperators(directory, sql)).filter(({ role }) => includesRole(role, 'clerk'));
}

/** Who is told of what a person must look at: everyone who can act, and the admins of the configuration. */
export async function operatorRecipients(directory: Directory, sql: Sql): Promise<Recipient[]> {
  const approvers = (await listApprovers(directory, sql)).map(({ email, name }) => ({ email, name }));
  const known = new Set(approvers.map(({ email }) => emailKey(email)));
  const others = directory.operatorEmails.filter((email) => !known.has(emailKey(email)));
  return [...approvers, ...others.map((email) => ({ email, name: 'Operator' }))];
}

export async function findOperatorByEmail(directory: Directory, sql: Sql, key: string): Promise<Operator | null> {
  const stored = await findStoredOperator(sql, { emailKey: key });
  return stored === null ? null : currentOperator(directory, stored);
}

export async function operatorById(directory: Directory, sql: Sql, id: string): Promise<Operator> {
  const stored = isId(id) ? await findStoredOperator(sql, { id }) : null;
  const operator = stored === null ? null : currentOperator(directory, stored);
  if (operator === null) throw unknown('operator');
  return operator;
}

const TAKEN = new SetUpRefused('conflict', 'email', 'There is already an operator with this e-mail address.');

export async function addOperator(
  services: Services,
  { email, name, role }: { email: EmailAddress; name: string; role: OperatorRole },
): Promise<Operator> {
  const { database, random } = services;
  return database.transaction(async (sql) => {
    await lockOperators(sql);
    const before = await findStoredOperator(sql, { emailKey: emailKey(email) });
    if (before !== null) {
      if (currentOperator(services, before) !== null) throw TAKEN;
      // Once named in the settings, and no longer: nothing of that time is valid any more.
      await remove(sql, before);
    }
    const id = random.id();
    await insertOperator(sql, { id, email, name, role });
    return operatorById(services, sql, id);
  });
}

export async function changeOperator(
  services: Services,
  id: string,
  changes: { name?: string; role?: OperatorRole },
): Promise<Operator> {
  const { database } = services;
  return database.transaction(async (sql) => {
    await lockOperators(sql);
    const before = await operatorById(services, sql, id);
    const isNewRole = changes.role !== undefined && changes.role !== before.role;
    if (before.isInSettings && isNewRole) throw namedInSettings('changed');
    if (isNewRole) await requireOtherAdmin(services, sql, before);
    await updateOperator(sql, id, changes);
    return operatorById(services, sql, id);
  });
}

/** Sessions, passkeys and tokens end with the operator. */
export async function removeOperator(services: Services, id: string): Promise<Operator> {
  return services.database.transaction(async (sql) => {
    await lockOperators(sql);
    const operator = await operatorById(services, sql, id);
    if (operator.isInSettings) throw namedInSettings('removed');
    await requireOtherAdmin(services, sql, operator);
    await remove(sql, operator);
    return operator;
  });
}

/** For someone who lost the passkey: the next sign-in counts as the first, and can be by mail link. */
export async function resetPasskeys(services: Services, id: string): Promise<Operator> {
  return services.database.transaction(async (sql) => {
    await lockOperators(sql);
    const operator = await operatorById(services, sql, id);
    await forgetSignIns(sql, operator.emailKey);
    await forgetOperatorSignIn(sql, operator.emailKey);
    return operator;
  });
}

async function remove(sql: Sql, { id, emailKey: key }: Pick<StoredOperator, 'id' | 'emailKey'>): Promise<void> {
  await forgetSignIns(sql, key);
  await deleteOperator(sql, id);
}

async function forgetSignIns(sql: Sql, key: string): Promise<void> {
  const who = { realm: 'operator', emailKey: key } as const;
  await endSessions(sql, who, {});
  await removePasskeys(sql, who, null);
}

async function requireOtherAdmin(services: Services, sql: Sql, { id, role }: Operator): Promise<void> {
  if (role !== 'admin') return;
  const all = await listOperators(services, sql);
  if (all.some((other) => other.role === 'admin' && other.id !== id)) return;
  throw new SetUpRefused('conflict', 'role', 'This is the last admin. Make someone else an admin first.');
}

function namedInSettings(what: string): SetUpRefused {
  return new SetUpRefused(
    'conflict',
    'email',
    `This operator is named in OPERATOR_EMAILS and cannot be ${what} here. Change the setting and restart the service.`,
  );
}
