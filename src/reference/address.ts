import type { FastifyRequest } from 'fastify';

export type AddressSettings = {
  baseUrl: () => string;
  /** `BASE_URL` is set: it is the address, whatever the request says. */
  isBaseUrlSet: boolean;
};

const HOST = /^(?:[a-z0-9][a-z0-9.-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/** The address that examples name: `BASE_URL`, else the one that the reader has used. */
export function addressIn({ headers, protocol }: FastifyRequest, { baseUrl, isBaseUrlSet }: AddressSettings): string {
  const { host = '' } = headers;
  if (isBaseUrlSet || !HOST.test(host)) return baseUrl();
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}
