import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Sent in requests and answers. Identifies a call in the log and in the request log. */
export const REQUEST_ID = 'x-request-id';

/** Hexadecimal digits and hyphens only: no name, address or number of a person gets into the log this way. */
const PLAIN = /^[0-9a-f-]{16,64}$/i;

/** Returns the id of a request: the one it contains, if it is plain, else a new one that no other process generates. */
export function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers[REQUEST_ID];
    if (typeof given === 'string' && PLAIN.test(given)) return given;
    return `${process}-${(++count).toString(16).padStart(8, '0')}`;
  };
}
