import { parseEmail, type EmailAddress } from '../../domain/contact.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { field, type Form } from '../../web/forms.ts';

export type MemberField = 'firstName' | 'lastName' | 'email' | 'language' | 'administrator';
export type MemberProblem =
  | 'missing'
  | 'too_long'
  | 'invalid_email'
  | 'email_taken'
  | 'unknown_language'
  | 'last_administrator'
  | 'unknown_heir';

/** What was typed, as it was typed. */
export type TypedMember = {
  firstName: string;
  lastName: string;
  email: string;
  language: string;
  administrator: boolean;
};
export type MemberProblems = Partial<Record<MemberField, MemberProblem>>;

/** A member that can be kept. */
export type ReadMember = {
  firstName: string;
  lastName: string;
  email: EmailAddress;
  language: Language;
  administrator: boolean;
};

const LONGEST = 255;

export function typedMember(form: Form): TypedMember {
  return {
    firstName: field(form, 'firstName'),
    lastName: field(form, 'lastName'),
    email: field(form, 'email'),
    language: field(form, 'language'),
    administrator: form.has('administrator'),
  };
}

/** Every problem at once, or the member. */
export function readMember(typed: TypedMember): { member: ReadMember } | { problems: MemberProblems } {
  const email = parseEmail(typed.email);
  const language = LANGUAGES.find((one) => one === typed.language);
  const found: Record<string, MemberProblem | null> = {
    firstName: problemOfName(typed.firstName),
    lastName: problemOfName(typed.lastName),
    email: typed.email === '' ? 'missing' : email === null ? 'invalid_email' : null,
    language: language === undefined ? 'unknown_language' : null,
  };
  const problems: MemberProblems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
  if (email === null || language === undefined || Object.keys(problems).length > 0) return { problems };
  return { member: { ...typed, email, language } };
}

function problemOfName(name: string): MemberProblem | null {
  if (name === '') return 'missing';
  return [...name].length > LONGEST ? 'too_long' : null;
}
