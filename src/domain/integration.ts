/** 4.1: the five values of `<integration>`. */
export const INTEGRATIONS = ['custom', 'garaio-rem', 'rimo-r5', 'immotop2', 'abaimmo'] as const;
export type Integration = (typeof INTEGRATIONS)[number];
