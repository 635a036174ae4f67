import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Section } from './document.ts';
import type { Stage } from './play.ts';

/** Sends the form with this action, and waits for the page that it leads to. */
export async function press(page: Page, action: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`form[action*="${action}"] button[type=submit]`)]);
}

/** The link in the newest mail of a kind to an address. */
export async function linkIn(on: Stage, to: string, kind: string, contract = ''): Promise<string> {
  const mail = (await on.mails(to)).find((one) => one.kind === kind && one.text.includes(contract));
  assert.ok(mail !== undefined, `no mail ${kind} to ${to}`);
  return mail.links[0];
}

/** The words of the German pages that a document has in brackets. */
export function germanWordsIn({ text }: Section): string[] {
  return [...text.matchAll(/\((\*[^*]+\*(?:, \*[^*]+\*)*)\)/g)].flatMap(([, words = '']) =>
    words.split(/\*, \*/).map((one) => one.replaceAll('*', '')),
  );
}

/** The pages that a person has seen, to compare a document with them. */
export type Seen = { look: (page: Page) => Promise<string>; hear: (text: string) => void; all: () => string };

export function eyes(): Seen {
  let text = '';
  return {
    look: async (page) => {
      const here = (await page.title()) + ((await page.textContent('body')) ?? '');
      text += here;
      return here;
    },
    hear: (words) => void (text += words),
    all: () => text.replaceAll(' ', ' '),
  };
}

/** Every German word that a section has in brackets is one that was read. */
export function assertSeen(section: Section, seen: Seen): void {
  const words = germanWordsIn(section);
  assert.ok(words.length > 0, `“${section.heading}” names no words`);
  for (const one of words) assert.ok(seen.all().includes(one), `“${section.heading}” says “${one}”, the pages do not`);
}
