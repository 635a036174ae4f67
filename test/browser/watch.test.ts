import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { after, before, test } from 'node:test';
import { accessible, noSidewaysScroll, openBrowser, type TestBrowser } from '../support/browser.ts';

// The other journeys rely on this: that a fault of a page is detected.

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src *; connect-src *; form-action 'self'";
const SCRIPTS: Record<string, string> = {
  '/throws.js': 'throw new Error("thrown on purpose")',
  '/complains.js': 'console.error("said on purpose")',
  '/asks.js': 'fetch("https://elsewhere.example/").catch(() => {})',
  '/socket.js': 'new WebSocket("ws://elsewhere.example/").onerror = () => {}',
  '/title.js': 'document.querySelector("h1").textContent = "Scripts ran"',
};
const PAGES: Record<string, [status: number, content: string]> = {
  '/fine': [200, '<p>All is well. <a href="/fine">Once more</a></p>'],
  '/refused': [422, '<p>Please correct the amount.</p>'],
  '/missing': [404, '<p>There is no such page.</p>'],
  '/broken': [500, '<p>Sorry.</p>'],
  '/throws': [200, '<script src="/throws.js"></script>'],
  '/complains': [200, '<script src="/complains.js"></script>'],
  '/asks': [200, '<script src="/asks.js"></script>'],
  '/socket': [200, '<script src="/socket.js"></script>'],
  '/inline-script': [200, '<script>document.title = "no"</script>'],
  '/inline-style': [200, '<p style="color: red">red</p>'],
  '/outside-image': [200, '<img alt="" src="https://elsewhere.example/pixel.png">'],
  '/outside-frame': [200, '<iframe title="other" src="https://elsewhere.example/"></iframe>'],
  '/lost-image': [200, '<img alt="" src="/lost.png">'],
  '/no-alternative': [200, '<img src="/dot.svg" width="30" height="30">'],
  '/tiny-targets': [200, '<button class="tiny">a</button><button class="tiny">b</button>'],
  '/pale': [200, '<p class="pale">Hard to read</p>'],
  '/without-scripts': [200, '<noscript><p class="pale">Hard to read</p></noscript><script src="/title.js"></script>'],
  '/wide': [200, '<div class="wide">A line that is too long</div>'],
  '/wide-in-box': [200, '<div class="box" tabindex="0"><div class="wide">A table</div></div>'],
};
const STYLE =
  '.tiny { width: 10px; height: 10px; padding: 0; border: 0; font-size: 8px } .pale { color: #ccc; background: #fff }' +
  ' .wide { width: 900px } .box { overflow-x: auto }';

const server = createHttpServer((request, reply) => {
  const path = request.url ?? '';
  const send = (status: number, type: string, body: string): void => {
    reply.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
  };
  const [status, content] = PAGES[path] ?? [404, null];
  if (content !== null) send(status, 'text/html', pageOf(content));
  else if (path === '/style.css') send(200, 'text/css', STYLE);
  else if (path === '/dot.svg') send(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  else if (SCRIPTS[path] !== undefined) send(200, 'text/javascript', SCRIPTS[path]);
  else send(404, 'text/plain', 'not here');
});

function pageOf(content: string): string {
  return `<!doctype html><html lang="en"><head><title>A page</title><link rel="stylesheet" href="/style.css">
    <meta name="viewport" content="width=device-width, initial-scale=1"></head>
    <body><main><h1>A page</h1>${content}</main></body></html>`;
}

let browser: TestBrowser;
/** For the faulty pages: ignores what they report after a test is over. */
let second: TestBrowser;
before(async () => {
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  const { port } = server.address() as AddressInfo;
  browser = await openBrowser({ baseUrl: `http://localhost:${port}` });
  second = await openBrowser({ baseUrl: `http://localhost:${port}` });
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await second.close().catch(() => undefined);
  await browser.close();
});

for (const path of ['/fine', '/refused', '/missing']) {
  test(`${path} is a clean page`, async () => {
    const { page, leave } = await browser.phone();
    await page.goto(path);
    await accessible(page);
    await noSidewaysScroll(page);
    await leave();
  });
}

const SEEN: [path: string, fault: RegExp, options?: { javaScriptEnabled: boolean }][] = [
  ['/throws', /throws: .*thrown on purpose/],
  ['/complains', /console: said on purpose/],
  ['/asks', /another origin: https:\/\/elsewhere\.example\//],
  ['/socket', /another origin: ws:\/\/elsewhere\.example\//],
  ['/inline-script', /inline script violates/],
  ['/inline-style', /inline style violates/],
  ['/inline-style', /inline style violates/, { javaScriptEnabled: false }],
  ['/outside-image', /another origin: https:\/\/elsewhere\.example\/pixel\.png/],
  ['/outside-image', /another origin: https:\/\/elsewhere\.example\/pixel\.png/, { javaScriptEnabled: false }],
  ['/outside-frame', /elsewhere\.example.* violates/],
  ['/lost-image', /Failed to load resource.*404.*lost\.png/],
  ['/broken', /\/broken answers 500/],
];

for (const [path, fault, options] of SEEN) {
  test(`${path} is not clean${options === undefined ? '' : ', without scripts either'}`, async () => {
    const { page, context, assertClean } = await second.desktop(options);
    await page.goto(path);
    await assert.rejects(assertClean(), fault);
    await context.close();
  });
}

test('another port of this machine is another origin', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  await new Promise<void>((ready) => other.listen(0, 'localhost', ready));
  const { page, context, assertClean } = await second.desktop();
  await page.goto('/fine');
  const { port } = other.address() as AddressInfo;
  await page.evaluate((port) => fetch(`http://localhost:${port}/`, { mode: 'no-cors' }).catch(() => null), port);
  await assert.rejects(assertClean(), new RegExp(`another origin: http://localhost:${port}/`));
  other.close();
  await context.close();
});

test('the end of a file reports errors that no test has checked', async () => {
  const { port } = server.address() as AddressInfo;
  const third = await openBrowser({ baseUrl: `http://localhost:${port}` });
  const { page } = await third.desktop();
  await page.goto('/broken');
  await assert.rejects(third.close(), /\/broken answers 500/);
});

const INACCESSIBLE: [path: string, rule: RegExp, options?: { javaScriptEnabled: boolean }][] = [
  ['/no-alternative', /image-alt: .*\n.*<img src="\/dot\.svg"/],
  ['/tiny-targets', /target-size/],
  ['/pale', /color-contrast/],
  ['/pale', /color-contrast/, { javaScriptEnabled: false }],
  ['/without-scripts', /color-contrast/, { javaScriptEnabled: false }],
];

test('a rule can be skipped by its name', async () => {
  const { page, leave } = await browser.phone();
  await page.goto('/pale');
  await accessible(page, { except: ['color-contrast'] });
  await leave();
});

for (const [path, rule, options] of INACCESSIBLE) {
  test(`${path} is not accessible${options === undefined ? '' : ', without scripts either'}`, async () => {
    const { page, leave } = await browser.phone(options);
    await page.goto(path);
    await assert.rejects(accessible(page), rule);
    await leave();
  });
}

test('a page without scripts runs none, and stays unchanged', async () => {
  const { page, leave } = await browser.desktop({ javaScriptEnabled: false });
  await page.goto('/without-scripts');
  await assert.rejects(accessible(page));
  assert.equal(await page.locator('h1').textContent(), 'A page');
  await leave();
});

test('a page wider than the phone is reported with the cause', async () => {
  const { page, leave } = await browser.phone();
  await page.goto('/wide');
  await assert.rejects(noSidewaysScroll(page), /is \d+ wide on 390: <div class="wide">/);
  await page.goto('/wide-in-box');
  await noSidewaysScroll(page);
  await leave();
});
