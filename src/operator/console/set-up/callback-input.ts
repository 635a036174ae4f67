import { CALLBACK_DOCUMENTS } from '../../../domain/document.ts';
import { DEFAULT_EVENTS } from '../../../domain/document.ts';
import type { Callback } from '../../../storage/set-up/connections.ts';
import { field, type Form } from '../../../web/forms.ts';

/** The fields of the form as typed. */
export type TypedCallback = { url: string; documents: readonly string[]; events: readonly string[]; inline: boolean };

export function typedCallback(form: Form): TypedCallback {
  return {
    url: field(form, 'url'),
    documents: form.getAll('documents'),
    events: form.getAll('events'),
    inline: form.has('inline'),
  };
}

/** Null: a new callback. */
export function callbackFrom(callback: Callback | null): TypedCallback {
  if (callback === null) return { url: '', documents: [...CALLBACK_DOCUMENTS], events: DEFAULT_EVENTS, inline: false };
  const { url, documents, events, inline } = callback;
  return { url, documents: documents ?? [...CALLBACK_DOCUMENTS], events, inline };
}

/** The input of the operator API: without an address there is no callback; all kinds selected means no restriction. */
export function inputFrom({ url, documents, events, inline }: TypedCallback): object | null {
  if (url === '') return null;
  const isAll = CALLBACK_DOCUMENTS.every((kind) => documents.includes(kind));
  return { url, inline, ...(events.length > 0 && { events }), ...(!isAll && { documents }) };
}
