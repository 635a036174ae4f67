/** An element of the structure, such as a table or a row of one. */
export type Tagged = PDFKit.PDFStructureElement;

type Options = {
  /** What a picture shows, for those who do not see it. */
  alt?: string;
  /** A header cell is of its row or of its column. */
  scope?: 'Row' | 'Column';
  /** Where a picture is on its page: left, top, right, bottom. */
  bbox?: readonly [number, number, number, number];
};

/**
 * The structure of a document beside its look (PDF 1.7, 14.8): what is a heading, a paragraph, a table, and in which
 * order it is read. Rules, page numbers and what else is only seen is an artifact.
 */
export class Tags {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Tagged;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  /** An element that others go into. */
  group(type: 'Table' | 'TR', parent: Tagged = this.#root): Tagged {
    const group = this.#pdf.struct(type);
    parent.add(group);
    return group;
  }

  /** What is drawn is the content of the element, also where it goes on on the next page. */
  element(
    type: 'H1' | 'H2' | 'P' | 'Figure' | 'TH' | 'TD',
    draw: () => void,
    { parent = this.#root, ...options }: Options & { parent?: Tagged } = {},
  ): void {
    parent.add(this.#pdf.struct(type, options, draw));
  }

  /** A cell whose lines are added one by one. */
  cell(parent: Tagged): (draw: () => void) => void {
    const cell = this.#pdf.struct('TD');
    parent.add(cell);
    return (draw) => this.element('P', draw, { parent: cell });
  }

  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf.markContent('Artifact', { type });
    draw();
    this.#pdf.endMarkedContent();
  }

  /** After it nothing can be added. */
  end(): void {
    this.#root.end();
  }
}
