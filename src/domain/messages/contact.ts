import type { ContactField, ContactProblem } from '../changes/typed-contact.ts';
import type { Language } from '../values/language.ts';

type ContactWords = { label: Record<ContactField | 'address', string>; problem: Record<ContactProblem, string> };

/** The form for the contact data of a tenant. */
export const CONTACT_WORDS: Record<Language, ContactWords> = {
  de: {
    label: {
      email: 'E-Mail-Adresse',
      phoneNumber: 'Telefonnummer',
      address: 'Postadresse',
      street: 'Strasse',
      streetNumber: 'Nummer',
      zip: 'Postleitzahl',
      city: 'Ort',
      countryCode: 'Land',
    },
    problem: {
      email_invalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      phone_invalid: 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel +41 79 123 45 67.',
      street_missing: 'Bitte geben Sie die Strasse ein.',
      zip_missing: 'Bitte geben Sie die Postleitzahl ein.',
      zip_invalid: 'Eine Schweizer Postleitzahl hat vier Ziffern.',
      city_missing: 'Bitte geben Sie den Ort ein.',
      line_too_long: 'Bitte fassen Sie sich kürzer: höchstens 70 Zeichen.',
    },
  },
  fr: {
    label: {
      email: 'Adresse e-mail',
      phoneNumber: 'Numéro de téléphone',
      address: 'Adresse postale',
      street: 'Rue',
      streetNumber: 'Numéro',
      zip: 'Code postal',
      city: 'Localité',
      countryCode: 'Pays',
    },
    problem: {
      email_invalid: 'Veuillez saisir une adresse e-mail valable.',
      phone_invalid: 'Veuillez saisir un numéro de téléphone, par exemple +41 79 123 45 67.',
      street_missing: 'Veuillez saisir la rue.',
      zip_missing: 'Veuillez saisir le code postal.',
      zip_invalid: 'Un code postal suisse a quatre chiffres.',
      city_missing: 'Veuillez saisir la localité.',
      line_too_long: 'Veuillez raccourcir\u00a0: 70 caractères au plus.',
    },
  },
  it: {
    label: {
      email: 'Indirizzo e-mail',
      phoneNumber: 'Numero di telefono',
      address: 'Indirizzo postale',
      street: 'Via',
      streetNumber: 'Numero',
      zip: 'Numero postale',
      city: 'Località',
      countryCode: 'Paese',
    },
    problem: {
      email_invalid: 'Indichi un indirizzo e-mail valido.',
      phone_invalid: 'Indichi un numero di telefono, per esempio +41 79 123 45 67.',
      street_missing: 'Indichi la via.',
      zip_missing: 'Indichi il numero postale.',
      zip_invalid: 'Un numero postale svizzero ha quattro cifre.',
      city_missing: 'Indichi la località.',
      line_too_long: 'Abbrevi il testo: al massimo 70 caratteri.',
    },
  },
  en: {
    label: {
      email: 'E-mail address',
      phoneNumber: 'Telephone number',
      address: 'Postal address',
      street: 'Street',
      streetNumber: 'Number',
      zip: 'Postcode',
      city: 'Town',
      countryCode: 'Country',
    },
    problem: {
      email_invalid: 'Please enter a valid e-mail address.',
      phone_invalid: 'Please enter a telephone number, such as +41 79 123 45 67.',
      street_missing: 'Please enter the street.',
      zip_missing: 'Please enter the postcode.',
      zip_invalid: 'A Swiss postcode has four digits.',
      city_missing: 'Please enter the town.',
      line_too_long: 'Please keep it shorter: at most 70 characters.',
    },
  },
};
