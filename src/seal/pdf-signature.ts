/** What a signature field says besides the signature itself. */
type SignatureField = {
  /** The name of the field; no other field of the document has it. */
  field: string;
  name: string;
  reason: string;
  at: Date;
  /** Room for the signature, in bytes. */
  room: number;
};

/** What is signed, and the function that puts the signature in its place. */
type ToSign = { signed: Buffer; withSignature: (signature: Buffer) => Buffer };

const HOLE = '0'.repeat(10);

/**
 * Adds an invisible signature field to a PDF of ours, as an incremental update: the bytes so far stay as they are, and
 * what is changed follows after them.
 */
export function withField(pdf: Buffer, { field, name, reason, at, room }: SignatureField): ToSign {
  const before = structureOf(pdf);
  const { size, root, firstPage } = before;
  const [signature, widget, form] = [size, size + 1, size + 2];
  const range = `[0 ${HOLE} ${HOLE} ${HOLE}]`;
  const objects: [number: number, body: string][] = [
    [root.number, withEntry(root.body, `/AcroForm ${form} 0 R`)],
    [firstPage.number, withAnnotation(firstPage.body, widget)],
    [
      signature,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range} ` +
        `/Contents <${'0'.repeat(2 * room)}> /M (${pdfTime(at)}) /Name ${pdfText(name)} /Reason ${pdfText(reason)} >>`,
    ],
    [
      widget,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 132 /T ${pdfText(field)} ` +
        `/V ${signature} 0 R /P ${firstPage.number} 0 R >>`,
    ],
    [form, `<< /SigFlags 3 /Fields [${widget} 0 R] >>`],
  ];
  return holeIn(Buffer.concat([pdf, update(pdf, before, objects)]), pdf.length, range);
}

type PdfObject = { number: number; body: string };
type Structure = { size: number; root: PdfObject; firstPage: PdfObject; trailer: string; xrefAt: number };

/** Reads what PDFKit writes: a plain table of references, and no object streams. */
function structureOf(pdf: Buffer): Structure {
  const text = pdf.toString('latin1');
  const xrefAt = Number(found(/startxref\s+([0-9]+)\s+%%EOF\s*$/, text));
  const trailer = found(/^trailer\s*<<(.*?)>>\s*startxref/s, text.slice(text.lastIndexOf('trailer')));
  const object = (number: number): PdfObject => {
    const body = found(new RegExp(`(?:^|\\n)${number} 0 obj\\s*(<<.*?>>)\\s*endobj`, 's'), text);
    return { number, body };
  };
  const root = object(Number(found(/\/Root ([0-9]+) 0 R/, trailer)));
  const pages = object(Number(found(/\/Pages ([0-9]+) 0 R/, root.body)));
  const firstPage = object(Number(found(/\/Kids \[\s*([0-9]+) 0 R/, pages.body)));
  return { size: Number(found(/\/Size ([0-9]+)/, trailer)), root, firstPage, trailer, xrefAt };
}

function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`the PDF has no ${pattern.source}`);
  return match;
}

function withEntry(body: string, entry: string): string {
  return `${body.slice(0, body.lastIndexOf('>>'))}${entry} >>`;
}

function withAnnotation(page: string, widget: number): string {
  if (!page.includes('/Annots')) return withEntry(page, `/Annots [${widget} 0 R]`);
  if (!/\/Annots \[[^\]]*\]/.test(page)) throw new Error('the annotations of the page are elsewhere');
  return page.replace(/\/Annots \[([^\]]*)\]/, `/Annots [$1 ${widget} 0 R]`);
}

/** The objects with their table of references and a trailer that points to the table before. */
function update(pdf: Buffer, before: Structure, objects: readonly [number, string][]): Buffer {
  const { trailer, xrefAt, size } = before;
  let text = pdf.at(-1) === 0x0a ? '' : '\n';
  const offsets = new Map<number, number>();
  for (const [number, body] of objects) {
    offsets.set(number, pdf.length + text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const at = pdf.length + text.length;
  const rows = [...offsets].toSorted(([one], [other]) => one - other);
  const table = rows.map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  const entries = trailer.replace(/\/Size [0-9]+/, `/Size ${size + 3}`).trim();
  text += `xref\n${table.join('')}trailer\n<<\n${entries}\n/Prev ${xrefAt}\n>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Fills in the range around the hole, and gives what lies in it. */
function holeIn(pdf: Buffer, from: number, range: string): ToSign {
  const rangeAt = pdf.indexOf(range, from, 'latin1');
  const start = pdf.indexOf('/Contents <', from, 'latin1') + '/Contents '.length;
  const end = pdf.indexOf('>', start, 'latin1') + 1;
  const actual = `[0 ${start} ${end} ${pdf.length - end}]`;
  pdf.write(actual.padEnd(range.length, ' '), rangeAt, 'latin1');
  const parts = [pdf.subarray(0, start), pdf.subarray(end)] as const;
  const room = end - start - 2;
  return {
    signed: Buffer.concat(parts),
    withSignature: (signature) => {
      const hex = signature.toString('hex');
      if (hex.length > room) throw new Error(`a signature of ${hex.length / 2} bytes has no room in ${room / 2}`);
      return Buffer.concat([parts[0], Buffer.from(`<${hex.padEnd(room, '0')}>`), parts[1]]);
    },
  };
}

function pdfTime(at: Date): string {
  return `D:${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
}

/** As UTF-16, which has every letter and needs no escapes. */
function pdfText(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}
