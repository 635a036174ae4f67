import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Form } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { formOf, resendForm } from '../session-pages.ts';

const MOST_FIELDS = 100;
const files = new WeakMap<Form, ReadonlyMap<string, Buffer>>();
const names = new WeakMap<Form, ReadonlyMap<string, string>>();

/** Also accepts forms with files, which are kept in memory. The text fields become a form like any other. */
export function readUploads(server: FastifyInstance, { largest }: { largest: number }): void {
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: largest },
    async (request: FastifyRequest, body: Buffer) => readForm(body, request.headers['content-type'] ?? ''),
  );
}

async function readForm(body: Buffer, type: string): Promise<Form> {
  const data = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => null);
  const fields = data === null ? [] : [...data];
  if (data === null || fields.length > MOST_FIELDS) {
    throw Object.assign(new Error('a form that cannot be read'), { statusCode: data === null ? 400 : 413 });
  }
  const form: Form = new URLSearchParams();
  const found = new Map<string, Buffer>();
  const named = new Map<string, string>();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    // A browser sends an empty file where none was chosen.
    else if (value.size > 0) {
      found.set(name, Buffer.from(await value.arrayBuffer()));
      named.set(name, value.name);
    }
  }
  names.set(form, named);
  files.set(form, found);
  return form;
}

/** Null: no file was chosen. */
export function fileIn(form: Form, name: string): Buffer | null {
  return files.get(form)?.get(name) ?? null;
}

/** The name of the file on the sender's machine; may be anything. */
export function fileNameIn(form: Form, name: string): string {
  return names.get(form)?.get(name) ?? '';
}

export function hasFile(request: FastifyRequest): boolean {
  return (files.get(formOf(request))?.size ?? 0) > 0;
}

/** A page cannot keep a file: the form that is sent again says that one is missing. */
export const FILE_MISSING = 'fileMissing';

/** The same form again, with the current token. */
export function resendUpload(request: FastifyRequest, token: Html, label: string): Html {
  const missing = hasFile(request) && html`<input type="hidden" name="${FILE_MISSING}" value="yes" />`;
  return resendForm(request, html`${token}${missing}`, label);
}
