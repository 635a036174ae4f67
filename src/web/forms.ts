import type { FastifyInstance } from 'fastify';

/** What a form sent: each name with its values, in their order. */
export type Form = URLSearchParams;

const LARGEST_FORM = 256 * 1024;
/** Ours have a hundred or two; a page that shows again what was sent grows with their number. */
const MOST_FIELDS = 1_000;

/** Bodies are forms; anything else is none. */
export function readForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, text, done) => {
      const form = new URLSearchParams(text as string);
      if (form.size > MOST_FIELDS) done(Object.assign(new Error('a form with too many fields'), { statusCode: 413 }));
      else done(null, form);
    },
  );
}

/** A field's text without white space around it and without control characters but line breaks; '' where it is not sent. */
export function field(form: Form, name: string): string {
  return (form.get(name) ?? '').replaceAll(/[^\P{Cc}\n]/gu, '').trim();
}
