import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileRefused } from './file-refused.ts';
import { readXml } from './read-xml.ts';
import type { XmlElement } from './xml-element.ts';

// The plain part of a file is read as the complete parser reads it. A comment before the root leaves all of it to that parser.

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const READING = {
  namespaces: new Set([NAMESPACE]),
  expected: 'camt.053',
  cut: new Set(['Document/Stmt/Ntry']),
  read: (element: XmlElement) => [plain(element)],
};

function plain({ parent: _parent, children, attributes, ...rest }: XmlElement): object {
  return { ...rest, attributes: { ...attributes }, children: children.map(plain) };
}

async function* pieces(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let n = 0; at < bytes.length; n++) {
    const size = sizes[n % Math.max(1, sizes.length)] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** What is read of a document, or why it is refused: how much was given out before depends on the pieces. */
async function read(text: string, sizes: readonly number[] = []): Promise<unknown[]> {
  const found: unknown[] = [];
  try {
    for await (const one of readXml(pieces(text, sizes), READING)) found.push(one);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return [error.message];
  }
  return found;
}

async function assertSame(document: string, sizes: readonly number[] = []): Promise<void> {
  assert.deepEqual(await read(document, sizes), await read(`<!---->${document}`), JSON.stringify(document));
}

const inRoot = (content: string): string => `<Document xmlns="${NAMESPACE}">${content}</Document>`;
const inEntry = (content: string): string => inRoot(`<Stmt><Ntry>${content}</Ntry></Stmt>`);

const DOCUMENTS: [what: string, document: string][] = [
  ['elements, text and an attribute', inEntry('<Amt Ccy="CHF">12.50</Amt>\n<Nm>Zoë Müller</Nm>')],
  ['line breaks of other systems', inEntry('<A>\r\n</A>\r<B>a\r\nb\rc</B>\r\n')],
  ['tags over several lines', inEntry('<A\n  b="c"\n  d="e"\n/>\n<C\n>x</C\n>')],
  ['the five entities', inEntry('<Nm>a &amp; b &lt;&gt; &apos;c&apos; &quot;d&quot; &amp;amp;</Nm>')],
  ['a reference to a character', inEntry('<Nm>M&#252;ller &#x41;</Nm><B>c</B>')],
  ['an unknown entity', inEntry('<A>b</A><Nm>M&uuml;ller</Nm>')],
  ['an entity without an end', inEntry('<Nm>a & b</Nm>')],
  ['an entity in an attribute', inEntry('<Amt Ccy="C&amp;F">1</Amt>')],
  ['attributes in single quotes', inEntry(`<Amt Ccy='CHF'>1</Amt>`)],
  ['an attribute twice', inEntry('<Amt Ccy="CHF" Ccy="EUR">1</Amt>')],
  ['an attribute without a value', inEntry('<Amt Ccy>1</Amt>')],
  ['attributes without space between them', inEntry('<Amt a="b"c="d">1</Amt>')],
  ['a line break in an attribute', inEntry('<Amt Ccy="a\n\tb">1</Amt>')],
  ['a mark in an attribute', inEntry('<Amt Ccy="a>b">1</Amt><Amt Ccy="a<b">1</Amt>')],
  ['attributes with names of objects', inEntry('<A __proto__="b" constructor="c" toString="d"/>')],
  ['a comment', inEntry('<A>b<!-- <c> -->d</A>')],
  ['CDATA', inEntry('<A>b<![CDATA[<c>&]]>d</A>')],
  ['the end of CDATA in text', inEntry('<A>b]]>c</A>')],
  ['a processing instruction', inEntry('<A>b<?c d?>e</A>')],
  ['an XML declaration inside', inEntry('<A>b<?xml version="1.0"?>e</A>')],
  ['a document type', `<!DOCTYPE a>${inEntry('<A>b</A>')}`],
  ['a document type inside', inEntry('<A/><!DOCTYPE a>')],
  ['text beside elements', inEntry('\n\n<A>b</A> c')],
  ['an element beside text', inEntry('c\n\n<A>b</A>')],
  ['another end tag', inEntry('<A>b</B></A>')],
  ['an end tag too many', `${inEntry('<A>b</A>')}</Document>`],
  ['an end that is missing', `<Document xmlns="${NAMESPACE}"><Stmt><Ntry><A>b</A>\n`],
  ['an end in a tag', `<Document xmlns="${NAMESPACE}"><Stmt><Ntry><A`],
  ['text after the root', `${inEntry('<A>b</A>')}\nc`],
  ['a second root', `${inEntry('<A>b</A>')}\n<Document/>`],
  ['a comment after the root', `${inEntry('<A>b</A>')}\n<!-- c -->\n`],
  ['white space after the root', `${inEntry('<A>b</A>')}\r\n\r`],
  ['a control character', inEntry('<A>b</A><B>\u0001</B>')],
  ['a character beyond the first plane', inEntry('<A>b</A><B>\u{1f600}</B><C>d</C>')],
  ['no character at all', inEntry('<A>\ufffe</A>')],
  ['a prefix', `<p:Document xmlns:p="${NAMESPACE}"><p:Stmt><p:Ntry><p:A>b</p:A></p:Ntry></p:Stmt></p:Document>`],
  ['a prefix that is declared nowhere', inEntry('<A>b</A>\n<q:B/>')],
  ['names that are not ASCII', inEntry('<Bär>b</Bär>')],
  ['a name that begins with a digit', inEntry('<1A>b</1A>')],
  ['white space before a name', inEntry('< A>b</A>')],
  ['another namespace', '<Document xmlns="urn:other"><A/></Document>'],
  ['another root', '\n<html><A/></html>'],
  ['an empty element as the root', `<Document xmlns="${NAMESPACE}"/>`],
  ['nothing', ''],
  ['no XML', 'MT940 :20:STARTUMS'],
  ['elements that are nested too deep', inEntry(`${'<A>'.repeat(60)}${'</A>'.repeat(60)}`)],
];
for (const [what, document] of DOCUMENTS) {
  test(`${what}: read as the complete parser reads it, in pieces of any size`, async () => {
    for (const sizes of [[], [1], [2, 3], [7], [64]]) await assertSame(document, sizes);
  });
}

test('the XML declaration and the line of a fault are as the complete parser has them', async () => {
  for (const declaration of ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', `<?xml version='1.0'?>\n`]) {
    const [ok, bad] = [inEntry('<A>b</A>'), inEntry('\n<A>b</A>\n\n<q:B/>')];
    assert.deepEqual(await read(`${declaration}${ok}`), await read(`${declaration}<!---->${ok}`));
    assert.deepEqual(await read(`${declaration}${bad}`), await read(`${declaration}<!---->${bad}`));
  }
});

const part = fc.constantFrom(
  '<A>',
  '</A>',
  '<B b="c">',
  '</B>',
  '<C/>',
  'text',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '&amp;',
  '&#65;',
  '&x;',
  '&',
  '<',
  '>',
  '"',
  ']]>',
  '<!-- c -->',
  '<![CDATA[d]]>',
  '<?e f?>',
  '<A b="c" b="d">',
  'ä',
  '\u{1f600}',
  '\u0002',
  '<A\n>',
  '</A >',
);

test('any mix of parts is read as the complete parser reads it, in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 14 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
      fc.boolean(),
      async (parts, sizes, isWhole) => {
        const content = parts.join('');
        await assertSame(isWhole ? inEntry(content) : `<Document xmlns="${NAMESPACE}"><Stmt>${content}`, sizes);
      },
    ),
    { numRuns: 1_500 },
  );
});
