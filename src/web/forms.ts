import type { FastifyInstance } from 'fastify';
import { withoutInvisible } from '../domain/values/visible.ts';

/** The fields of a form, in their order. */
export type Form = URLSearchParams;

const LARGEST_FORM = 256 * 1024;
/** The largest form has about 200 fields. A page that shows the input again grows with their number. */
const MOST_FIELDS = 1_000;

/** Accepts forms as bodies, and nothing else. */
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

/** A field's text, trimmed and without invisible and control characters except line breaks; '' if the field is missing. */
export function field(form: Form, name: string): string {
  return withoutInvisible(form.get(name) ?? '')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .trim();
}
