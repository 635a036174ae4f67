import type { Language } from '../../../domain/values/language.ts';
import { parseAmount, toChf } from '../../../domain/values/money.ts';
import { field, type Form } from '../../../web/forms.ts';
import { FILE_MISSING, fileIn } from '../../../web/input/uploads.ts';
import { acknowledgeInput, ANSWER_INPUTS, type AnswerCall } from '../../../actions/providers/answer-inputs.ts';
import { PROVIDER_WORDS } from '../words.ts';
import type { AnswerField } from '../words/words.ts';

export type FormName = AnswerCall | 'acknowledge';

/** The fields of each form, in their order. */
export const ANSWER_FIELDS: Record<FormName, readonly AnswerField[]> = {
  account: ['iban', 'qrIban', 'openedOn'],
  cover: ['policyNumber', 'from', 'premium', 'certificate'],
  ended: ['on'],
  paid: ['amount', 'on'],
  done: ['iban'],
  refused: ['code', 'reason'],
  acknowledge: ['reference'],
};

/** What was typed, and what is wrong with it, in words. */
export type Tried = {
  form: FormName;
  values: Partial<Record<AnswerField, string>>;
  problems: Partial<Record<AnswerField, string>>;
};

const SCHEMAS = { ...ANSWER_INPUTS, acknowledge: acknowledgeInput };

/** A form as the API would get it, read by the same schemas. `body` is null if there are problems. */
export function readAnswer(form: Form, name: FormName, language: Language): { body: object | null; tried: Tried } {
  const values: Tried['values'] = {};
  const given: Record<string, unknown> = {};
  for (const one of ANSWER_FIELDS[name]) {
    if (one === 'certificate') continue;
    const typed = field(form, one);
    values[one] = typed;
    if (typed !== '') given[one] = one === 'premium' || one === 'amount' ? amountFrom(typed) : typed;
  }
  const file = fileIn(form, 'certificate');
  if (name === 'cover' && file !== null) given['certificate'] = file.toString('base64');
  const read = SCHEMAS[name].safeParse(given);
  const problems: Tried['problems'] = {};
  for (const { path } of read.error?.issues ?? []) {
    const at = path[0] as AnswerField;
    problems[at] ??= wordsFor(name, at, { isMissing: given[at] === undefined, language });
  }
  const isFileLost = form.has(FILE_MISSING) || (file !== null && !read.success);
  if (isFileLost) problems.certificate ??= PROVIDER_WORDS[language].form.fileAgain;
  const isGood = read.success && Object.keys(problems).length === 0;
  return { body: isGood ? (read.data ?? {}) : null, tried: { form: name, values, problems } };
}

/** The schema refuses what is not a number. */
function amountFrom(typed: string): number {
  const amount = parseAmount(typed);
  return amount === null ? Number.NaN : toChf(amount);
}

function wordsFor(
  name: FormName,
  at: AnswerField,
  { isMissing, language }: { isMissing: boolean; language: Language },
): string {
  const { form } = PROVIDER_WORDS[language];
  if (isMissing && at !== 'code') return form.missing;
  return name === 'done' && at === 'iban' ? form.changedIbanInvalid : form.invalid[at];
}
