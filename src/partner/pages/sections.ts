/** The entries of the navigation, in their order. */
export const PARTNER_SECTIONS = {
  start: '/partner',
  keys: '/partner/keys',
  organizations: '/partner/organizations',
  deliveries: '/partner/deliveries',
  calls: '/partner/calls',
  conformance: '/partner/conformance',
  sandbox: '/partner/sandbox',
  changelog: '/partner/changelog',
} as const;

export type PartnerSection = keyof typeof PARTNER_SECTIONS;

/** Sections of the test environment alone. */
const FOR_TESTS: ReadonlySet<PartnerSection> = new Set(['conformance', 'sandbox']);

export function sectionsIn({ hasSandbox }: { hasSandbox: boolean }): readonly (readonly [PartnerSection, string])[] {
  const all = Object.entries(PARTNER_SECTIONS) as [PartnerSection, string][];
  return all.filter(([section]) => hasSandbox || !FOR_TESTS.has(section));
}
