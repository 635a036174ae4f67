const HOMELESS = 'select a.id from organizations a where a.home is not null';

/** Whether the organization of a row is here, and not in another cell. Its list is read once for a statement; as a rule it is empty. */
export const isAtHome = (organizationId: string): string => `${organizationId} <> all (array(${HOMELESS}))`;

/** Whether background work may touch a row: its organization is here, and is not being moved away. */
export const isAtWork = (organizationId: string): string =>
  `${organizationId} <> all (array(${HOMELESS} or a.leaving_since is not null))`;
