/** What an operator may do. Each role includes those before it. */
export const OPERATOR_ROLES = ['viewer', 'clerk', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}

/** Why a role is not enough. */
export function roleRefused(role: OperatorRole, needed: OperatorRole): string {
  const may = needed === 'admin' ? 'Only an admin may do this' : 'Only a clerk or an admin may do this';
  return `${may}. Your role is ${role}. Ask an admin.`;
}

/** Who acts: an operator, `OPERATOR_TOKEN`, or the command line without a personal token. */
export type Acting = {
  /** As in the audit log: an operator's e-mail address, `token` or `command_line`. */
  actor: string;
  role: OperatorRole;
  /** The id of the operator, `token` or `command_line`. */
  id: string;
  /** Who issued the personal token that is used. Null: no such token. */
  tokenIssuedBy: Issuer | null;
};

/** As `id` and `actor` of `Acting`. An operator who was removed and added again has the same address, but another id. */
export type Issuer = { id: string; actor: string };

/** A token that was issued by means of another is that of the person behind the first: no one vouches for themselves. */
export function issuerOf({ id, actor, tokenIssuedBy }: Acting): Issuer {
  return tokenIssuedBy !== null && isPerson(tokenIssuedBy) ? tokenIssuedBy : { id, actor };
}

/** Whether one person may be behind both. `OPERATOR_TOKEN` and the command line are no person. */
export function shareAPerson(one: readonly Issuer[], other: readonly Issuer[]): boolean {
  return one.some(
    (person) => isPerson(person) && other.some(({ id, actor }) => id === person.id || actor === person.actor),
  );
}

/**
 * Who is behind an action: the one who acts, and the one who issued the token that is used. `OPERATOR_TOKEN` does not
 * count as an issuer, since it is how the first tokens are made.
 */
export function personsBehind({ id, actor, tokenIssuedBy }: Pick<Acting, 'id' | 'actor' | 'tokenIssuedBy'>): Issuer[] {
  return [{ id, actor }, ...(tokenIssuedBy === null || tokenIssuedBy.id === 'token' ? [] : [tokenIssuedBy])];
}

/** Whether one who acts may be one of these, in person or by a token that one of them issued. */
export function mayBeOneOf(persons: readonly Issuer[], acting: Acting): boolean {
  const behind = personsBehind(acting);
  return persons.some((person) => behind.some(({ id, actor }) => person.id === id || person.actor === actor));
}

function isPerson({ id }: Issuer): boolean {
  return id !== 'token' && id !== 'command_line';
}

export const BY_OPERATOR_TOKEN: Acting = { actor: 'token', role: 'admin', id: 'token', tokenIssuedBy: null };
export const BY_COMMAND_LINE: Acting = {
  actor: 'command_line',
  role: 'admin',
  id: 'command_line',
  tokenIssuedBy: null,
};
