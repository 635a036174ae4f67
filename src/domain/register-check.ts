import { foldings } from './values/folding.ts';
import type { Company, LegalForm } from './tenant.ts';

/** A company as the commercial register has it. */
export type RegisterEntry = {
  uid: string;
  name: string;
  /** The registered names in other languages. */
  otherNames: readonly string[];
  seat: string;
  /** Null: a form that the contract does not have. */
  legalForm: LegalForm | null;
  status: RegisterStatus;
};

export type RegisterStatus = 'active' | 'dissolving' | 'deleted';

/**
 * A difference between an open call and the register. Both are values, not sentences: legal forms and statuses
 * are codes, and an empty `registered` means that the register has no such company.
 */
export type Difference = {
  field: 'company' | 'name' | 'seat' | 'legalForm' | 'status';
  declared: string;
  registered: string;
};

/**
 * Compares as a clerk would: reports differences that the bank would ask about and ignores spelling variants.
 * `null` is a company that the register does not have.
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
  // A form that the contract does not have differs from every declared one.
  const registered = entry.legalForm ?? 'other';
  if (!NEVER_DIFFER.has(company.legalForm) && company.legalForm !== registered) {
    differences.push({ field: 'legalForm', declared: company.legalForm, registered });
  }
  if (entry.status !== 'active') {
    differences.push({ field: 'status', declared: 'active', registered: entry.status });
  }
  return differences;
}

/** `other` cannot be wrong; a simple partnership is never registered. */
const NEVER_DIFFER: ReadonlySet<LegalForm> = new Set(['other', 'simple_partnership']);

/** By the public codes of eCH-0097. The contract has no value for the others (branches, KmAG, SICAV, public law…). */
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

/** The letters and digits of a folded name, without the legal form at its end. */
function nameKey(folded: string): string {
  let name = folded
    // S.A. becomes SA, and L'Exemple one word.
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[&+]/g, ' & ')
    .replaceAll(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
  // There can be more than one: "Muster AG in Liquidation".
  while (ENDING.test(name)) name = name.replace(ENDING, '');
  const words = name.split(' ').map((word) => (AND.has(word) ? '&' : word));
  // Spaces are the most frequent difference: "Swiss Re" and "SwissRe".
  return words.join('');
}

const AND: ReadonlySet<string> = new Set(['und', 'et', 'e', 'ed', 'and']);

/** Folded. "In liquidation" is part of the name, too, but is reported by the status. */
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
 * The canton after a town counts only if both sides have one: "Zürich" is "Zürich ZH", but "Buchs AG" is not
 * "Buchs SG".
 */
function isSameSeat(one: string, other: string): boolean {
  const [a, b] = [readSeat(one), readSeat(other)];
  if (a.canton !== null && b.canton !== null && a.canton !== b.canton) return false;
  return a.towns.some((town) => b.towns.some((name) => isSame(town, name, seatKey)));
}

const CANTON =
  /(?<![\s(,/-])[\s(,/-]+(AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)\)?$/i;
const POSTCODE = /^(?:CH-)?[0-9]{4}\s+/i;

/** A bilingual town has two names: "Biel/Bienne". */
function readSeat(text: string): { towns: string[]; canton: string | null } {
  const town = text.trim().replace(POSTCODE, '');
  const canton = CANTON.exec(town)?.[1]?.toUpperCase() ?? null;
  return { towns: town.replace(CANTON, '').split('/'), canton };
}

/** The letters of a town's name; for a city with several names, those of the first. */
function seatKey(folded: string): string {
  const key = letters(folded);
  return CITY_KEYS.get(key) ?? key;
}

function letters(folded: string): string {
  return folded.replace(/^(?:sankt|saint)(?=[\s-])/, 'st').replaceAll(/[^\p{L}]/gu, '');
}

/** The register has the official name of the commune; a partner may send the name in its own language. */
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
