import { isDeepStrictEqual } from 'node:util';
import type { CallbackChange, CallbackChangedBy } from '../../domain/messages/callback-change.ts';
import type { Effect } from '../../domain/effect.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { NIL_ID } from '../../storage/database/ids.ts';
import { addEffects } from '../../storage/effects/effects.ts';
import { findPartnerContacts } from '../../storage/partners/contacts.ts';
import type { Callback, PartnerConnection } from '../../storage/set-up/connections.ts';
import { findPartner } from '../../storage/set-up/partners.ts';
import type { Services } from '../services.ts';
import { organizationOf } from './organizations.ts';

/** What was changed. Null: nothing. */
export function changeOf(before: Callback | null, after: Callback | null): CallbackChange | null {
  if (before === null) return after === null ? null : 'set';
  if (after === null) return 'removed';
  return isDeepStrictEqual(withoutSecrets(before), withoutSecrets(after)) ? null : 'changed';
}

function withoutSecrets({ url, documents, events, inline, active }: Callback): object {
  return { url, documents, events, inline, active };
}

/**
 * In production, a mail to each admin among the contacts of the partner: somebody else may have changed where its data
 * goes. Written in the transaction of the change.
 */
export async function tellCallbackChanged(
  services: Services,
  { partnerId, organizationId, externalOrgId, callback }: PartnerConnection,
  { change, by }: { change: CallbackChange; by: CallbackChangedBy },
): Promise<void> {
  const { database, random, vault, tellsPartners } = services;
  if (!tellsPartners) return;
  const admins = (await findPartnerContacts(database, partnerId)).filter(({ role }) => role === 'admin');
  const partner = await findPartner(database, partnerId);
  if (admins.length === 0 || partner === null) return;
  const { name: organization } = await organizationOf(database, organizationId);
  const now = await serviceNow(database);
  const host = callback === null ? null : (URL.parse(callback.url)?.host ?? null);
  const mails = admins.map(({ email, name, language }): Effect => ({
    kind: 'mail',
    id: random.id(),
    dueAt: now,
    mail: {
      to: { email, name },
      cc: null,
      language,
      facts: {
        kind: 'partner_callback_changed',
        partner: partner.name,
        organization,
        externalOrgId,
        change,
        host,
        by,
        at: now.toISOString(),
      },
    },
  }));
  await addEffects(database, vault, { organizationId: NIL_ID, depositId: null, now }, mails);
}
