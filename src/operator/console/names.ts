import type { Product } from '../../domain/product.ts';
import type { Language } from '../../domain/values/language.ts';

export const ENGLISH_LANGUAGE_NAMES: Record<Language, string> = {
  de: 'German',
  fr: 'French',
  it: 'Italian',
  en: 'English',
};

export const PRODUCT_NAMES: Record<Product, string> = {
  bank_deposit: 'deposit account',
  insurance: 'insurance',
};
