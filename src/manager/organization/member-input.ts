import { parseEmail, type EmailAddress } from '../../domain/values/contact.ts';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
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

/** A member as entered, not yet checked. */
export type EnteredMember = {
  firstName: string;
  lastName: string;
  email: string;
  language: string;
  administrator: boolean;
};
export type MemberProblems = Partial<Record<MemberField, MemberProblem>>;

/** A member that can be stored. */
type ReadMember = {
  firstName: string;
  lastName: string;
  email: EmailAddress;
  language: Language;
  administrator: boolean;
};

const LONGEST = 255;

export function enteredMember(form: Form): EnteredMember {
  return {
    firstName: field(form, 'firstName'),
    lastName: field(form, 'lastName'),
    email: field(form, 'email'),
    language: field(form, 'language'),
    administrator: form.has('administrator'),
  };
}

/** The member, or every problem. */
export function readMember(entered: EnteredMember): { member: ReadMember } | { problems: MemberProblems } {
  const email = parseEmail(entered.email);
  const language = LANGUAGES.find((one) => one === entered.language);
  const found: Record<string, MemberProblem | null> = {
    firstName: problemOfName(entered.firstName),
    lastName: problemOfName(entered.lastName),
    email: entered.email === '' ? 'missing' : email === null ? 'invalid_email' : null,
    language: language === undefined ? 'unknown_language' : null,
  };
  const problems: MemberProblems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
  if (email === null || language === undefined || Object.keys(problems).length > 0) return { problems };
  return { member: { ...entered, email, language } };
}

function problemOfName(name: string): MemberProblem | null {
  if (name === '') return 'missing';
  return [...name].length > LONGEST ? 'too_long' : null;
}
