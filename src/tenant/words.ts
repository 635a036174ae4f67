import type { Language } from '../domain/values/language.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { fr } from './words/fr.ts';
import { it } from './words/it.ts';
import type { TenantWords } from './words/words.ts';

export const TENANT_WORDS: Record<Language, TenantWords> = { de, fr, it, en };
