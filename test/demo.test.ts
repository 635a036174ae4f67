import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_DEPOSITS } from '../src/sandbox/demo/demo-deposits.ts';
import { startService, type Service } from './support/service.ts';

/** Every deposit of the service, by contract. */
async function depositsOf(service: Service): Promise<Map<string, any>> {
  const { organizations } = (await service.operator('GET', '/organizations')).body;
  const found = new Map<string, any>();
  for (const { id } of organizations) {
    for (const one of DEMO_DEPOSITS) {
      const query = new URLSearchParams({ externalContractId: one.id });
      const { deposits } = (await service.operator('GET', `/organizations/${id}/deposits?${query.toString()}`)).body;
      if (deposits.length > 0) found.set(one.id, deposits[0]);
    }
  }
  return found;
}

test('issue 31.6: the demo has deposits in every state, three organizations and two languages, and the books balance', async () => {
  const service = await startService({ env: { DEMO: 'true' } });
  try {
    await service.depono.filled;
    const { organizations } = (await service.operator('GET', '/organizations')).body;
    assert.equal(organizations.length, 3);
    assert.deepEqual([...new Set(organizations.map(({ language }: any) => language))].toSorted(), ['de', 'fr']);
    const deposits = await depositsOf(service);
    assert.equal(deposits.size, DEMO_DEPOSITS.length);
    const states = new Set([...deposits.values()].map(({ state }) => state));
    assert.deepEqual([...states].toSorted(), ['closed', 'closing', 'draft_editing', 'open', 'opening', 'withdrawn']);
    const steps = new Set([...deposits.values()].map(({ step }) => step));
    for (const step of [
      'awaiting_manager_signature',
      'awaiting_tenant_signatures',
      'awaiting_account',
      'awaiting_payment',
    ]) {
      assert.ok(steps.has(step), step);
    }
    const products = new Set([...deposits.values()].map(({ product }) => product));
    assert.ok(products.has('insurance') && products.has('bank_deposit'));
    assert.equal((await service.operator('GET', '/verification')).body.ok, true);
  } finally {
    await service.stop();
  }
});

test('issue 31.6: DEMO=false starts empty; the links of the start sign in to the demo, and only there', async () => {
  const empty = await startService({ env: { DEMO: 'false' } });
  try {
    assert.deepEqual((await empty.operator('GET', '/organizations')).body.organizations, []);
    assert.deepEqual((await empty.operator('GET', '/partners')).body.partners, []);
    assert.equal(empty.depono.demoLinks, null);
  } finally {
    await empty.stop();
  }
  const service = await startService();
  try {
    for (const [link, page] of [
      [service.depono.demoLinks?.manager, '/manager/deposits'],
      [service.depono.demoLinks?.operator, '/operator'],
    ] as const) {
      const answer = await fetch(link ?? '', { redirect: 'manual' });
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get('location'), page);
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const shown = await fetch(`${service.baseUrl}${page}`, { headers: { cookie }, redirect: 'manual' });
      assert.equal(shown.status, 200);
    }
    const wrong = `${service.baseUrl}/sandbox/sign-in/manager/${'A'.repeat(22)}`;
    assert.equal((await fetch(wrong, { redirect: 'manual' })).status, 404);
    // The key of one role is not that of the other.
    const other = (service.depono.demoLinks?.manager ?? '').replace('/manager/', '/operator/');
    assert.equal((await fetch(other, { redirect: 'manual' })).status, 404);
  } finally {
    await service.stop();
  }
});

test('issue 31.6: the start page leads each visitor on, in four languages; help, privacy notice and imprint', async () => {
  const service = await startService();
  try {
    const get = async (path: string, language = ''): Promise<string> => {
      const answer = await fetch(`${service.baseUrl}${path}`, { headers: { 'accept-language': language } });
      assert.equal(answer.status, 200, path);
      return answer.text();
    };
    for (const [language, title] of [
      ['de-CH', 'Mietkautionen für die Schweiz'],
      ['fr-CH,fr;q=0.9', 'Garanties de loyer pour la Suisse'],
      ['it', 'Depositi di garanzia per la Svizzera'],
      ['en', 'Rental deposits for Switzerland'],
    ] as const) {
      const page = await get('/', language);
      assert.ok(page.includes(title), language);
      assert.ok(page.includes(`<html lang="${language.slice(0, 2)}">`));
      for (const href of [
        '/manager/sign-in',
        '/t/new-link',
        '/docs/partner/first-deposit',
        '/provider/sign-in',
        '/operator',
      ]) {
        assert.ok(page.includes(`href="${href}`), href);
      }
      for (const path of ['/help', '/privacy', '/imprint']) {
        assert.ok(page.includes(`href="${path}?lang=${language.slice(0, 2)}"`));
        assert.ok((await get(path, language)).includes('<h1>'));
      }
    }
    // A link beats the browser.
    assert.ok((await get('/?lang=it', 'de')).includes('Depositi di garanzia'));
    const imprint = { name: 'Kaution Plus AG', address: 'Weg 1\n8000 Zürich', phone: '+41 44 123 45 67' };
    await service.operator('PATCH', '/settings', { imprint });
    for (const path of ['/imprint', '/privacy']) {
      const page = await get(`${path}?lang=de`);
      for (const part of ['Kaution Plus AG', 'Weg 1<br />', 'tel:+41441234567']) assert.ok(page.includes(part), part);
    }
  } finally {
    await service.stop();
  }
});
