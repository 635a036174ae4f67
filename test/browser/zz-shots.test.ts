import { after, before, test } from 'node:test';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { accessible } from '../support/browser.ts';
import { signInLinks } from '../support/manager.ts';
import { companyPayload, naturalTenant } from '../support/payload.ts';
import { advance, reach, stage, type Stage } from '../support/play.ts';
import { startService, type Service } from '../support/service.ts';

let service: Service;
let browser: TestBrowser;
let on: Stage;
before(async () => {
  service = await startService();
  browser = await openBrowser(service);
  on = await stage(service, { name: 'Seeblick Immobilien AG', language: 'de' });
  const names = ['Müller', 'Bernasconi', 'Rochat', 'Keller', 'Huber', 'Meier', 'Favre', 'Rossi'];
  const late = await on.start({ tenantLastName: 'Zahlspät', rentalStart: '2026-11-20' });
  await reach('account', late);
  await late.play('payment', { amount: 500 });
  await advance(service, 'P25D');
  for (const [n, goal] of (
    ['signed', 'tenants', 'account', 'open', 'closing', 'ordered', 'closed'] as const
  ).entries()) {
    const second =
      n % 2 === 0
        ? {
            ...naturalTenant('tenant2'),
            tenant2FirstName: 'Noah',
            tenant2LastName: 'Keller',
            tenant2Email: 'noah@mail.example',
          }
        : {};
    const play = await on.start({ tenantLastName: names[n], rentalDeposit: String(1500 + n * 310), ...second });
    await reach(goal, play);
  }
  const asked = await on.start({ tenantLastName: 'Vorschlag' });
  await reach('open', asked);
  await asked.play('start-closing', { by: 'tenant', tenancyEnd: '2026-10-31' });
  const refused = await on.start({ externalContractId: 'SIM-BANK-REFUSES-1' });
  await reach('tenants', refused);
  await on.start({}, companyPayload);
  for (let n = 0; n < 12; n++) await on.start({ tenantLastName: names[n % 8] });
});
after(async () => {
  await service.stop();
  await browser.close();
});

for (const [screen, scheme] of [
  ['desktop', null],
  ['phone', null],
  ['desktop', 'dark'],
  ['phone', 'dark'],
] as const) {
  test(`${screen} ${scheme}`, async () => {
    const { page } = await browser[screen](scheme === null ? {} : { colorScheme: scheme });
    if (screen === 'desktop') await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/manager');
    await page.fill('input[name=email]', on.managerEmail);
    await page.click('main form button[type=submit]');
    await page.waitForURL(/sent/);
    const [link = ''] = await signInLinks(service, on.managerEmail);
    await page.goto(link);
    const shot = async (path: string, name: string): Promise<void> => {
      await page.goto(path);
      await page.screenshot({ path: `/tmp/mlist/${name}-${screen}${scheme ?? ''}.png`, fullPage: name !== 'top' });
      try {
        await accessible(page);
      } catch (error) {
        console.log(name, screen, scheme, String(error).slice(0, 1500));
      }
      const first = await page
        .locator('#results tbody tr')
        .first()
        .boundingBox()
        .catch(() => null);
      console.log(
        name,
        screen,
        'first row at',
        first?.y,
        'height',
        first?.height,
        'scroll',
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      );
    };
    await shot('/manager/start', 'start');
    await shot('/manager/deposits', 'list');
    await shot('/manager/deposits?show=overdue', 'overdue');
    if (scheme === null && screen === 'desktop') {
      await page.goto('/manager/deposits');
      await page.emulateMedia({ media: 'print' });
      await page.pdf({ path: '/tmp/mlist/list.pdf' }).catch(async () => undefined);
      await page.screenshot({ path: `/tmp/mlist/print.png`, fullPage: true });
      await page.emulateMedia({ media: 'screen' });
      await page.click('details.options > summary');
      await page.screenshot({ path: `/tmp/mlist/options.png`, fullPage: true });
    }
    if (screen === 'phone' && scheme === null) {
      await page.goto('/manager/deposits');
      await page.check('#menu', { force: true });
      await page.screenshot({ path: `/tmp/mlist/menu.png` });
    }
  });
}
