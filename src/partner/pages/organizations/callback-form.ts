import { addressFault } from '../../../callbacks/addresses.ts';
import { DEFAULT_EVENTS, EVENT_TYPES, type CallbackDocument, type EventType } from '../../../domain/document.ts';
import type { OwnCallbackInput } from '../../../actions/partners/callbacks.ts';
import type { Callback } from '../../../storage/set-up/connections.ts';
import { field, type Form } from '../../../web/forms.ts';
import type { CallbackProblem } from './words.ts';

/** The fields of the form as typed. */
export type CallbackTyped = { url: string; documents: readonly string[]; events: readonly string[]; inline: boolean };

export function callbackTyped(form: Form): CallbackTyped {
  return {
    url: field(form, 'url'),
    documents: form.getAll('documents'),
    events: form.getAll('events'),
    inline: form.has('inline'),
  };
}

/** `sent`: the documents of the partner's path. */
export function callbackAsTyped(callback: Callback | null, sent: readonly CallbackDocument[]): CallbackTyped {
  if (callback === null) return { url: '', documents: sent, events: DEFAULT_EVENTS, inline: false };
  const { url, documents, events, inline } = callback;
  return { url, documents: documents ?? sent, events, inline };
}

export type CallbackProblems = Partial<Record<'url' | 'events', CallbackProblem>>;

const LONGEST_URL = 2_000;

/** All documents selected: no restriction, so that more can follow. */
export function readCallback(
  { url, documents, events, inline }: CallbackTyped,
  { sent, allowPrivate }: { sent: readonly CallbackDocument[]; allowPrivate: boolean },
): { input: OwnCallbackInput; problems: CallbackProblems } {
  const chosen = sent.filter((kind) => documents.includes(kind));
  const types: EventType[] = EVENT_TYPES.filter((type) => events.includes(type));
  const problem = urlProblem(url, allowPrivate);
  return {
    input: { url, inline, events: types, ...(chosen.length < sent.length ? { documents: chosen } : {}) },
    problems: {
      ...(problem === null ? {} : { url: problem }),
      ...(types.length === 0 ? { events: 'no_events' } : {}),
    },
  };
}

function urlProblem(url: string, allowPrivate: boolean): CallbackProblem | null {
  if (!URL.canParse(url)) return 'not_a_url';
  if (url.length > LONGEST_URL) return 'too_long';
  return addressFault(url, { allowPrivate });
}
