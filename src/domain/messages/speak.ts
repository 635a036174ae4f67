import type { Language } from '../values/language.ts';
import {
  ASSISTANT_FIELDS,
  MANAGER_FIELDS,
  OWNER_FIELDS,
  PROPERTY_FIELDS,
  TENANT_PREFIXES,
  type FieldName,
  type LocalizedText,
  type Problem,
  type TenantField,
} from '../payload/problem.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import type { Messages, PayloadPart } from './messages.ts';

const LANGUAGES: Record<Language, Messages> = { de, fr, it, en };

/** One problem as one line: the person or part, the field's label and name, and what is wrong. */
export function speak(problem: Problem, language: Language): string {
  const { part, label } = fieldWords(problem.field, language);
  return LANGUAGES[language].line({ part, label, field: problem.field, fault: faultText(problem, language) });
}

/** The label of a field with its owner: `Tenant 2, e-mail address`. */
export function labelOf(field: FieldName, language: Language): string {
  const { part, label } = fieldWords(field, language);
  return `${part}, ${label}`;
}

/** The person or part and the label of the field, as two texts. */
export function fieldWords(field: FieldName, language: Language): { part: string; label: string } {
  return describe(field, LANGUAGES[language]);
}

/** What is wrong, without the field: for showing it next to the field. */
export function faultText(problem: Problem, language: Language): string {
  // Each entry takes only the fault of its own code; TypeScript cannot infer that through the index.
  const say = LANGUAGES[language].faults[problem.code] as (fault: Problem) => string;
  return say(problem);
}

export function speakAll(problem: Problem): LocalizedText {
  return {
    de: speak(problem, 'de'),
    fr: speak(problem, 'fr'),
    it: speak(problem, 'it'),
    en: speak(problem, 'en'),
  };
}

const PART_OF: ReadonlyMap<string, PayloadPart> = new Map<string, PayloadPart>([
  ...PROPERTY_FIELDS.map((field) => [field, 'property'] as const),
  ...OWNER_FIELDS.map((field) => [field, 'owner'] as const),
  ...MANAGER_FIELDS.map((field) => [field, 'manager'] as const),
  ...ASSISTANT_FIELDS.map((field) => [field, 'assistant'] as const),
]);

function describe(field: FieldName, messages: Messages): { part: string; label: string } {
  if (Object.hasOwn(messages.labels, field)) {
    const part = PART_OF.get(field) ?? 'contract';
    return { part: messages.parts[part], label: messages.labels[field as keyof Messages['labels']] };
  }
  const position = TENANT_PREFIXES.findLastIndex((prefix) => field.startsWith(prefix));
  const rest = field.slice((TENANT_PREFIXES[position] as string).length) as TenantField;
  return { part: messages.tenant(position + 1), label: messages.tenantLabels[rest] };
}
