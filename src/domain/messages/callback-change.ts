/** What was changed about the callback of a connection. */
export type CallbackChange = 'set' | 'changed' | 'rotated' | 'retired' | 'removed';
/** Whoever has the key of the partner, one of its contacts, or the operator. */
export type CallbackChangedBy = { is: 'partner_key' } | { is: 'contact'; who: string } | { is: 'operator' };

/** A mail to the admins of a partner. `host`: where callbacks go now; the rest of the address may be secret. */
export type CallbackChangedFacts = {
  kind: 'partner_callback_changed';
  partner: string;
  organization: string;
  externalOrgId: string;
  change: CallbackChange;
  host: string | null;
  by: CallbackChangedBy;
  at: string;
};
