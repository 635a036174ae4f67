import assert from 'node:assert/strict';
import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

export type Watch = { assertClean: () => Promise<void> };

/** Records everything that no page may do, from the first request of a context to its last. */
export function watch(context: BrowserContext, baseUrl: string): Watch {
  const faults: string[] = [];
  const origin = new URL(baseUrl).origin;
  const isOutside = (url: string): boolean => /^(?:https?|wss?):/.test(url) && hostOf(url) !== hostOf(origin);
  const refused = new Set<string>();

  context.on('request', (request) => {
    if (isOutside(request.url())) faults.push(`asks another origin: ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (isOutside(socket.url())) faults.push(`asks another origin: ${socket.url()}`);
    });
  });
  context.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && status < 500 && isDocument(response.request())) refused.add(response.url());
    if (status >= 500) faults.push(`${response.url()} answers ${status}`);
  });
  context.on('weberror', (error) => faults.push(`throws: ${error.error().stack ?? error.error().message}`));
  // Violations of the content security policy are console errors, even with scripts off.
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message, refused)) return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
  });

  return {
    assertClean: async () => {
      // The browser reports some of it only after the page has loaded.
      for (const page of context.pages()) await page.evaluate('0').catch(() => undefined);
      // Removed, so that the end of the file does not report it again.
      const found = [...new Set(faults.splice(0))];
      assert.equal(found.length, 0, `The pages of ${origin} are not clean:\n  ${found.join('\n  ')}`);
    },
  };
}

const hostOf = (url: string): string => new URL(url).host;

const isDocument = (request: Request): boolean =>
  request.isNavigationRequest() && request.frame().parentFrame() === null;

/**
 * Chromium reports pages answered with 404 or 422 as errors; here they are normal pages. It also requests an icon for
 * content that names none, such as a PDF.
 */
function isRefusal(message: ConsoleMessage, refused: ReadonlySet<string>): boolean {
  const { url } = message.location();
  return message.text().startsWith('Failed to load resource') && (refused.has(url) || url.endsWith('/favicon.ico'));
}
