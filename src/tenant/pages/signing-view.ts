import { agreementText, hashOfTerms } from '../../documents/agreement-text.ts';
import { WORDS } from '../../documents/words.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { termsToSign } from '../../domain/lifecycle/documents.ts';
import type { Organization } from '../../domain/organization.ts';
import type { TenantVisit } from '../visit.ts';

type AgreementView = Omit<ReturnType<typeof agreementText>, 'rows'> & { rows: readonly [string, string][] };

/** The text of the agreement in the language of the page. */
export function agreementView({ deposit, organization, now, language }: TenantVisit): AgreementView {
  const text = agreementText({ ...termsToSign(deposit, { organization, now }), language }, WORDS[language]);
  return { ...text, rows: joined(text.rows) };
}

/** Identifies the terms that the page shows, so that a tenant signs these and no others: the round and their hash. */
export function termsVersion(deposit: Deposit, when: { organization: Organization; now: Date }): string {
  return `${deposit.round}.${hashOfTerms(termsToSign(deposit, when))}`;
}

/** In the document, further tenants have no label of their own: here they share the row of the first. */
function joined(rows: readonly (readonly [string, string])[]): [string, string][] {
  const whole: [string, string][] = [];
  for (const [label, value] of rows) {
    const last = whole.at(-1);
    if (label === '' && last !== undefined) last[1] += `\n${value}`;
    else whole.push([label, value]);
  }
  return whole;
}
