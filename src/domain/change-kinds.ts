/** What can change while a deposit is in force. */
export const CHANGE_KINDS = ['tenant_joins', 'tenant_leaves', 'main_tenant', 'owner', 'amount', 'product'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGE_STATES = [
  'to_sign',
  'at_provider',
  'to_pay',
  'to_pay_out',
  'done',
  'cancelled',
  'refused',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
