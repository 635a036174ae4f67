import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Asked with and answered with; under it a call is found in the log and in the request log. */
export const REQUEST_ID = 'x-request-id';

/** As programs make them: hexadecimal digits and hyphens. Nothing that a person is called or reached by looks like this. */
const PLAIN = /^[0-9a-f-]{16,64}$/i;

/** Gives each request its id: the one it brings if that is plain, else one that no other process gives. */
export function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers[REQUEST_ID];
    if (typeof given === 'string' && PLAIN.test(given)) return given;
    return `${process}-${(++count).toString(16).padStart(8, '0')}`;
  };
}
