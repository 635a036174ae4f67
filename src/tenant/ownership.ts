import { personName, tenantName } from '../domain/tenant.ts';
import { html, type Html } from '../web/html.ts';
import type { TenantVisit } from './visit.ts';
import type { Ownership, ShareOf } from './words/words.ts';

/** Account and cover are in the name of the main tenant, or of the company. */
export function ownershipOf({ deposit, isMain }: Pick<TenantVisit, 'deposit' | 'isMain'>): Ownership {
  const [main, ...others] = deposit.terms.tenants;
  if (main.type === 'legal') return { holder: main.company.name, isShared: false };
  return { holder: isMain ? null : personName(main), isShared: others.length > 0 };
}

/** Who acts at the end of the tenancy, so that nobody learns it only then. Null: the only tenant. */
export function whoActs({ deposit, isMain, words }: TenantVisit): Html | null {
  const [main, ...others] = deposit.terms.tenants;
  if (others.length === 0) return null;
  const { mainActs, bothAct } = words.signing;
  if (main.type === 'legal') return html`<p>${bothAct}</p>`;
  return html`<p>${mainActs({ main: isMain ? null : tenantName(main), title: main.title })}</p>`;
}

export function shareOf({ deposit }: Pick<TenantVisit, 'deposit'>): ShareOf {
  const [main, ...others] = deposit.terms.tenants;
  if (main.type === 'legal') return 'one';
  return others.length > 0 ? 'several' : main.title;
}
