import { SERVICE_NAME } from '../domain/brand/brand.ts';

/** Stands for the name of the service where somebody has it in their own: a character for private use. */
const ASIDE = '\u{f8ff}';

/** Names and texts of others keep the word, whatever the service is called. */
export function keptAside<T>(value: T, service: string): T {
  return service === SERVICE_NAME ? value : inEveryText(value, (text) => text.replaceAll(SERVICE_NAME, ASIDE));
}

/** What we have written, with the name that the operator gives the service. */
export function withServiceName<T>(value: T, service: string): T {
  if (service === SERVICE_NAME) return value;
  return inEveryText(value, (text) => text.replaceAll(SERVICE_NAME, service).replaceAll(ASIDE, SERVICE_NAME));
}

function inEveryText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => inEveryText(one, change)) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inEveryText(one as unknown, change)])) as T;
}
