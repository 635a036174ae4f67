import { agreementText, hashOfTerms } from '../../documents/agreement-text.ts';
import { shownAgreement, type ShownAgreement } from '../../documents/shown-agreement.ts';
import { WORDS } from '../../documents/words.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { termsToSign } from '../../domain/lifecycle/documents.ts';
import type { TenantVisit } from '../visit.ts';

type AgreementView = Omit<ReturnType<typeof agreementText>, 'rows'> & { rows: readonly [string, string][] };

/** The text of the agreement in the language of the page. */
export function agreementView({ deposit, organization, now, language }: TenantVisit): AgreementView {
  const text = agreementText({ ...termsToSign(deposit, { organization, now }), language }, WORDS[language]);
  return { ...text, rows: joined(text.rows) };
}

/** The PDF that the page offers to read. */
export function shownTo(visit: TenantVisit): Promise<ShownAgreement> {
  return shownAgreement(visit.deposit, visit);
}

/** Identifies what the page shows, so that a tenant signs this and nothing else: the round, the terms and the PDF. */
export function versionShown({ round }: Deposit, { terms, sha256 }: ShownAgreement): string {
  return `${round}.${hashOfTerms(terms)}.${sha256}`;
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
