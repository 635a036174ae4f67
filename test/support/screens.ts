import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const SCREENS = join(import.meta.dirname, '..', '..', 'docs', 'screens');
/** Longer pages are cropped. */
const MAX_HEIGHT = 1_400;
/** The lowest WebP quality at which small text stays readable. All files together must stay below 2 MB. */
const QUALITY = 50;

/** With KEEP_SCREENS=1, saves docs/screens/<name>.webp if the name is in KEPT. A normal test run changes no file. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  if (process.env['KEEP_SCREENS'] !== '1' || !KEPT.has(name)) return;
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, scrollHeight } = document.documentElement;
    return { width: clientWidth, height: scrollHeight };
  });
  // Chromium encodes WebP itself; Playwright's own screenshot() offers only PNG and JPEG.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    // One pixel for each CSS pixel, also on a phone.
    clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT), scale: 1 },
  });
  await session.detach();
  mkdirSync(SCREENS, { recursive: true });
  writeFileSync(join(SCREENS, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** One picture of each main page: tenants on a phone, property managers and operators on a desktop, and a few of both. */
const KEPT = new Set([
  'home-desktop',
  'sign-in-desktop',
  'start-desktop',
  'start-phone',
  'deposits-desktop',
  'deposits-phone',
  'deposits-dark-desktop',
  'deposit-to-sign-desktop',
  'deposit-problem-desktop',
  'deposit-waits-for-payment-desktop',
  'deposit-proposal-desktop',
  'deposit-correct-desktop',
  'deposit-edit-desktop',
  'deposit-closed-desktop',
  'deposit-to-sign-phone',
  'new-deposit-desktop',
  'import-deposit-desktop',
  'import-errors-desktop',
  'import-error-desktop',
  'sign-many-desktop',
  'organization-desktop',
  'account-desktop',
  'holdings-desktop',
  'mailbox-desktop',
  'tenant-sign-phone',
  'tenant-payment-phone',
  'tenant-payment-dark-phone',
  'tenant-open-phone',
  'tenant-proposal-phone',
  'tenant-proposed-phone',
  'tenant-closed-phone',
  'tenant-withdrawn-phone',
  'tenant-new-link-phone',
  'tenant-returned-phone',
  'tenant-sign-desktop',
  'console-today-desktop',
  'console-calls-desktop',
  'console-deposits-desktop',
  'console-deposit-desktop',
  'console-money-hand-desktop',
  'console-failures-desktop',
  'console-bank-entries-desktop',
  'console-bank-entry-desktop',
  'console-bank-account-desktop',
  'console-statistics-desktop',
  'console-organizations-desktop',
  'console-organization-desktop',
  'console-organization-edit-desktop',
  'console-connection-desktop',
  'console-members-desktop',
  'console-partner-desktop',
  'console-paths-desktop',
  'console-audit-desktop',
  'console-privacy-desktop',
]);
