import { emailKey } from '../../../domain/values/contact.ts';
import type { Sql } from '../../../storage/database/database.ts';
import { listMembers } from '../../../storage/set-up/members.ts';
import type { Choice } from '../../../web/parts.ts';
import { organizationsOf, type Person } from '../../person.ts';

/** The people who are responsible for deposits. A person may be a member of several organizations, and is named once. */
type People = {
  choices: readonly Choice[];
  /** All memberships of the person whom a member id names; an unknown id names only itself. */
  sameAs: (memberId: string) => readonly string[];
};

export async function namedPeople(sql: Sql, person: Person): Promise<People> {
  const own = person.memberships.map(({ member }) => member);
  const members = [...own];
  for (const { id } of organizationsOf(person)) members.push(...(await listMembers(sql, id)));
  const byPerson = Map.groupBy(members, ({ email }) => emailKey(email));
  const idsOf = new Map(
    [...byPerson.values()].flatMap((same) => {
      const ids = [...new Set(same.map(({ id }) => id))];
      return ids.map((id) => [id, ids] as const);
    }),
  );
  const choices = [...byPerson.values()].flatMap(([first]): Choice[] =>
    first === undefined ? [] : [[first.id, `${first.firstName} ${first.lastName}`]],
  );
  return { choices, sameAs: (memberId) => idsOf.get(memberId) ?? [memberId] };
}
