import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';
import { naturalTenant } from '../support/payload.ts';
import { reach, stage, type Play, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';
import { firstVisit } from '../support/wire.ts';

// What a tenant sees in each phase: on a phone and a desktop, light and dark, with axe, and what it costs to load.

const MOST_BYTES = 60_000;

let service: Service;
let browser: TestBrowser;
let ours: Stage;
const plays: Record<string, Play> = {};
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  ours = await stage(service, { name: 'Seeblick Immobilien AG' });
  const two = { ...naturalTenant('tenant2'), tenant2FirstName: 'Đorđe', tenant2LastName: 'Keller' };
  for (const [name, place, product] of [
    ['sign', 'signed'],
    ['payment', 'account'],
    ['open', 'open'],
    ['insured', 'open', 'insurance'],
    ['closing', 'closing'],
    ['ordered', 'ordered'],
    ['closed', 'closed'],
  ] as const) {
    const play = await ours.start(name === 'sign' ? { ...two, tenant2Email: 'dorde@mail.example' } : {});
    await reach(place, play, product);
    plays[name] = play;
  }
  const withdrawn = await ours.start();
  await reach('signed', withdrawn);
  await withdrawn.play('withdraw');
  plays['withdrawn'] = withdrawn;
});
after(async () => {
  await service.stop();
  await browser.close();
});

async function pages(): Promise<[name: string, path: string][]> {
  const all: [string, string][] = [];
  for (const [name, play] of Object.entries(plays)) {
    const [mail] = (await ours.mails(String(play.sent['tenantEmail']))).filter(({ text }) =>
      text.includes(play.contractId),
    );
    all.push([name, new URL(mail.links[0]).pathname]);
  }
  const [second] = await ours.mails('dorde@mail.example');
  const path = (name: string): string => all.find(([one]) => one === name)?.[1] ?? '';
  return [
    ...all,
    ['sign-second', new URL(second.links[0]).pathname],
    ['contact', `${path('open')}/contact`],
    ['unknown', `${path('open').slice(0, -8)}AAAAAAAA`],
    ['new-link', '/t/new-link'],
  ];
}

/** Everything that Chromium loads without a cache, fonts too, as it comes over the wire. */
async function loadedBy(page: Page): Promise<{ bytes: number; fonts: number }> {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [own] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      bytes: [...entries, ...(own === undefined ? [] : [own])].reduce((sum, one) => sum + one.transferSize, 0),
      fonts: entries.filter(({ name }) => name.includes('.woff2')).length,
    };
  });
}

for (const screen of ['phone', 'desktop'] as const) {
  for (const colorScheme of [undefined, 'dark'] as const) {
    test(`22 tenants: every page on a ${screen}, ${colorScheme ?? 'light'}`, async () => {
      for (const [name, path] of await pages()) {
        // A visit of its own has an empty cache.
        const { page, leave } = await browser[screen](colorScheme === undefined ? {} : { colorScheme });
        await page.goto(path);
        const { bytes, fonts } = await loadedBy(page);
        assert.ok(bytes > 5_000 && bytes < MOST_BYTES, `${name}: ${bytes}`);
        assert.equal(fonts, 0, name);
        await accessible(page);
        await noSidewaysScroll(page);
        await keep(page, `${name}-${screen}-${colorScheme ?? 'light'}`);
        if (name !== 'unknown') await leave();
      }
    });
  }
}

test('speed: every page of a tenant is below 60 kB with what it loads, also from an old phone that knows only gzip', async () => {
  for (const [name, path] of await pages()) {
    const { bytes, page, loaded } = await firstVisit(service.address, path, {
      'accept-encoding': 'gzip',
      'sec-fetch-site': 'same-origin',
    });
    assert.equal(page.headers['content-encoding'], 'gzip', name);
    assert.ok(bytes < MOST_BYTES, `${name}: ${JSON.stringify(loaded)}`);
  }
});

test('14 the language in use stands on one line with the others, in the same size', async () => {
  const { page, leave } = await browser.phone();
  const [, path = ''] = (await pages()).find(([name]) => name === 'open') ?? [];
  await page.goto(path);
  const places = await page.locator('.languages > *').evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return { top, height, size: getComputedStyle(one).fontSize };
    }),
  );
  assert.equal(places.length, 4);
  for (const one of places) assert.deepEqual(one, places[0]);
  await leave();
});

test('12 everyone reads at the choice whose account it is, and who acts at the end', async () => {
  const { page, leave } = await browser.phone();
  const all = new Map(await pages());
  await page.goto(all.get('sign') ?? '');
  const first = (await page.locator('main').textContent()) ?? '';
  assert.match(first, /auf einem Konto auf Ihren Namen/);
  assert.match(first, /Sie sind Hauptmieter(in)?\. .*handeln Sie für alle/);
  await page.goto(all.get('sign-second') ?? '');
  const second = (await page.locator('main').textContent()) ?? '';
  const { tenantFirstName, tenantLastName } = (plays['sign'] as Play).sent as Record<string, string>;
  const main = `${tenantFirstName} ${tenantLastName}`;
  assert.ok(second.includes(`auf einem Konto auf den Namen von ${main}`), second);
  assert.ok(second.includes(`handelt ${main} für alle`), second);
  assert.ok(second.includes(`Hauptmieterschaft ist ${main}.`), 'the agreement says the same');
  await leave();
});

/** With SCREENS=<folder>, pictures to look at. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
