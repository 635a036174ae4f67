import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ManagerAnswer, ManagerBrowser } from './support/manager.ts';
import { OPERATOR, signInOperator } from './support/operator.ts';
import { payload } from './support/payload.ts';
import { stage, type Stage } from './support/play.ts';
import { openReceiver, type Receiver } from './support/receiver.ts';
import { startService, type Service } from './support/service.ts';

let service: Service;
let ours: Stage;
let operator: ManagerBrowser;
before(async () => {
  service = await startService({ env: { TRUST_PROXY: 'true', CALLBACK_ALLOW_PRIVATE: 'true' } });
  ours = await stage(service);
  operator = await signInOperator(service);
});
after(() => service.stop());

const words = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const lastChange = async (query: string): Promise<string> => {
  const { text } = await operator.page(`/operator/audit?${query}`);
  return words(/<tr>\s*<td class="first">.*?<\/tr>/s.exec(text)?.[0] ?? '');
};
/** The secret that a page shows once. */
const shown = ({ text }: ManagerAnswer): string | null =>
  /<p class="copy"><code>([^<]+)<\/code>/.exec(text)?.[1] ?? null;

describe('partners and keys', () => {
  const call = async (apiKey: string): Promise<string> => {
    const headers = { 'x-api-key': apiKey, 'x-external-org-id': 'nobody' };
    const { text } = await service.call('POST', '/webhook/custom', { headers, body: {} });
    return text;
  };

  test('a partner is added, and its key shown once', async () => {
    const page = await operator.submit('/operator/partners/new', { name: 'Neue Software AG', integration: 'custom' });
    const key = shown(page) as string;
    assert.match(key, /^dpk_[a-z0-9]{12}_/);
    assert.doesNotMatch(await call(key), /Not Authorised/);
    const id = /Partner’s id<\/dt>\s*<dd>\s*<code>([^<]+)/.exec(page.text)?.[1] as string;
    const again = await operator.page(`/operator/partners/${id}`);
    assert.equal(shown(again), null);
    assert.ok(!again.text.includes(key));
    assert.match(await lastChange(`partner=${id}`), new RegExp(`${OPERATOR} .*Add partner name Neue Software AG`));
  });

  test('a name and a path are needed, and what was typed stays', async () => {
    const answer = await operator.post('/operator/partners/new', { name: 'Nur Name', integration: 'other' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /value="Nur Name"/);
    assert.match(answer.text, /href="#integration"/);
    const other = await operator.post('/operator/partners/new', { name: '', integration: 'custom' });
    assert.match(other.text, /id="name-problem">This must not be empty\./);
  });

  test('keys are rotated without a gap: issue, use, check, revoke', async () => {
    const { partnerId, apiKey, keyId } = ours;
    const page = `/operator/partners/${partnerId}`;
    const fresh = shown(await operator.submit(`${page}/keys`)) as string;
    const freshId = fresh.split('_')[1] as string;
    assert.match(words((await operator.page(page)).text), new RegExp(`dpk_${freshId}_… \\S+, \\S+ never valid`));
    assert.doesNotMatch(await call(fresh), /Not Authorised/);
    assert.doesNotMatch(await call(apiKey), /Not Authorised/);
    assert.match(words((await operator.page(page)).text), new RegExp(`dpk_${freshId}_… \\S+, \\S+ \\S+, \\S+ valid`));

    const revoke = `${page}/keys/${freshId}/revoke`;
    assert.match((await operator.page(revoke)).text, /Last used/);
    assert.match((await operator.submit(revoke)).text, /is revoked/);
    assert.match(await call(fresh), /Not Authorised/);
    assert.doesNotMatch(await call(apiKey), /Not Authorised/);
    assert.match(await lastChange(`partner=${partnerId}`), /Revoke partner key/);
    assert.equal((await operator.get(revoke)).status, 404);

    const last = (await operator.page(`${page}/keys/${keyId}/revoke`)).text;
    assert.match(last, /the only valid key/);
  });

  test('the list shows how much a partner is used', async () => {
    const { text } = await operator.page('/operator/partners');
    assert.match(text, new RegExp(`/operator/partners/${ours.partnerId}`));
    assert.match(
      words((await operator.page(`/operator/partners/${ours.partnerId}`)).text),
      /Organizations .*External id/,
    );
  });
});

describe('organizations', () => {
  const FORM = {
    name: 'Muster Immobilien AG',
    language: 'fr',
    emailDomain: 'muster.example',
    street: 'Bahnhofstrasse',
    streetNumber: '1',
    zip: '8001',
    city: 'Zürich',
    parentId: '',
    sendDelayMinutes: '30',
    product: 'insurance',
    smallDepositLimit: '1’500.50',
    payoutIban: '',
    offersInvestment: 'yes',
    tenantChoosesProduct: 'yes',
  };
  let id = '';

  test('an organization is added with its settings', async () => {
    const { location } = await operator.post('/operator/organizations/new', FORM);
    id = /organizations\/([^?]+)/.exec(location as string)?.[1] as string;
    const { body } = await service.operator('GET', `/organizations/${id}`);
    assert.deepEqual(body, {
      id,
      parentId: null,
      name: 'Muster Immobilien AG',
      language: 'fr',
      emailDomain: 'muster.example',
      address: { street: 'Bahnhofstrasse', streetNumber: '1', zip: '8001', city: 'Zürich' },
      preSigned: false,
      sendDelayMinutes: 30,
      ownerAlwaysCareOf: false,
      tenantChoosesProduct: true,
      product: 'insurance',
      offersInvestment: true,
      smallDepositLimit: 1500.5,
      contractStatusEnabled: false,
      payoutIban: null,
      payoutHolderName: null,
      payoutBic: null,
      payoutAccounts: [],
      bankProviderId: null,
      insurerProviderId: null,
      brand: { name: null, logo: null, colour: null, senderName: null, replyTo: null, footer: null },
    });
    assert.match(await lastChange(`organization=${id}`), /Add organization .*name Muster Immobilien AG/);
  });

  test('every setting is explained where it is shown and where it is changed', async () => {
    const shownPage = words((await operator.page(`/operator/organizations/${id}`)).text);
    const form = (await operator.page(`/operator/organizations/${id}/edit`)).text;
    for (const meaning of [
      /waits before it is sent to the tenants/,
      /c\/o” this organization/,
      /never invested/,
      /share is paid to this account/,
    ]) {
      assert.match(shownPage, meaning);
      assert.match(form, meaning);
    }
    for (const name of Object.keys(FORM)) assert.match(form, new RegExp(`name="${name}"`), name);
    for (const box of ['preSigned', 'ownerAlwaysCareOf', 'contractStatusEnabled']) {
      assert.match(form, new RegExp(`name="${box}"`), box);
    }
  });

  test('settings are changed, and the log has old and new values', async () => {
    const changed = { ...FORM, preSigned: 'yes', smallDepositLimit: '0', payoutIban: 'CH93 0076 2011 6238 5295 7' };
    await operator.submit(`/operator/organizations/${id}/edit`, changed);
    const { body } = await service.operator('GET', `/organizations/${id}`);
    assert.deepEqual(
      [body.preSigned, body.smallDepositLimit, body.payoutIban, body.name],
      [true, 0, 'CH9300762011623852957', FORM.name],
    );
    const told = await lastChange(`organization=${id}`);
    assert.match(told, /preSigned no → yes/);
    assert.match(told, /smallDepositLimit 1500\.5 → 0/);
    assert.match(told, /payoutIban nothing → CH9300762011623852957/);
    assert.doesNotMatch(told, /emailDomain/);
    assert.match((await operator.page(`/operator/organizations/${id}`)).text, /Change organization/);
  });

  const WRONG: readonly [field: string, value: string, message: RegExp][] = [
    ['name', '', /must not be empty/],
    ['emailDomain', 'no domain', /not a valid domain/],
    ['zip', '80', /four digits/],
    ['city', '', /must not be empty/],
    ['sendDelayMinutes', 'soon', /not a number/],
    ['sendDelayMinutes', '1.5', /./],
    ['smallDepositLimit', '-1', /not a number/],
    ['smallDepositLimit', '0.001', /two decimals/],
    ['payoutIban', 'CH00', /must be a valid IBAN/],
    // bank-and-money.md, section 9: nobody can be paid on a QR-IBAN.
    ['payoutIban', 'CH44 3199 9123 0008 8901 2', /QR-IBAN/],
    ['parentId', 'x', /names no organization/],
    ['language', 'rm', /./],
    ['product', 'gold', /./],
  ];
  for (const [name, value, message] of WRONG) {
    test(`${name} “${value}” is refused, and the input is kept`, async () => {
      for (const path of ['new', `${id}/edit`]) {
        const answer = await operator.post(`/operator/organizations/${path}`, { ...FORM, [name]: value });
        assert.equal(answer.status, 422, path);
        assert.match(answer.text, new RegExp(`href="#${name}"`));
        assert.match(new RegExp(`id="${name}-problem">([^<]*)`).exec(answer.text)?.[1] ?? '', message);
        assert.match(answer.text, name === 'street' ? /./ : /value="Bahnhofstrasse"/);
      }
    });
  }

  test('a sub-organization is below another, one level deep', async () => {
    const { location } = await operator.post('/operator/organizations/new', {
      ...FORM,
      name: 'Filiale Süd',
      parentId: id,
    });
    const below = /organizations\/([^?]+)/.exec(location as string)?.[1] as string;
    assert.match((await operator.page(`/operator/organizations/${id}`)).text, /Filiale Süd/);
    assert.match((await operator.page(`/operator/organizations/${below}`)).text, /Muster Immobilien AG/);
    const form = (await operator.page(`/operator/organizations/new?parent=${id}`)).text;
    assert.match(form, new RegExp(`value="${id}" selected`));
    const deeper = await operator.post('/operator/organizations/new', { ...FORM, parentId: below });
    assert.equal(deeper.status, 422);
    // Other settings of an organization with sub-organizations can still be changed.
    await operator.submit(`/operator/organizations/${id}/edit`, { ...FORM, sendDelayMinutes: '5' });
    const made = await operator.post(`/operator/organizations/${id}/edit`, { ...FORM, parentId: ours.organizationId });
    assert.match(made.text, /with sub-organizations cannot become one/);
  });

  test('organizations are found by name, domain and id', async () => {
    for (const wanted of ['muster immo', 'MUSTER.example', id]) {
      const { text } = await operator.page(`/operator/organizations?q=${encodeURIComponent(wanted)}`);
      assert.match(text, new RegExp(`/operator/organizations/${id}"`), wanted);
      assert.doesNotMatch(text, new RegExp(ours.organizationId), wanted);
    }
    assert.match((await operator.page('/operator/organizations?q=zzz')).text, /Nothing was found/);
  });
});

describe('members', () => {
  const PERSON = { firstName: 'Mia', lastName: 'Muster', email: 'mia@muster.example', language: 'it' };
  const url = (): string => `/operator/organizations/${ours.organizationId}/members`;
  const find = async (email: string): Promise<any> => {
    const { body } = await service.operator('GET', `/organizations/${ours.organizationId}/members`);
    return body.members.find((member: { email: string }) => member.email === email);
  };

  test('a member is added and may sign in', async () => {
    await operator.submit(`${url()}/new`, { ...PERSON, administrator: 'yes' });
    const { administrator, language } = await find(PERSON.email);
    assert.deepEqual([administrator, language], [true, 'it']);
    const again = await operator.post(`${url()}/new`, PERSON);
    assert.equal(again.status, 422);
    assert.match(again.text, /exists already/);
    assert.match(again.text, /value="Mia"/);
  });

  test('problems are shown at their fields', async () => {
    const answer = await operator.post(`${url()}/new`, { ...PERSON, email: 'mia', firstName: '' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /id="email-problem">This is not a valid e-mail address/);
    assert.match(answer.text, /id="firstName-problem">This must not be empty/);
  });

  test('a member is changed and made the default; the previous one stays', async () => {
    const before = await find(ours.managerEmail);
    const { id } = await find(PERSON.email);
    await operator.submit(`${url()}/${id}`, { ...PERSON, lastName: 'Meier', defaultPropertyManager: 'yes' });
    const member = await find(PERSON.email);
    assert.deepEqual([member.lastName, member.defaultPropertyManager, member.administrator], ['Meier', true, true]);
    assert.equal((await find(ours.managerEmail)).defaultPropertyManager, false);
    const told = await lastChange(`organization=${ours.organizationId}`);
    assert.match(told, /Change member .*lastName Muster → Meier/);
    // Her own form has no field for it.
    await operator.submit(`${url()}/${id}`, PERSON);
    assert.equal((await find(PERSON.email)).defaultPropertyManager, true);
    await operator.submit(`${url()}/${before.id}`, { ...before, defaultPropertyManager: 'yes' });
  });

  test('a removed member hands over deposits; the default cannot be removed', async () => {
    const heir = await find(ours.managerEmail);
    const leaving = await find(PERSON.email);
    const refused = await operator.post(`${url()}/${heir.id}/remove`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /default property manager/);
    const play = await ours.start({ propertyManagerEmail: PERSON.email });
    assert.match((await operator.page(`${url()}/${leaving.id}/remove`)).text, /Deposits go to \(\d+\)/);
    await operator.submit(`${url()}/${leaving.id}/remove`, { reassignTo: heir.id });
    assert.equal(await find(PERSON.email), undefined);
    const { body } = await service.operator('GET', `/deposits/${play.id}`);
    assert.equal(body.propertyManager.id, heir.id);
    assert.equal((await operator.get(`${url()}/${leaving.id}`)).status, 404);
  });
});

describe('connections and callbacks', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
  });
  after(() => receiver.close());
  const url = (): string => `/operator/organizations/${ours.organizationId}/connections`;
  let connection = '';

  test('a partner is connected, and the secret shown once', async () => {
    const page = await operator.submit(`${url()}/new`, {
      partnerId: ours.partnerId,
      externalOrgId: 'second-id',
      url: receiver.url,
      documents: ['pay_in', 'payment_slip'],
    });
    assert.match(shown(page) as string, /^whsec_/);
    connection = /Connection’s id<\/dt>\s*<dd>\s*<code>([^<]+)/.exec(page.text)?.[1] as string;
    const { body } = await service.operator('GET', `/organizations/${ours.organizationId}/connections/${connection}`);
    assert.deepEqual(body.callback, {
      url: receiver.url,
      documents: ['pay_in', 'payment_slip'],
      events: ['document.created'],
      inline: false,
      active: true,
    });
    assert.equal(shown(await operator.page(`${url()}/${connection}`)), null);
    assert.doesNotMatch(await lastChange(`organization=${ours.organizationId}`), /whsec_/);
  });

  test('one external id names one organization of a partner', async () => {
    const again = { partnerId: ours.partnerId, externalOrgId: 'second-id', url: '' };
    const answer = await operator.post(`${url()}/new`, again);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /already names an organization/);
    const nobody = await operator.post(`${url()}/new`, { ...again, partnerId: '' });
    assert.match(nobody.text, /Please choose a partner/);
  });

  test('the address must be valid, and the callback can be removed', async () => {
    for (const wrong of ['nowhere', 'ftp://example.ch/x']) {
      const answer = await operator.post(`${url()}/${connection}`, { url: wrong, documents: [] });
      assert.equal(answer.status, 422, wrong);
      assert.match(answer.text, /href="#url"/);
      assert.match(answer.text, new RegExp(`value="${wrong}"`));
    }
    const { body: made } = await service.operator('POST', `/organizations/${ours.organizationId}/connections`, {
      partnerId: ours.partnerId,
      externalOrgId: 'third-id',
      callback: { url: receiver.url },
    });
    await operator.submit(`${url()}/${made.id}`, { url: '' });
    const { body } = await service.operator('GET', `/organizations/${ours.organizationId}/connections/${made.id}`);
    assert.equal(body.callback, null);
    assert.match(await lastChange(`organization=${ours.organizationId}`), /callback\.url \S+ → nothing/);
  });

  test('the secret is changed with an overlap', async () => {
    const rotated = await operator.submit(`${url()}/${connection}/secret`);
    assert.match(shown(rotated) as string, /^whsec_/);
    assert.match(rotated.text, /Retire the older secret/);
    const retired = await operator.submit(`${url()}/${connection}/secret/retire`);
    assert.doesNotMatch(retired.text, /Retire the older secret/);
    assert.match(await lastChange('thing=callback+secret'), /Retire callback secret/);
  });

  test('a callback that answered 410 is switched off, and on again', async () => {
    receiver.reply({ status: 410 });
    const headers = { 'x-api-key': ours.apiKey, 'x-external-org-id': 'second-id' };
    const body = payload({ externalContractId: 'GONE-1' });
    assert.equal((await service.call('POST', '/webhook/custom', { headers, body })).status, 200);
    const found = await service.operator(
      'GET',
      `/organizations/${ours.organizationId}/deposits?externalContractId=GONE-1`,
    );
    for (const move of ['manager-signs', 'tenant-signs', 'account-opened']) {
      await service.sandbox('POST', `/deposits/${found.body.deposits[0].id}/${move}`);
    }
    const page = await until(async () => {
      const { text } = await operator.page(`${url()}/${connection}`);
      return text.includes('410 Gone') ? text : null;
    });
    assert.match(page, /Switch on again/);
    assert.match((await operator.page(`/operator/partners/${ours.partnerId}`)).text, /switched off/);
    receiver.reply({});
    const on = await operator.submit(`${url()}/${connection}/switch-on`);
    assert.doesNotMatch(on.text, /410 Gone/);
    const { body: after } = await service.operator(
      'GET',
      `/organizations/${ours.organizationId}/connections/${connection}`,
    );
    assert.equal(after.callback.active, true);
    assert.deepEqual(after.callback.documents, ['pay_in', 'payment_slip']);
  });
});

test('status keys are issued, used and revoked', async () => {
  const url = `/operator/organizations/${ours.organizationId}/status-keys`;
  const key = shown(await operator.submit(url)) as string;
  const keyId = key.split('_')[1] as string;
  assert.match(key, /^dsk_/);
  const read = () =>
    service.call('GET', '/webhook/contract-status?ext-contract-id=none', {
      headers: { 'x-api-key': key, 'x-org-id': ours.organizationId },
    });
  assert.notEqual((await read()).status, 401);
  assert.match(words((await operator.page(url)).text), new RegExp(`dsk_${keyId}_… \\S+, \\S+ \\S+, \\S+ valid`));
  await operator.page(`${url}/${keyId}/revoke`);
  await operator.submit(`${url}/${keyId}/revoke`);
  assert.equal((await read()).status, 401);
  assert.match(await lastChange('thing=status+key'), /Revoke status key/);
});

describe('ignored contracts', () => {
  const url = (): string => `/operator/organizations/${ours.organizationId}/ignored`;
  const result = async (externalContractId: string): Promise<string> => {
    const headers = { 'x-api-key': ours.apiKey, 'x-external-org-id': ours.externalOrgId };
    const body = payload({ externalContractId });
    return (await service.call('POST', '/webhook/custom', { headers, body })).text;
  };

  test('a contract is ignored permanently or until a day, and accepted again', async () => {
    await operator.submit(url(), { contract: ' V-1 ', until: '' });
    await operator.submit(url(), { contract: 'V-2', until: '31.12.2000' });
    assert.match(await result('V-1'), /skipped/i);
    assert.match(await lastChange('thing=ignored+contract'), /V-2/);
    assert.match(words((await operator.page(url())).text), /V-1 permanently .*V-2 01\.01\.2001, 00:00 \(expired\)/);
    assert.doesNotMatch(await result('V-2'), /skipped/i);
    await operator.submit(`${url()}/unignore`, { contract: 'V-1' });
    assert.doesNotMatch(await result('V-1'), /skipped/i);
  });

  test('the address of earlier versions redirects with the form', async () => {
    const answer = await operator.post(`${url()}/heed`, { contract: 'V-2' });
    assert.deepEqual([answer.status, answer.location], [308, `${url()}/unignore`]);
  });

  test('invalid input is reported and kept', async () => {
    const answer = await operator.post(url(), { contract: '', until: 'soon' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /href="#contract"/);
    assert.match(answer.text, /value="soon"/);
  });

  test('a list is applied as a whole or not at all', async () => {
    const wrong = await operator.post(`${url()}/upload`, { list: 'L-1;\nL-2;soon\nL-3;31.02.2030' });
    assert.equal(wrong.status, 422);
    assert.match(words(wrong.text), /Line 2 : “soon” is not a day.*Line 3 : “31\.02\.2030”/);
    assert.match(wrong.text, /L-1;\nL-2;soon/);
    assert.doesNotMatch(await result('L-1'), /skipped/i);

    const list = ['contract id;until', ...Array.from({ length: 250 }, (_, n) => `M-${String(n).padStart(3, '0')};`)];
    await operator.submit(`${url()}/upload`, { list: list.join('\r\n') });
    assert.match(await result('M-200'), /skipped/i);
    assert.match(await lastChange('thing=ignored+contract'), /Upload ignored contract contracts 250/);
    const first = await operator.page(`${url()}?q=M-`);
    assert.match(first.text, /M-099/);
    assert.doesNotMatch(first.text, /M-100/);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') as string;
    assert.match((await operator.page(next)).text, /M-100/);
  });
});

test('the table of paths shows what differs from the default', async () => {
  const page = words((await operator.page('/operator/paths')).text);
  assert.match(page, /abaimmo &quot;;&quot; between them skipped yes payment slip, pay in, pay out, withdrawal/);
  assert.match(page, /immotop2 &quot;&lt;br&gt; &quot; before each errored no payment slip, pay in /);
});

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < 100; round++) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it did not come about');
}
