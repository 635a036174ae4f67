import { CALLBACK_DOCUMENTS } from '../../../domain/document.ts';
import type { Callback } from '../../../storage/set-up/connections.ts';
import { field, type Form } from '../../../web/forms.ts';

/** The fields of the form as typed. */
export type TypedCallback = { url: string; documents: readonly string[]; inline: boolean };

export function typedCallback(form: Form): TypedCallback {
  return { url: field(form, 'url'), documents: form.getAll('documents'), inline: form.has('inline') };
}

/** Null: a new callback. */
export function callbackFrom(callback: Callback | null): TypedCallback {
  if (callback === null) return { url: '', documents: [...CALLBACK_DOCUMENTS], inline: false };
  const { url, documents, inline } = callback;
  return { url, documents: documents ?? [...CALLBACK_DOCUMENTS], inline };
}

/** The input of the operator API: without an address there is no callback; all kinds selected means no restriction. */
export function inputFrom({ url, documents, inline }: TypedCallback): object | null {
  if (url === '') return null;
  const isAll = CALLBACK_DOCUMENTS.every((kind) => documents.includes(kind));
  return { url, inline, ...(!isAll && { documents }) };
}
