import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCompany, legalFormOfCode, type RegisterEntry } from './register-check.ts';
import { LEGAL_FORMS, type Company, type LegalForm } from './tenant.ts';

const COMPANY: Company = { name: 'Muster AG', legalForm: 'ag', domicile: 'Zürich', zefixUid: 'CHE-109.322.551' };
const ENTRY: RegisterEntry = {
  uid: 'CHE-109.322.551',
  name: 'Muster AG',
  otherNames: [],
  seat: 'Zürich',
  legalForm: 'ag',
  status: 'active',
};

const NAMES: [what: string, declared: string, registered: string, isSame: boolean][] = [
  ['the same', 'Muster AG', 'Muster AG', true],
  ['case', 'MUSTER ag', 'Muster AG', true],
  ['punctuation', 'Müller-Meier, Söhne AG', 'Müller Meier Söhne AG', true],
  ['spaces', 'Swiss Re AG', 'SwissRe AG', true],
  ['brackets', 'Muster Schweiz AG', 'Muster (Schweiz) AG', true],
  ['apostrophes', 'L’Exemple SA', "L'Exemple SA", true],
  ['no umlaut, in the French way', 'Muller Sohne AG', 'Müller Söhne AG', true],
  ['no umlaut, in the German way', 'Mueller Soehne AG', 'Müller Söhne AG', true],
  ['an umlaut in two characters', 'Mu\u0308ller AG', 'Müller AG', true],
  ['accents', 'Hotel Chateau Lemanique SA', 'Hôtel Château Lémanique SA', true],
  ['ligatures', 'Coeur SA', 'Cœur SA', true],
  ['sharp s', 'Strauß AG', 'Strauss AG', true],
  ['& in words', 'Müller und Söhne AG', 'Müller & Söhne AG', true],
  ['& in French', 'Rochat et Fils SA', 'Rochat & Fils SA', true],
  ['+ for &', 'Keller + Partner AG', 'Keller & Partner AG', true],
  ['no form', 'Muster', 'Muster AG', true],
  ['dots in the form', 'Exemple S.A.', 'Exemple SA', true],
  ['the French form in four letters', 'Exemple S. à r. l.', 'Exemple Sàrl', true],
  ['the French form in two parts', 'Exemple S.à r.l.', 'Exemple Sàrl', true],
  ['the Italian form', 'Esempio S.a.g.l.', 'Esempio Sagl', true],
  ['the form in full', 'Muster Aktiengesellschaft', 'Muster AG', true],
  ['the form in full, with an umlaut', 'Muster Gesellschaft mit beschraenkter Haftung', 'Muster GmbH', true],
  ['the form is compared for itself', 'Muster GmbH', 'Muster AG', true],
  ['in liquidation', 'Muster AG', 'Muster AG in Liquidation', true],
  ['en liquidation', 'Exemple Sàrl', 'Exemple Sàrl, en liquidation', true],
  ['a name that is only a form', 'AG', 'AG', true],
  ['Mueller is not Muller', 'Mueller AG', 'Muller AG', false],
  ['Bauer is not Baur', 'Bauer AG', 'Baur AG', false],
  ['another name', 'Beispiel AG', 'Muster AG', false],
  ['a part of the name', 'Muster AG', 'Muster Immobilien AG', false],
  ['a form that is part of a word', 'Baugenossenschaft', 'Bau', false],
  ['only punctuation', '???', 'Muster AG', false],
];
for (const [what, declared, registered, isSame] of NAMES) {
  test(`name, ${what}: ${declared} ${isSame ? 'is' : 'is not'} ${registered}`, () => {
    const differences = compareCompany({ ...COMPANY, name: declared }, { ...ENTRY, name: registered });
    assert.deepEqual(differences, isSame ? [] : [{ field: 'name', declared, registered }]);
  });
}

test('name: a registered translation matches too, and the primary name is shown', () => {
  const entry = { ...ENTRY, name: 'Exemple SA', otherNames: ['Beispiel AG', 'Esempio SA'] };
  assert.deepEqual(compareCompany({ ...COMPANY, name: 'Beispiel' }, entry), []);
  assert.deepEqual(compareCompany({ ...COMPANY, name: 'Sample' }, entry), [
    { field: 'name', declared: 'Sample', registered: 'Exemple SA' },
  ]);
});

const SEATS: [what: string, declared: string, registered: string, isSame: boolean][] = [
  ['case', 'ZÜRICH', 'Zürich', true],
  ['no umlaut', 'Zurich', 'Zürich', true],
  ['umlaut spelled out', 'Zuerich', 'Zürich', true],
  ['canton', 'Zürich ZH', 'Zürich', true],
  ['canton in brackets', 'Küsnacht', 'Küsnacht (ZH)', true],
  ['canton behind a comma', 'Zürich, zh', 'Zürich', true],
  ['canton behind a stroke', 'Zürich/ZH', 'Zürich', true],
  ['postcode', '8001 Zürich', 'Zürich', true],
  ['postcode and country', 'CH-8001 Zürich', 'Zürich', true],
  ['one of two names', 'Bienne', 'Biel/Bienne', true],
  ['one of two names, and a canton', 'Biel BE', 'Biel/Bienne', true],
  ['both names', 'Biel / Bienne', 'Biel/Bienne', true],
  ['Saint and St', 'Sankt Gallen', 'St. Gallen', true],
  ['no space', 'St.Gallen', 'St. Gallen', true],
  ['in German', 'Genf', 'Genève', true],
  ['in English', 'Geneva', 'Genève', true],
  ['in Italian', 'Zurigo', 'Zürich', true],
  ['in French', 'Saint-Gall', 'St. Gallen', true],
  ['two others of one city', 'Berna', 'Berne', true],
  ['another town', 'Winterthur', 'Zürich', false],
  ['another canton', 'Buchs AG', 'Buchs (SG)', false],
  ['a longer name', 'Basel', 'Baselstadt', false],
];
for (const [what, declared, registered, isSame] of SEATS) {
  test(`seat, ${what}: ${declared} ${isSame ? 'is' : 'is not'} ${registered}`, () => {
    const differences = compareCompany({ ...COMPANY, domicile: declared }, { ...ENTRY, seat: registered });
    assert.deepEqual(differences, isSame ? [] : [{ field: 'seat', declared, registered }]);
  });
}

const FORMS: [declared: LegalForm, registered: LegalForm | null, shown: string | null][] = [
  ['ag', 'ag', null],
  ['ag', 'gmbh', 'gmbh'],
  ['gmbh', null, 'other'],
  ['association', 'foundation', 'foundation'],
  ['other', 'ag', null],
  ['other', null, null],
  ['simple_partnership', 'general_partnership', null],
];
for (const [declared, registered, shown] of FORMS) {
  test(`form: ${declared} declared and ${registered} registered ${shown === null ? 'do not differ' : 'differ'}`, () => {
    const differences = compareCompany({ ...COMPANY, legalForm: declared }, { ...ENTRY, legalForm: registered });
    assert.deepEqual(differences, shown === null ? [] : [{ field: 'legalForm', declared, registered: shown }]);
  });
}

for (const status of ['dissolving', 'deleted'] as const) {
  test(`status: ${status} is a difference`, () => {
    assert.deepEqual(compareCompany(COMPANY, { ...ENTRY, status }), [
      { field: 'status', declared: 'active', registered: status },
    ]);
  });
}

test('a company that is not in the register is one difference, named by its UID, else by its name', () => {
  assert.deepEqual(compareCompany(COMPANY, null), [{ field: 'company', declared: 'CHE-109.322.551', registered: '' }]);
  assert.deepEqual(compareCompany({ ...COMPANY, zefixUid: null }, null), [
    { field: 'company', declared: 'Muster AG', registered: '' },
  ]);
});

test('all differences are found at once', () => {
  const entry: RegisterEntry = { ...ENTRY, name: 'Beispiel GmbH', seat: 'Bern', legalForm: 'gmbh', status: 'deleted' };
  const fields = compareCompany(COMPANY, entry).map(({ field }) => field);
  assert.deepEqual(fields, ['name', 'seat', 'legalForm', 'status']);
});

const CODES: [code: string, form: LegalForm | null][] = [
  ['0101', 'sole_proprietorship'],
  ['0103', 'general_partnership'],
  ['0104', 'limited_partnership'],
  ['0105', null],
  ['0106', 'ag'],
  ['0107', 'gmbh'],
  ['0108', 'cooperative'],
  ['0109', 'association'],
  ['0110', 'foundation'],
  ['0111', null],
  ['0151', null],
  ['', null],
];
for (const [code, form] of CODES) {
  test(`eCH-0097 ${code || 'without a code'} is ${form}`, () => assert.equal(legalFormOfCode(code), form));
}

test('eCH-0097 every legal form has a code, except those that never differ', () => {
  const mapped = new Set(CODES.map(([, form]) => form));
  const unmapped = LEGAL_FORMS.filter((form) => !mapped.has(form));
  assert.deepEqual(unmapped, ['simple_partnership', 'other']);
});
