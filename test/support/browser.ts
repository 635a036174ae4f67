import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { watch, type Watch } from './browser-watch.ts';
import { atEndOfLane } from './lane-end.ts';

/** A person with their own browser: cookies, language, and a record of every error. */
export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Asserts: no console output, no exception, no policy violation, no external request. */
  assertClean: () => Promise<void>;
  /** Asserts the same, and closes the pages: each that stays open costs a process. */
  leave: () => Promise<void>;
};

export type VisitOptions = {
  /** What the browser asks for by Accept-Language, as in 'fr-CH'. */
  locale?: string;
  javaScriptEnabled?: boolean;
  /** Light, unless told otherwise. */
  colorScheme?: 'light' | 'dark';
  httpCredentials?: { username: string; password: string };
};

export type TestBrowser = {
  phone: (options?: VisitOptions) => Promise<Visit>;
  desktop: (options?: VisitOptions) => Promise<Visit>;
  /** Ends the visits and asserts again that each was clean. It may throw, so stop everything else first. */
  close: () => Promise<void>;
};

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  // Requests to other hosts are recorded and blocked.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** The Chromium of this process. Paths are taken from the service: `page.goto('/manager')`. */
export async function openBrowser({ baseUrl }: { baseUrl: string }): Promise<TestBrowser> {
  const browser = await (chromiumOfLane ??= launch());
  const contexts = new Set<BrowserContext>();
  const watches: Watch[] = [];
  const visit = async (screen: typeof PHONE | typeof DESKTOP, options: VisitOptions = {}): Promise<Visit> => {
    const settings = { baseURL: baseUrl, timezoneId: 'Europe/Zurich', reducedMotion: 'reduce', ...screen } as const;
    const context = await browser.newContext({ ...settings, locale: 'de-CH', ...options });
    contexts.add(context);
    context.on('close', () => contexts.delete(context));
    context.setDefaultTimeout(15_000);
    if (options.javaScriptEnabled === false) twinContexts.set(context, () => browser.newContext(settings));
    const { assertClean } = watch(context, baseUrl);
    watches.push({ assertClean });
    const leave = async (): Promise<void> => {
      await assertClean();
      await context.close();
    };
    return { page: await context.newPage(), context, assertClean, leave };
  };
  return {
    phone: (options) => visit(PHONE, options),
    desktop: (options) => visit(DESKTOP, options),
    close: async () => {
      try {
        for (const { assertClean } of watches) await assertClean();
      } finally {
        for (const context of contexts) await context.close();
      }
    },
  };
}

let chromiumOfLane: Promise<Browser> | null = null;

/** Its start costs as much as several tests, so that all files of a process use the same one. */
async function launch(): Promise<Browser> {
  const executablePath = process.env['TEST_BROWSER'];
  if (executablePath === undefined) throw new Error('Run the tests with "npm test": it finds the browser.');
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'browser-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  const browser = await launchIn(folder, executablePath);
  atEndOfLane.push(() => browser.close());
  return browser;
}

/** Playwright puts the profile into the folder for temporary files; ours is removed even if this process is killed. */
async function launchIn(folder: string, executablePath: string): Promise<Browser> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.launch({ executablePath, args: ARGUMENTS });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 AA and good practice, as far as axe can tell; a mail, as an example, needs no landmarks. */
export async function accessible(page: Page, { except = [] }: { except?: readonly string[] } = {}): Promise<void> {
  const twinContext = await twinContexts.get(page.context())?.();
  try {
    const analyzed = twinContext === undefined ? page : await twinOf(page, twinContext);
    const violations = await Promise.race([violationsOn(analyzed, except), tooLong(page)]);
    const found = violations.map(({ id, help, nodes }) => [`${id}: ${help}`, ...nodes.map(describe)].join('\n    '));
    assert.equal(found.length, 0, `${page.url()} is not accessible:\n  ${found.join('\n  ')}`);
  } finally {
    await twinContext?.close();
  }
}

/** axe runs in the page. Playwright evaluates past the page's policy, so that axe needs no exception from it. */
async function violationsOn(page: Page, except: readonly string[]): Promise<axe.Result[]> {
  await page.evaluate(AXE);
  const rules = Object.fromEntries([
    ['target-size', { enabled: true }],
    ...except.map((rule) => [rule, { enabled: false }]),
  ]);
  // Only violations: axe would describe each element that passes, too.
  const options: axe.RunOptions = { runOnly: { type: 'tag', values: RULES }, rules, resultTypes: ['violations'] };
  return page.evaluate(async (options) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    // No script runs in a sandboxed frame, and axe would wait for it. A test visits what the frame shows separately.
    return (await injected.run({ exclude: ['iframe[sandbox]'] }, options)).violations;
  }, options);
}

async function tooLong(page: Page): Promise<never> {
  await wait(60_000, undefined, { ref: false });
  return assert.fail(`axe does not come to an end on ${page.url()}`);
}

/** Where it is, and its markup on one line. */
const describe = ({ target, html }: { target: unknown[]; html: string }): string =>
  `${target.join(' ')}  ${html.replaceAll(/\s+/g, ' ').slice(0, 200)}`;

/** axe is a script itself. So it sees a page without scripts in a second context, as it stands, its scripts left out. */
const twinContexts = new WeakMap<BrowserContext, () => Promise<BrowserContext>>();

async function twinOf(page: Page, context: BrowserContext): Promise<Page> {
  const body = (await page.content()).replaceAll(/<\/?noscript>/g, '');
  await context.route('**/*', (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  const [address] = page.url().split('#');
  const isPage = (url: URL): boolean => url.href === address;
  await context.route(isPage, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  const twin = await context.newPage();
  await twin.goto(page.url());
  return twin;
}

/** The page is no wider than the screen. Chromium zooms out for a page that is, so the window cannot be asked. */
export async function noSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const [wide, culprits] = await page.evaluate((width) => {
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    const tags = outside.map((element) => (element.cloneNode(false) as Element).outerHTML);
    return [document.documentElement.scrollWidth, tags.slice(0, 5)] as const;
  }, width);
  assert.ok(wide <= width, `${page.url()} is ${wide} wide on ${width}: ${culprits.join(' ')}`);
}
