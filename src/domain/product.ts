export const PRODUCTS = ['bank_deposit', 'insurance'] as const;
export type Product = (typeof PRODUCTS)[number];
