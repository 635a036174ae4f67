import { COUNTRY_CODES, countryName } from '../../domain/values/countries.ts';
import { emailKey } from '../../domain/values/contact.ts';
import { LANGUAGES, type Language } from '../../domain/values/language.ts';
import type { Member, Organization } from '../../domain/organization.ts';
import type { Assignable } from '../../storage/set-up/members.ts';
import type { Choice } from '../../web/parts.ts';
import type { FormWords } from './words/words.ts';

/** By e-mail address. An address that belongs to no member is kept as an extra choice. */
export function managerChoices(managers: readonly Assignable[], value: string, words: FormWords): Choice[] {
  const known = managers.map(({ member, isDefault, subOrganization }): Choice => {
    const notes = [member.email, ...(subOrganization === null ? [] : [subOrganization])];
    const name = `${member.firstName} ${member.lastName} (${notes.join(', ')})`;
    return [member.email, isDefault ? `${name} – ${words.defaultManager}` : name];
  });
  return isKnownManager(managers, value) ? known : [...known, [value, `${value} – ${words.unknownManager}`]];
}

export function isKnownManager(managers: readonly Assignable[], email: string): boolean {
  return email === '' || memberWith(managers, email) !== undefined;
}

export function memberWith(managers: readonly Assignable[], email: string): Member | undefined {
  return managers.find(({ member }) => emailKey(member.email) === emailKey(email))?.member;
}

const NEIGHBOURS = ['CH', 'LI', 'DE', 'FR', 'IT', 'AT'];

/** Switzerland and its neighbours first, then all others by name. */
export function countryChoices(language: Language): readonly Choice[] {
  return COUNTRIES[language];
}

const COUNTRIES = Object.fromEntries(
  LANGUAGES.map((language) => {
    const named = (codes: readonly string[]) => codes.map((code): Choice => [code, countryName(code, language)]);
    const { compare } = new Intl.Collator(`${language}-CH`);
    const others = named(COUNTRY_CODES.filter((code) => !NEIGHBOURS.includes(code)));
    return [language, [...named(NEIGHBOURS), ...others.sort(([, one], [, other]) => compare(one, other))]];
  }),
) as Record<Language, Choice[]>;

export function languageChoices({ languages, organizationLanguage }: FormWords, organization: Organization): Choice[] {
  return [['', organizationLanguage(languages[organization.language])], ...entriesOf(languages)];
}

/** The entries of a word table as choices, in its order. */
export function entriesOf(words: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(words);
}
