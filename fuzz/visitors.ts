import assert from 'node:assert/strict';
import { newBrowser, signIn, tokenIn } from '../test/support/manager.ts';
import { stage, type Play } from '../test/support/play.ts';
import type { Service } from '../test/support/service.ts';
import { openTenant } from '../test/support/tenant.ts';
import type { Organization } from './world.ts';

/** Visitors of pages: a signed-in property manager, and tenants with their links. */
export type Visitors = {
  host: string;
  /** The cookie of a session, and the token of its forms. */
  session: string;
  token: string;
  organization: Organization;
  /** `/t/<token>` of deposits in different steps. */
  tenants: string[];
  /** Deposits that wait for payment. */
  waiting: Play[];
};

export async function setUpVisitors(
  service: Service,
  { depositsThatWait }: { depositsThatWait: number },
): Promise<Visitors> {
  const partner = await stage(service, { preSigned: true });
  const waiting: Play[] = [];
  const tenants: string[] = [];
  const waits = Array.from({ length: depositsThatWait }, () => WAITING);
  for (const moves of [[], ['tenant-signs'], [...WAITING, 'payment'], ...waits]) {
    const play = await partner.start({ rentalDeposit: '900000' });
    for (const move of moves) await play.play(move);
    tenants.push((await openTenant(play, play.sent['tenantEmail'])).path);
    if (moves === WAITING) waiting.push(play);
  }
  const browser = await signIn(service, partner.managerEmail, newBrowser(service));
  const token = tokenIn((await browser.page('/manager/account')).text);
  assert.ok(token !== null, 'a page has a form');
  const [session] = [...browser.cookies]
    .filter(([name]) => !name.includes('browser'))
    .map(([name, value]) => `${name}=${value}`);
  return {
    host: new URL(service.baseUrl).host,
    session: session ?? '',
    token,
    organization: {
      integration: 'custom',
      apiKey: partner.apiKey,
      externalOrgId: partner.externalOrgId,
      organizationId: partner.organizationId,
      statusKey: '',
      emailDomain: partner.domain,
      memberEmail: partner.managerEmail,
      hasSubOrganizations: false,
      hasDefaultManager: true,
      hasStatus: true,
      ignored: { temporarily: '', permanently: '' },
      taken: [],
    },
    tenants,
    waiting,
  };
}

const WAITING = ['tenant-signs', 'account-opened'];
