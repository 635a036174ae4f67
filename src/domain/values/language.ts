export const LANGUAGES = ['de', 'fr', 'it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `Label:`; French has a space that does not break before the colon. */
export function withColon(label: string, language: Language): string {
  return language === 'fr' ? `${label}\u00a0:` : `${label}:`;
}
