import type { DocumentFacts, DocumentHead } from '../../domain/document.ts';
import { swissDay } from '../../domain/values/calendar.ts';
import type { PostalAddress } from '../../domain/values/postal-address.ts';
import { streetLine } from '../about.ts';

/** Whom a document is addressed to, in lines. An agreement is no letter. */
export function recipientOf(facts: DocumentFacts): string[] {
  switch (facts.kind) {
    case 'agreement':
      return [];
    case 'payment_slip':
      return [facts.holder.name, ...addressLines(facts.holder.address)];
    case 'pay_out': {
      const names = namesOf(facts);
      return facts.tenantAddress ? [...names, ...addressLines(facts.tenantAddress)] : names;
    }
    case 'pay_in':
    case 'withdrawal':
    case 'certificate':
    case 'year_statement':
      return [...namesOf(facts), ...homeOf(facts)];
  }
}

/** Two names have a line each; more share theirs. */
function namesOf({ tenants }: DocumentHead): string[] {
  const names = tenants.map(({ name }) => name);
  return names.length > 2 ? [names.join(', ')] : names;
}

/** From the move-in at the property. Before it, several tenants have several addresses, which are not for the others. */
function homeOf({ at, rentalStart, property, tenants }: DocumentHead): string[] {
  if (swissDay(new Date(at)) >= rentalStart) return property.split(/, (?=[^,]*$)/);
  const [only, ...others] = tenants;
  return only === undefined || others.length > 0 ? [] : addressLines(only.address);
}

function addressLines({ zip, city, countryCode, ...street }: PostalAddress): string[] {
  return [streetLine(street), countryCode === 'CH' ? `${zip} ${city}` : `${countryCode}-${zip} ${city}`];
}
