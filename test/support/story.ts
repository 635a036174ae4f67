import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Document, Section } from './document.ts';

/** One step of a person's hour: what they do below a heading of a document. */
export type Step = (
  document: Document,
  heading: string,
  what: string,
  work: (section: Section) => Promise<void> | void,
) => Promise<void>;

/** Numbers the steps, and names each after its document and heading. The first one that fails ends the hour. */
export function storyOf(t: TestContext): Step {
  let number = 0;
  return async (document, heading, what, work) => {
    const name = `${++number}. ${document.path}, “${heading}”: ${what}`;
    let isDone = false;
    await t.test(name, async () => {
      await work(document.section(heading));
      isDone = true;
    });
    assert.ok(isDone, `the hour ends here: ${name}`);
  };
}
