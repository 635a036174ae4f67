import { inflateSync } from 'node:zlib';
import { pdfText } from './pdf.ts';

/** An element of the structure of a tagged PDF. */
export type Element = { type: string; alt: string | null; scope: string | null; marked: number; children: Element[] };

type Objects = ReadonlyMap<number, string>;

/** The objects of a PDF as PDFKit writes it: plain, in the order of the file. */
function objectsOf(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  return new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number, body]) => [
      Number(number),
      body as string,
    ]),
  );
}

function referenced(objects: Objects, body: string, key: string): string | null {
  const number = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  return number === undefined ? null : (objects.get(Number(number)) ?? null);
}

/** The structure tree, from its root. */
export function structureOf(pdf: Buffer): Element[] {
  const objects = objectsOf(pdf);
  const catalog = [...objects.values()].find((body) => body.includes('/Type /Catalog')) ?? '';
  const root = referenced(objects, catalog, 'StructTreeRoot');
  return root === null ? [] : childrenOf(objects, root);
}

function childrenOf(objects: Objects, body: string): Element[] {
  const kids = /\/K \[([\s\S]*?)\]/.exec(body)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, number]) => {
    const child = objects.get(Number(number)) ?? '';
    return child.includes('/S /') ? [elementOf(objects, child)] : [];
  });
}

function elementOf(objects: Objects, body: string): Element {
  const kids = /\/K \[([\s\S]*?)\]/.exec(body)?.[1] ?? '';
  const marked = kids.replaceAll(/\d+ 0 R/g, '').match(/\b\d+\b/g)?.length ?? 0;
  const alt = /\/Alt \(((?:\\.|[^\\)])*)\)/s.exec(body)?.[1];
  return {
    type: /\/S \/(\w+)/.exec(body)?.[1] ?? '',
    alt: alt === undefined ? null : pdfText(alt),
    scope: /\/Scope \/(\w+)/.exec(body)?.[1] ?? null,
    marked,
    children: childrenOf(objects, body),
  };
}

export function every(elements: readonly Element[]): Element[] {
  return elements.flatMap((one) => [one, ...every(one.children)]);
}

/** The operators of all pages that show text or paint outside of any tag: neither content nor artifact. */
export function untagged(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const found: string[] = [];
  for (const [number, body] of objects) {
    if (!body.includes('/Type /Page\n')) continue;
    const contents = Number(/\/Contents (\d+) 0 R/.exec(body)?.[1]);
    let depth = 0;
    for (const line of streamOf(pdf, contents).split('\n')) {
      const operator = line.trim().split(' ').at(-1) ?? '';
      if (operator === 'BDC' || operator === 'BMC') depth++;
      else if (operator === 'EMC') depth--;
      else if (depth === 0 && ['Tj', 'TJ', 'S', 'f', 'f*', 'B', 'Do'].includes(operator))
        found.push(`${number}: ${line}`);
    }
  }
  return found;
}

function streamOf(pdf: Buffer, number: number): string {
  const at = pdf.indexOf(`\n${number} 0 obj\n`, 0, 'latin1');
  const start = pdf.indexOf('stream\n', at, 'latin1') + 'stream\n'.length;
  const length = Number(/\/Length (\d+)/.exec(pdf.toString('latin1', at, start))?.[1]);
  return inflateSync(pdf.subarray(start, start + length)).toString('latin1');
}
