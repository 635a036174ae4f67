import type * as z from 'zod';
import type { addConnection } from '../../actions/set-up/connections.ts';
import type { MemberInput } from '../../actions/set-up/members.ts';
import type { addOrganization, OrganizationChanges } from '../../actions/set-up/organizations.ts';
import type { providerChangesInput, providerInput } from '../../operator/providers/provider-inputs.ts';
import type { Integration } from '../../domain/integration.ts';

export type FieldChange = { field: string; from: unknown; to: unknown };

/** The names of an organization and its parent: `Muster AG / Filiale Bern`. It may not exist yet. */
export type OrganizationPath = string;

export type NewOrganization = Omit<Parameters<typeof addOrganization>[1], 'parentId'>;
export type ChangedProvider = z.output<typeof providerChangesInput>;
export type NewProvider = z.output<typeof providerInput> & Pick<ChangedProvider, 'default' | 'active'>;
type Callback = Parameters<typeof addConnection>[2]['callback'];

/** How a change is carried out. */
export type Work =
  | { do: 'add partner'; name: string; integration: Integration }
  | { do: 'add provider'; input: NewProvider }
  | { do: 'change provider'; code: string; id: string; changes: ChangedProvider }
  | { do: 'add organization'; path: OrganizationPath; parent: OrganizationPath | null; input: NewOrganization }
  | {
      do: 'change organization';
      path: OrganizationPath;
      id: string;
      /** Omitted: the parent stays. */
      parent?: OrganizationPath | null;
      changes: Omit<OrganizationChanges, 'parentId' | 'brand'>;
    }
  | { do: 'add member'; path: OrganizationPath; input: MemberInput }
  | { do: 'change member'; path: OrganizationPath; id: string; changes: Partial<MemberInput> }
  | { do: 'add connection'; path: OrganizationPath; partner: string; externalOrgId: string; callback: Callback }
  | { do: 'change callback'; path: OrganizationPath; id: string; callback: Callback }
  | { do: 'ignore'; path: OrganizationPath; contract: string; until: string | null };

/** One addition or change, with its fields. */
export type ApplyStep = {
  sign: '+' | '~';
  thing: 'partner' | 'provider' | 'organization' | 'member' | 'connection' | 'ignored contract';
  name: string;
  fields: FieldChange[];
  work: Work;
};

/**
 * Sorted so that each change finds what it depends on. A new default property manager comes before a member who stops
 * being an administrator.
 */
export function inOrder(steps: readonly ApplyStep[]): ApplyStep[] {
  const key = ({ work, name }: ApplyStep): string => `${String.fromCodePoint(65 + rankOf(work))} ${name}`;
  return steps.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

function rankOf(work: Work): number {
  switch (work.do) {
    case 'add partner':
      return 0;
    case 'add provider':
      return 1;
    case 'change provider':
      // Before the former default is retired.
      return work.changes.default === true ? 2 : 3;
    case 'add organization':
      return work.parent === null ? 4 : 6;
    case 'change organization':
      return typeof work.parent === 'string' ? 7 : 5;
    case 'add member':
      return 8;
    case 'change member':
      if (work.changes.defaultPropertyManager === true) return 9;
      return work.changes.administrator === true ? 10 : work.changes.administrator === false ? 12 : 11;
    case 'add connection':
      return 13;
    case 'change callback':
      return 14;
    case 'ignore':
      return 15;
  }
}
