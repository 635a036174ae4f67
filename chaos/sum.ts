/** Numbers that several worlds have counted, together; of lists, one after the other. */
export function added<T>(one: T, other: T): T {
  if (typeof one === 'number' && typeof other === 'number') return (one + other) as T;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other] as T;
  if (!isRecord(one) || !isRecord(other)) return one ?? other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, added(one[name], other[name])])) as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
