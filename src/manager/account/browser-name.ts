/** What a browser says of itself, most telling first: nearly all claim to be Safari, too. */
const BROWSERS: readonly [mark: string, name: string][] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

/** `Firefox, Windows`, by which a person knows their own again; null where nothing is known. */
export function browserName(told: string | null): string | null {
  const known = [BROWSERS, SYSTEMS].map((names) => names.find(([mark]) => told?.includes(mark))?.[1]);
  return known.filter((name) => name !== undefined).join(', ') || null;
}
