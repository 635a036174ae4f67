import type { MailFacts, MailKind } from '../../domain/effect.ts';

/** The content of a mail, without its layout. */
export type MailText = {
  subject: string;
  paragraphs: readonly string[];
  /** Short lines below the text, such as the problems of a payload. */
  list?: readonly string[];
  /** The facts of the deposit, shown as a small table. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Null: the reader has no page. */
  button: string | null;
  afterword?: string;
  /** Why the reader got this mail, if it is not about a deposit. */
  footer?: string;
};

/** The mail texts of one language. `problems` are already translated. */
export type MailTexts = {
  greeting: (name: string) => string;
  /** Why the reader got this mail. */
  footer: (organization: string) => string;
  mails: {
    [K in MailKind]: (
      facts: Extract<MailFacts, { kind: K }>,
      words: { problems: readonly string[]; amount: string },
    ) => MailText;
  };
};
