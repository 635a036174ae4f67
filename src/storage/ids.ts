const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids from outside are checked before they reach SQL: anything else is simply unknown. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
