import { withColon, type Language } from '../../domain/values/language.ts';
import { faultText, labelOf } from '../../domain/messages/speak.ts';
import type { FieldName, Problem } from '../../domain/payload/problem.ts';
import { html, type Content, type Html } from '../../web/html.ts';
import { problemNotice } from '../../web/parts.ts';
import { capitalized } from './controls.ts';
import { FORM_FIELDS } from './values.ts';
import { FORM_WORDS } from './words.ts';

/** Validation messages by field, in the order of the form. */
export type ProblemTexts = ReadonlyMap<FieldName, string>;

export const NO_PROBLEMS: ProblemTexts = new Map();

export function problemTexts(problems: readonly Problem[], language: Language): Map<FieldName, string> {
  const inOrder = problems.toSorted((one, other) => FORM_FIELDS.indexOf(one.field) - FORM_FIELDS.indexOf(other.field));
  return new Map(inOrder.map((problem) => [problem.field, capitalized(faultText(problem, language))]));
}

/** All problems above the form, each with a link to its field. */
export function problemSummary(problems: ProblemTexts, language: Language, more: Content): Html | null {
  if (problems.size === 0) return null;
  const words = FORM_WORDS[language];
  const lines = [...problems].map(
    ([field, text]) =>
      html`<li><a href="#${field}">${labelOf(field, language)}</a>${withColon('', language)} ${text}</li>`,
  );
  return problemNotice(
    html`<h2>${words.problemCount(problems.size)}</h2>
      <ul>${lines}</ul>
      ${more}`,
  );
}
