const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The ids of API keys. */
export function isKeyId(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}

/** Ids from outside are checked before they reach SQL: anything else is simply unknown. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
