import { foldings } from './folding.ts';
import type { Company, LegalForm } from './tenant.ts';

/** A company as the commercial register has it. */
export type RegisterEntry = {
  uid: string;
  name: string;
  /** The name in other languages, as far as it is registered in them. */
  otherNames: readonly string[];
  seat: string;
  /** Null: a form that we have no word for. */
  legalForm: LegalForm | null;
  status: RegisterStatus;
};

export type RegisterStatus = 'active' | 'dissolving' | 'deleted';

/**
 * What a call says of a company and what the register says. Both are values, not sentences: legal forms and statuses
 * are codes, and an empty `registered` means that the register has no such company.
 */
export type Difference = {
  field: 'company' | 'name' | 'seat' | 'legalForm' | 'status';
  declared: string;
  registered: string;
};

/**
 * Compares as a clerk would: a difference is one that the bank would ask about, not one of spelling.
 * Null is a company that the register does not have; there is nothing else to compare then.
 */
export function compareCompany(company: Company, entry: RegisterEntry | null): Difference[] {
  if (entry === null) return [{ field: 'company', declared: company.zefixUid ?? company.name, registered: '' }];
  const differences: Difference[] = [];
  if (![entry.name, ...entry.otherNames].some((name) => isSameName(company.name, name))) {
    differences.push({ field: 'name', declared: company.name, registered: entry.name });
  }
  if (!isSameSeat(company.domicile, entry.seat)) {
    differences.push({ field: 'seat', declared: company.domicile, registered: entry.seat });
  }
  // A form without a word of ours is none of ours, so it differs from all that are declared by name.
  const registered = entry.legalForm ?? 'other';
  if (!NEVER_DIFFER.has(company.legalForm) && company.legalForm !== registered) {
    differences.push({ field: 'legalForm', declared: company.legalForm, registered });
  }
  if (entry.status !== 'active') {
    differences.push({ field: 'status', declared: 'active', registered: entry.status });
  }
  return differences;
}

/** `other` says nothing that could be wrong; a simple partnership is never registered as such. */
const NEVER_DIFFER: ReadonlySet<LegalForm> = new Set(['other', 'simple_partnership']);

/** By the public codes of eCH-0097. Those left out (branches, KmAG, SICAV, public law…) are forms we have no word for. */
const FORMS: ReadonlyMap<string, LegalForm> = new Map([
  ['0101', 'sole_proprietorship'],
  ['0103', 'general_partnership'],
  ['0104', 'limited_partnership'],
  ['0106', 'ag'],
  ['0107', 'gmbh'],
  ['0108', 'cooperative'],
  ['0109', 'association'],
  ['0110', 'foundation'],
]);

export function legalFormOfCode(code: string): LegalForm | null {
  return FORMS.get(code) ?? null;
}

function isSameName(one: string, other: string): boolean {
  return isSame(one, other, nameKey);
}

/** What is left of a folded name: its letters and digits, without the legal form at its end. */
function nameKey(folded: string): string {
  let name = folded
    // So that S.A. is SA, and L'Exemple is one word.
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[&+]/g, ' & ')
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
  // More than one can stand there: "Muster AG in Liquidation".
  while (ENDING.test(name)) name = name.replace(ENDING, '');
  const words = name.split(' ').map((word) => (AND.has(word) ? '&' : word));
  // Without spaces, which are where people differ most: "Swiss Re" and "SwissRe".
  return words.join('');
}

const AND: ReadonlySet<string> = new Set(['und', 'et', 'e', 'ed', 'and']);

/** Folded. That a company is being dissolved stands in its name too, but is told by its status. */
const ENDINGS = [
  '(?:in|en) (?:liquidation|liquidazione|liq)',
  'ag|aktiengesellschaft|s ?a|societe anonyme|societa anonima|ltd|limited|inc|corp',
  'gmbh|gesellschaft mit beschrae?nkter haftung|llc|ltd liab co',
  's ?a ?r ?l|societe a responsabilite limitee|s ?a ?g ?l|societa a garanzia limitata',
  'klg|kollektivgesellschaft|snc|societe en nom collectif|societa in nome collettivo',
  'kmg|kommanditgesellschaft|scm|societe en commandite|sac|societa in accomandita',
  'kmag|kommanditaktiengesellschaft|sca',
  'gen|genossenschaft|scoop|societe cooperative|societa cooperativa',
];
const ENDING = new RegExp(` (?:${ENDINGS.join('|')})$`);

/**
 * A canton behind the place is a help to the reader: "Zürich" is "Zürich ZH". Only where both sides name one does it
 * count, for then it tells places apart: "Buchs AG" is not "Buchs SG".
 */
function isSameSeat(one: string, other: string): boolean {
  const [a, b] = [readSeat(one), readSeat(other)];
  if (a.canton !== null && b.canton !== null && a.canton !== b.canton) return false;
  return a.places.some((place) => b.places.some((name) => isSame(place, name, seatKey)));
}

const CANTON =
  /(?<![\s(,/-])[\s(,/-]+(AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)\)?$/i;
const POSTCODE = /^(?:CH-)?[0-9]{4}\s+/i;

/** A place with two languages has two names: "Biel/Bienne". */
function readSeat(text: string): { places: string[]; canton: string | null } {
  const place = text.trim().replace(POSTCODE, '');
  const canton = CANTON.exec(place)?.[1]?.toUpperCase() ?? null;
  return { places: place.replace(CANTON, '').split('/'), canton };
}

/** The place's letters, or for a city that goes by several names the first of them. */
function seatKey(folded: string): string {
  const key = letters(folded);
  return CITY_KEYS.get(key) ?? key;
}

function letters(folded: string): string {
  return folded.replace(/^(?:sankt|saint)(?=[\s-])/, 'st').replaceAll(/[^\p{L}]/gu, '');
}

/** The register has the official name of the commune, a call that of its own language. */
const CITIES = [
  ['Zürich', 'Zurigo'],
  ['Genève', 'Genf', 'Ginevra', 'Geneva'],
  ['Basel', 'Bâle', 'Basilea'],
  ['Lausanne', 'Losanna'],
  ['Bern', 'Berne', 'Berna'],
  ['Winterthur', 'Winterthour'],
  ['Luzern', 'Lucerne', 'Lucerna'],
  ['St. Gallen', 'Saint-Gall', 'San Gallo'],
  ['Fribourg', 'Freiburg', 'Friburgo'],
  ['Neuchâtel', 'Neuenburg'],
  ['Schaffhausen', 'Schaffhouse', 'Sciaffusa'],
  ['Chur', 'Coire', 'Coira'],
  ['Sion', 'Sitten'],
  ['Zug', 'Zoug', 'Zugo'],
  ['Solothurn', 'Soleure', 'Soletta'],
  ['Thun', 'Thoune'],
  ['Delémont', 'Delsberg'],
] as const;
const CITY_KEYS: ReadonlyMap<string, string> = new Map(
  CITIES.flatMap((names) =>
    names.flatMap((name) => foldings(name).map((folded) => [letters(folded), names[0]] as const)),
  ),
);

function isSame(one: string, other: string, key: (folded: string) => string): boolean {
  const others = foldings(other).map(key);
  return foldings(one).some((folded, way) => key(folded) === others[way]);
}
