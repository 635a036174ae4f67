import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
test('shots', { timeout: 60000 }, async () => {
  const s = await startService();
  const b = await openBrowser(s);
  for (const screen of ['desktop', 'phone'] as const) {
    const { page, leave } = await b[screen]({});
    for (const [name, path] of [
      ['first', '/docs/partner/first-deposit'],
      ['answers', '/docs/partner/answers'],
      ['events', '/docs/partner/events'],
      ['search', '/docs/search?q=signature+old'],
      ['api', '/docs/api'],
    ] as const) {
      console.log(path);
      await page.goto(path, { timeout: 8000 });
      await page.screenshot({ path: `/tmp/ref/${name}-${screen}.png`, fullPage: false });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log('WIDE', name, screen, wide);
    }
    if (screen === 'desktop') {
      await page.goto('/docs/partner/events');
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 794, height: 1123 });
      await page.screenshot({ path: '/tmp/ref/print.png' });
    }
    await leave();
  }
  await b.close();
  await s.stop();
});
