import { createHash } from 'node:crypto';
import { formatDay } from '../domain/values/calendar.ts';
import type { Amendment, AmendmentTerms } from '../domain/document.ts';
import { amendmentRow, CHANGE_WORDS } from '../domain/messages/changes.ts';
import { withColon, type Language } from '../domain/values/language.ts';
import type { TableRow } from './table.ts';
import type { Words } from './words/words.ts';

type AmendmentText = {
  intro: string;
  about: readonly TableRow[];
  /** What is amended, before and after. */
  changed: { heading: string; rows: readonly TableRow[] };
  paragraphs: readonly string[];
};

/** `Amendment 1: agreement on the rental deposit`. */
export function amendmentTitle({ number }: Pick<Amendment, 'number'>, language: Language, agreement: string): string {
  return `${withColon(CHANGE_WORDS[language].title(number), language)} ${agreement}`;
}

/** The text of an amendment, for the PDF and the page. */
export function amendmentText(terms: AmendmentTerms, words: Words, language: Language = terms.language): AmendmentText {
  const own = CHANGE_WORDS[language];
  const { amendment } = terms;
  const [heading, before, after] = amendmentRow(amendment, language);
  return {
    intro: own.amends,
    about: [
      [words.contract, terms.externalContractId],
      [words.property, terms.property],
      [words.agreement.rentalStart, formatDay(terms.rentalStart)],
    ],
    changed: {
      heading,
      rows: [
        [own.before, before],
        [own.after, after],
      ],
    },
    paragraphs: [own.effect(amendment), ...(amendment.kind === 'owner' ? [own.unsigned] : []), own.rest],
  };
}

/** SHA-256 of what is signed: the same for everyone who signs the same amendment. */
export function hashOfAmendment(terms: AmendmentTerms): string {
  const { organization, externalContractId, property, rentalStart, amendment } = terms;
  const { number, kind, before, after } = amendment;
  const signed = { organization, externalContractId, property, rentalStart, number, kind, before, after };
  return createHash('sha256').update(JSON.stringify(signed)).digest('hex');
}
