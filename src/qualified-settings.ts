import type { Config } from './config.ts';
import { qualifiedService, type QualifiedService } from './qualified/service.ts';

export function qualifiedOf({ qualified }: Config, baseUrl: () => string): QualifiedService | null {
  if (qualified === null) return null;
  const { url, ...settings } = qualified;
  return qualifiedService(() => url ?? `${baseUrl()}/sandbox/qualified`, settings);
}
