import type { MailFacts, MailKind } from '../../domain/effect.ts';

/** A mail in words: what stands in it, not how it looks. */
export type MailText = {
  subject: string;
  paragraphs: readonly string[];
  /** Short lines under the text, such as what is wrong with a payload. */
  list?: readonly string[];
  /** What it is about, as a small table. */
  facts?: readonly (readonly [label: string, value: string])[];
  button: string;
  afterword?: string;
  /** Why the reader got this mail, where it is not about a deposit. */
  footer?: string;
};

/** What a language must be able to write. `problems` are already in that language. */
export type Letters = {
  greeting: (name: string) => string;
  /** Why the reader got this mail. */
  footer: (organization: string) => string;
  letters: {
    [K in MailKind]: (
      facts: Extract<MailFacts, { kind: K }>,
      words: { problems: readonly string[]; amount: string },
    ) => MailText;
  };
};
