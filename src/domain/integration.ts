/** 4.1: the five values of `<integration>`. */
export const INTEGRATIONS = ['custom', 'garaio-rem', 'rimo-r5', 'immotop2', 'abaimmo'] as const;
export type Integration = (typeof INTEGRATIONS)[number];

/** Where the status of a contract and the list of events are read. */
export const READ_PATHS = { status: '/webhook/contract-status', events: '/webhook/events' } as const;
