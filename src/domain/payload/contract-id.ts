import { LONGEST_CONTRACT_ID, sent, textUpTo } from './fields.ts';
import type { PayloadFault } from './problem.ts';

/** `externalContractId` of a payload (2.2), read once. */
export type ContractId = {
  /** The id that deposits are looked up by. Null: not sent, or not a text. */
  text: string | null;
  /** As sent, at most 128 characters: used in the answer to a refused call and in lists. */
  shown: string;
  /** Null: valid. */
  fault: PayloadFault | null;
};

export function readContractId(fields: Readonly<Record<string, unknown>>): ContractId {
  const value = sent(fields, 'externalContractId');
  switch (value.is) {
    case 'nothing':
      return { text: null, shown: valueAsText(fields['externalContractId']), fault: { code: 'missing' } };
    case 'not_text':
      return { text: null, shown: valueAsText(fields['externalContractId']), fault: { code: 'not_text' } };
    case 'text': {
      const { text } = value;
      const parsed = storable(text);
      return 'value' in parsed
        ? { text, shown: text, fault: null }
        : { text, shown: cut(text.toWellFormed()), fault: parsed };
    }
  }
}

const storable = textUpTo(LONGEST_CONTRACT_ID);

function cut(text: string): string {
  return Array.from(text.slice(0, LONGEST_CONTRACT_ID * 2))
    .slice(0, LONGEST_CONTRACT_ID)
    .join('');
}

function valueAsText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? '[]' : '{}';
}
