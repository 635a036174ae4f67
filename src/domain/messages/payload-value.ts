import { formatDay, type Day } from '../values/calendar.ts';
import { groupedPhone } from '../values/contact.ts';
import { countryName } from '../values/countries.ts';
import type { Language } from '../values/language.ts';
import { formatChf, parseAmount } from '../values/money.ts';
import { CHOICE_WORDS } from './choices.ts';

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** The value of a payload's field as people read it: codes, days, amounts and numbers in words. Other texts stay. */
export function payloadValue(field: string, text: string, language: Language): string {
  const words = CHOICE_WORDS[language];
  const known = (names: Readonly<Record<string, string>>): string =>
    (Object.hasOwn(names, text) ? names[text] : null) ?? text;
  if (field === 'rentalDeposit') return amountText(text);
  if (field === 'tenantLanguage') return known(words.languages);
  if (field === 'allowInvestment') return known({ true: words.yes, false: words.no });
  if (field.endsWith('LegalForm')) return known(words.legalForms);
  if (field.endsWith('CivilStatus')) return known(words.civilStatuses);
  if (field.endsWith('PhoneNumber')) return groupedPhone(text);
  if (field.endsWith('CountryCode') || field.endsWith('Nationality')) return countryName(text, language);
  if (/^tenant[2-4]?Type$/.test(field)) return known(words.tenantTypes);
  if (/^tenant[2-4]?Title$/.test(field)) return known(words.titles);
  return DAY.test(text) ? formatDay(text as Day) : text;
}

function amountText(text: string): string {
  const amount = parseAmount(text);
  return amount === null ? text : `CHF ${formatChf(amount)}`;
}
