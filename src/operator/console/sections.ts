import type { OperatorRole } from '../../domain/operator.ts';

/** `needed` if not every operator may see it. */
export type Section = readonly [name: string, href: string, needed?: OperatorRole];

/** The parts of the console, in the order of its navigation. */
export const SECTIONS = {
  today: ['Today', '/operator'],
  deposits: ['Deposits', '/operator/deposits'],
  calls: ['Calls', '/operator/calls'],
  money: ['Money', '/operator/money'],
  failures: ['Failures', '/operator/failures'],
  bank: ['Bank', '/operator/bank'],
  approvals: ['Approvals', '/operator/approvals'],
  partners: ['Partners', '/operator/partners'],
  providers: ['Providers', '/operator/providers'],
  organizations: ['Organizations', '/operator/organizations'],
  mandates: ['Mandates', '/operator/mandates'],
  privacy: ['Privacy', '/operator/privacy', 'clerk'],
  cells: ['Cells', '/operator/cells'],
  settings: ['Settings', '/operator/settings'],
  operators: ['Operators', '/operator/operators'],
  audit: ['Audit log', '/operator/audit'],
} as const satisfies Record<string, Section>;

export type ConsoleSection = keyof typeof SECTIONS;
