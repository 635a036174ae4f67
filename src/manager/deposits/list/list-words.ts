import type { Language } from '../../../domain/values/language.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import { it } from './words/it.ts';
import type { ListWords } from './words/words.ts';

export const LIST_WORDS: Record<Language, ListWords> = { de, fr, it, en };
