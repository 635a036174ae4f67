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
  organizations: ['Organizations', '/operator/organizations'],
  privacy: ['Privacy', '/operator/privacy'],
  operators: ['Operators', '/operator/operators'],
  audit: ['Audit log', '/operator/audit'],
} as const satisfies Record<string, readonly [name: string, href: string]>;

export type ConsoleSection = keyof typeof SECTIONS;
