import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mock } from 'node:test';
import { metadata, readPdf } from '../../test/support/pdf.ts';
import { DOCUMENT_KINDS, type AgreementTerms, type DocumentFacts, type DocumentKind } from '../domain/document.ts';
import { LANGUAGES, type Language } from '../domain/values/language.ts';
import { rappen } from '../domain/values/money.ts';
import { hashOfTerms } from './agreement-text.ts';
import { renderDraft } from './agreement.ts';
import { renderDocument } from './render.ts';
import { address, sample, TENANTS, type Person } from '../../test/support/sample-document.ts';
import { EVIDENCE_WORDS } from './words/evidence.ts';
import { WORDS } from './words.ts';
import { IN_DEPTH, isDeep, test } from '../../test/support/depth.ts';

const everyDocument = DOCUMENT_KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));

const TITLES: Record<DocumentKind, Record<Language, string>> = {
  payment_slip: {
    de: 'Einzahlung Ihrer Mietkaution',
    fr: 'Versement de votre garantie de loyer',
    it: 'Versamento del suo deposito di garanzia',
    en: 'Paying in your rental deposit',
  },
  pay_in: {
    de: 'Bestätigung der Einzahlung',
    fr: 'Confirmation du versement',
    it: 'Conferma del versamento',
    en: 'Confirmation of payment',
  },
  pay_out: {
    de: 'Bestätigung der Auszahlung',
    fr: 'Confirmation de la libération',
    it: 'Conferma della liberazione',
    en: 'Confirmation of payout',
  },
  withdrawal: {
    de: 'Bestätigung der Annullierung',
    fr: 'Confirmation d’annulation',
    it: 'Conferma dell’annullamento',
    en: 'Confirmation of cancellation',
  },
  certificate: {
    de: 'Versicherungszertifikat',
    fr: 'Certificat d’assurance',
    it: 'Certificato di assicurazione',
    en: 'Insurance certificate',
  },
  agreement: {
    de: 'Vereinbarung über die Mietkaution',
    fr: 'Convention de garantie de loyer',
    it: 'Convenzione sul deposito di garanzia',
    en: 'Rental deposit agreement',
  },
  year_statement: {
    de: 'Kontoübersicht 2026',
    fr: 'Aperçu du compte 2026',
    it: 'Panoramica del conto 2026',
    en: 'Account overview 2026',
  },
};

for (const [kind, language] of everyDocument) {
  test(`${kind} in ${language}: one page with all facts, in the language of the tenants`, async () => {
    const pdf = await renderDocument(sample(kind, language));
    const { pages, text } = await readPdf(pdf);
    assert.deepEqual(
      pages.map(({ width, height }) => [width, height]),
      // An agreement ends with a page of evidence.
      Array.from({ length: kind === 'agreement' ? 2 : 1 }, () => [210, 297]),
    );
    const title = TITLES[kind][language];
    for (const part of [
      title,
      // 23:30 UTC is the next day in Switzerland.
      'Muster Immobilien AG Bahnhofstrasse 1 8001 Zürich',
      '15.11.2026',
      '2026-00417/3',
      'Seestrasse 12a, 8002 Zürich',
      'Đorđe Łukasz Muñoz-Szőke',
      'CHF 3’560.00',
    ]) {
      assert.ok(text.includes(part), `${part}: ${text}`);
    }
    assert.doesNotMatch(text, /undefined|\bnull\b|NaN|\[object|\ufffd/);
    for (const other of LANGUAGES.filter((one) => one !== language)) {
      assert.ok(!text.includes(TITLES[kind][other]), other);
    }
    assert.deepEqual([metadata(pdf, 'Title'), metadata(pdf, 'Lang')], [title, language]);
    assert.deepEqual([metadata(pdf, 'Author'), metadata(pdf, 'Creator')], ['Muster Immobilien AG', 'Depono']);
    assert.equal(metadata(pdf, 'CreationDate'), 'D:20261114233015Z');
  });
}

test('the specific content of each document', async () => {
  const rows: [DocumentKind, string[]][] = [
    [
      'pay_in',
      [
        'CH93 0076 2011 6238 5295 7',
        'seit dem 13.11.2026 vollständig einbezahlt',
        '12.11.2026 CHF 1’560.00',
        '13.11.2026 CHF 2’000.00',
        'Erika Besitzerin',
      ],
    ],
    [
      'pay_out',
      [
        'am 13.11.2026 ausbezahlt',
        'Mietkaution CHF 3’560.00 Zinsen CHF 12.34 Bankspesen CHF −5.00 Verrechnungssteuer CHF −4.32',
        'Zu viel einbezahlt CHF 0.45 Guthaben bei der Auszahlung CHF 3’563.47',
        'An die Mieterschaft CH56 0483 5012 3456 7800 9 CHF 3’003.42',
        'CHF 560.05',
      ],
    ],
    [
      'year_statement',
      [
        'am 31.12.2026',
        'CH93 0076 2011 6238 5295 7',
        'Saldo am 01.01.2026 CHF 0.00 Einzahlungen CHF 3’560.00 Zinsen CHF 12.34 Bankspesen CHF −5.00',
        'Verrechnungssteuer CHF −4.32 Auszahlungen und Rückzahlungen CHF 0.00 Saldo am 31.12.2026 CHF 3’563.02',
        '02.03.2026 Einzahlung CHF 3’560.00',
        'Für die Steuern gilt der Zins- und Kapitalausweis der Bank',
      ],
    ],
    ['withdrawal', ['Was bereits einbezahlt ist, CHF 1’560.00,']],
    [
      'certificate',
      [
        'ab dem 01.01.2027 durch eine Kautionsversicherung gesichert',
        'Muster Versicherung AG Bundesplatz 3, 3011 Bern +41 31 000 00 00',
        'Police MK-2026-4711',
        'Versicherte Summe CHF 3’560.00',
        'Prämie CHF 149.50 pro Jahr, mit Stempelabgabe',
        'Erika Besitzerin Talstrasse 5, 8001 Zürich',
      ],
    ],
    [
      'agreement',
      [
        'Muster Bank AG, Paradeplatz 1, 8001 Zürich Zins: 0.125 % pro Jahr · Gebühren: CHF 12.00 pro Jahr',
        'https://bank.example/bedingungen/mietkaution',
        'Limmatquai 4, 8001 Zürich',
        'Mietbeginn 01.01.2027',
        // Summer time and winter time.
        'Clara Chefin (chefin@verwaltung.example) 10.07.2026, 10:00:00 (UTC+02:00)',
        'IP-Adresse 203.0.113.9',
        'Đorđe Łukasz Muñoz-Szőke (mieter0@mail.example) 10.11.2026, 23:15:00 (UTC+01:00)',
        'IP-Adresse 203.0.113.7',
        'Eingetippter Name ĐORĐE ŁUKASZ MUÑOZ-SZŐKE',
        'Das Guthaben darf nicht angelegt werden.',
      ],
    ],
  ];
  for (const [kind, parts] of rows) {
    const { text } = await readPdf(await renderDocument(sample(kind, 'de')));
    for (const part of parts) assert.ok(text.includes(part), `${kind}: ${part}: ${text}`);
  }
});

test('what does not apply is left out', async () => {
  const written = async (facts: DocumentFacts) => (await readPdf(await renderDocument(facts))).text;
  const unpaid = await written({ ...sample('withdrawal', 'de'), paidBack: rappen(0) } as DocumentFacts);
  assert.doesNotMatch(unpaid, /einbezahlt/);
  const { lines: _, bookedOn: __, ...payOut } = sample('pay_out', 'de') as Extract<DocumentFacts, { kind: 'pay_out' }>;
  const old = await written(payOut);
  assert.match(old, /am 15\.11\.2026 ausbezahlt/);
  assert.doesNotMatch(old, /Zinsen|Verrechnungssteuer|Guthaben/);
  const certificate = sample('certificate', 'de') as Extract<DocumentFacts, { kind: 'certificate' }>;
  const bare = await written({ ...certificate, insurer: null, policyNumber: null, premium: null });
  assert.match(bare, /Deckung ab 01\.01\.2027/);
  assert.doesNotMatch(bare, /Police|Prämie|Muster Versicherung/);
  const one = sample('agreement', 'de') as Extract<DocumentFacts, { kind: 'agreement' }>;
  const insured = await written({ ...one, product: 'insurance', manager: null });
  assert.match(insured, /Kautionsversicherung/);
  assert.match(insured, /Im Voraus erteilte Unterschrift, angebracht durch Depono 10\.07\.2026, 10:00:00/);
  assert.doesNotMatch(insured, /Konto|angelegt|Clara/);
  const unknown = await written({
    ...one,
    signatures: one.signatures.map((by) => ({ ...by, from: null, typedName: null })),
  });
  assert.match(unknown, /23:15:00 \(UTC\+01:00\) Dieses Dokument/);
});

const SIGNED_AS = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  terms: 'a'.repeat(64),
  pdf: 'b'.repeat(64),
};

for (const language of LANGUAGES) {
  test(`years.md 5: the agreement in ${language} ends with all evidence, and says that it is not qualified under ZertES`, async () => {
    const one = sample('agreement', language, TENANTS.slice(0, 2)) as Extract<DocumentFacts, { kind: 'agreement' }>;
    const manager = { ...(one.manager ?? assert.fail()), ...SIGNED_AS, reachedBy: 'passkey' };
    const signatures = one.signatures.map((by) => ({ ...by, ...SIGNED_AS, reachedBy: by.email }));
    const { pages } = await readPdf(await renderDocument({ ...one, manager, signatures }));
    const last = pages
      .slice(1)
      .map(({ text }) => text)
      .join(' ');
    const own = EVIDENCE_WORDS[language];
    assert.ok(last.startsWith(own.title), last);
    assert.equal(last.split(SIGNED_AS.browser).length - 1, 3, last);
    assert.equal(last.split(`${own.pdf} ${SIGNED_AS.pdf}`).length - 1, 3);
    assert.equal(last.split(`${own.terms} ${SIGNED_AS.terms}`).length - 1, 3);
    for (const part of [
      own.passkey,
      own.linkTo('mieter0@mail.example'),
      own.linkTo('mieter1@mail.example'),
      own.simple,
    ])
      assert.ok(last.includes(part), `${part}: ${last}`);
    const qualified = { service: 'Sign AG', signedBy: 'Lea Brunner', issuer: 'Sign CA', pdf: 'c'.repeat(64) };
    const [first, second] = signatures;
    const mixed = await readPdf(
      await renderDocument({ ...one, manager, signatures: [{ ...first, qualified }, second] as typeof signatures }),
    );
    assert.ok(mixed.text.includes(own.qualified(qualified)) && mixed.text.includes(own.someQualified), mixed.text);
    assert.ok(!mixed.text.includes(own.simple));
  });
}

test('the hash of an agreement covers the terms, not who signed when', async () => {
  const hashOf = async (facts: DocumentFacts): Promise<string> => {
    const { text } = await readPdf(await renderDocument(facts));
    const found =
      /(?:Dieses Dokument: Angaben|Ce document : indications) \(SHA-256\) ([0-9a-f]{32})([0-9a-f]{32})/.exec(text);
    assert.ok(found, text);
    return `${found[1]}${found[2]}`;
  };
  const one = sample('agreement', 'de') as Extract<DocumentFacts, { kind: 'agreement' }>;
  const hash = await hashOf(one);
  assert.equal(await hashOf({ ...one, language: 'fr', at: '2027-01-01T00:00:00.000Z' }), hash);
  assert.notEqual(await hashOf({ ...one, rentalDeposit: rappen(356005) }), hash);
  assert.notEqual(await hashOf({ ...one, investmentAllowed: true }), hash);
});

for (const language of LANGUAGES) {
  test(`the agreement as a draft in ${language}: the same terms, no signature, and marked as a draft`, async () => {
    const one = sample('agreement', language, TENANTS.slice(0, 2)) as Extract<DocumentFacts, { kind: 'agreement' }>;
    const { agreement: own } = WORDS[language];
    const draft = await readPdf(await renderDraft(one));
    for (const part of [own.draft, TITLES.agreement[language], TENANTS[1].name, own.products.bank_deposit]) {
      assert.ok(draft.text.includes(part), `${part}: ${draft.text}`);
    }
    assert.doesNotMatch(draft.text, /mieter0|Clara|203\.0\.113/);
    const hash = hashOfTerms(one);
    assert.ok(draft.text.includes(`${hash.slice(0, 32)} ${hash.slice(32)}`));
    const [bank] = one.offers ?? assert.fail();
    const offers = [bank, { ...bank, product: 'insurance', name: 'Muster Versicherung AG' }] as NonNullable<
      AgreementTerms['offers']
    >;
    const open = await readPdf(await renderDraft({ ...one, product: null, offers }));
    for (const part of [
      own.openProduct,
      own.withProduct.bank_deposit,
      own.withProduct.insurance,
      'Muster Versicherung AG',
    ]) {
      assert.ok(open.text.includes(part), `${part}: ${open.text}`);
    }
    const only = await readPdf(await renderDraft({ ...one, product: null }));
    assert.ok(!only.text.includes(own.openProduct), 'one product is no choice');
    assert.ok(!open.text.includes(hash.slice(0, 32)), 'a choice that is open is not the choice that was made');
  });
}

const LONG: Person = {
  name: `${'Wolfeschlegel Straße '.repeat(12)}${'W'.repeat(255)}`,
  address: address('Straße '.repeat(36), '1234567890', '1234567890123456', 'Stadt am See '.repeat(19), 'DE'),
};

for (const [kind, tenants, pages] of [
  ['payment_slip', TENANTS, 1],
  ['pay_in', TENANTS, 1],
  ['pay_out', TENANTS, 1],
  ['withdrawal', TENANTS, 1],
  ['certificate', TENANTS, 1],
  ['year_statement', TENANTS.slice(0, 2), 1],
  ['agreement', TENANTS.slice(0, 2), 2],
  ['agreement', TENANTS, 4],
  ['payment_slip', [LONG, LONG, LONG, LONG], 1],
] as const) {
  test(`${kind}: ${tenants.length} tenants, ${tenants[0].name.slice(0, 10)}… take ${pages} page(s) in every language`, async () => {
    for (const language of LANGUAGES) {
      const read = await readPdf(await renderDocument(sample(kind, language, tenants)));
      // The page of evidence takes a second one in some languages.
      assert.ok(read.pages.length === pages || (pages === 4 && read.pages.length === 3), language);
      const last = read.pages.at(-1)?.text ?? '';
      if (pages > 1) assert.match(last, new RegExp(`SHA-256.*${read.pages.length}/${read.pages.length}$`));
      if (tenants === TENANTS) for (const { name } of tenants) assert.ok(read.text.includes(name), name);
    }
  });
}

test('the longest texts continue over several pages, and nothing is lost', async () => {
  const people = [LONG, LONG, LONG, LONG];
  const { pages, text } = await readPdf(await renderDocument(sample('agreement', 'de', people)));
  assert.equal(text.split('W'.repeat(20)).length > 8, true);
  assert.match(pages.at(-1)?.text ?? '', new RegExp(`${pages.length}/${pages.length}$`));
  assert.equal(text.match(/mieter[0-3]@mail\.example/g)?.length, 8);
});

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('a glyph is rendered correctly after a document that used it only within a composite glyph', async () => {
  const named = (name: string) => renderDocument(sample('pay_in', 'de', [{ ...TENANTS[0], name }]));
  await named('Ẍ');
  const { text } = await readPdf(await named('Xerxes X. Xu'));
  assert.ok(text.includes('Xerxes X. Xu'), text);
});

test('the same facts give the same bytes, at any time and in any order', async () => {
  const first = new Map<DocumentFacts, string>();
  for (const [kind, language] of everyDocument) {
    const facts = sample(kind, language, TENANTS);
    first.set(facts, hash(await renderDocument(facts)));
  }
  assert.equal(new Set(first.values()).size, everyDocument.length);
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-02-03T04:05:06Z') });
  try {
    for (const [facts, bytes] of [...first].toReversed()) assert.equal(hash(await renderDocument(facts)), bytes);
  } finally {
    mock.timers.reset();
  }
});

for (const zone of isDeep ? ['America/Los_Angeles'] : ['Pacific/Kiritimati']) {
  test(`the same bytes in a separate process, in ${zone}`, IN_DEPTH, async () => {
    const all = everyDocument.map(([kind, language]) => sample(kind, language, TENANTS)).toReversed();
    const program = `
      const { renderDocument } = await import('${import.meta.resolve('./render.ts')}');
      for (const facts of JSON.parse(process.argv[1])) console.log((await renderDocument(facts)).toString('base64'));`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program, JSON.stringify(all)],
      { env: { ...process.env, TZ: zone, LANG: 'C' }, encoding: 'utf8', maxBuffer: 1e8 },
    );
    const theirs = stdout.trim().split('\n');
    assert.equal(theirs.length, all.length, stderr);
    for (const [place, facts] of all.entries()) {
      assert.equal(hash(Buffer.from(theirs[place] as string, 'base64')), hash(await renderDocument(facts)), facts.kind);
    }
  });
}
