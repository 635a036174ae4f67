/** Section 6: the documents that partners receive by callback. */
export const CALLBACK_DOCUMENTS = ['payment_slip', 'pay_in', 'pay_out', 'withdrawal'] as const;
