/** The problems of a tenant's form. The texts are in `words/`. */
export type FormProblem =
  | 'product_missing'
  | 'product_of_main_tenant'
  | 'product_not_free'
  | 'name_missing'
  | 'name_differs'
  | 'consent_missing'
  | 'day_invalid'
  | 'day_before_start'
  | 'day_long_ago'
  | 'day_too_far'
  | 'amount_invalid'
  | 'amount_too_much'
  | 'reason_too_long'
  | 'iban_missing'
  | 'iban_invalid'
  | 'iban_qr'
  | 'bic_missing'
  | 'bic_invalid'
  | 'country_refused'
  | 'line_too_long'
  | 'street_missing'
  | 'zip_missing'
  | 'zip_invalid'
  | 'city_missing'
  | 'email_invalid';

export type FieldProblems<Field extends string> = Partial<Record<Field, FormProblem>>;

/** Every field that has a problem, in the order of the form. */
export function listed<Field extends string>(problems: FieldProblems<Field>): [Field, FormProblem][] {
  return Object.entries(problems) as [Field, FormProblem][];
}
