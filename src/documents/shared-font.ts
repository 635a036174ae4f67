// What fontkit works out for each document, although it depends on the font alone: how a word is laid out, and the
// glyphs that a document embeds. Both together took half of the time of a document.

/** The part of a font of fontkit that is used here. */
export type ParsedFont = {
  layout: (text: string, features?: unknown) => Run;
  createSubset: () => Subset;
};
type Position = { xAdvance: number };
type Run = { glyphs: unknown[]; positions: Position[] };
type Metric = { advance: number; bearing: number };
/** The glyphs of a font that a document uses, while they are written into it. */
type Subset = {
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: Metric[] };
  offset: number;
} & Record<typeof ADD_GLYPH, (id: number) => number>;

/** Names within fontkit. */
const ADD_GLYPH = '_addGlyph';
const GLYPHS = '_glyphs';

/** Words that are kept, as long as they are not longer. */
const MOST_WORDS = 2_000;
const LONGEST_WORD = 40;

export function sharedFont(font: ParsedFont): { forDocument: () => object } {
  const layout = wordLayout(font);
  const glyphs = new Map<number, { bytes: Uint8Array; metric: Metric }>();
  return {
    forDocument: () => {
      const own = ownGlyphs(font);
      return Object.create(own, {
        layout: { value: (text: string, features?: unknown) => layout(text, features) },
        createSubset: { value: () => withKnownGlyphs(own.createSubset(), glyphs) },
      }) as object;
    },
  };
}

/**
 * A glyph stores the letter it was first requested for, and the X in Ẍ is requested for none: with a shared cache a
 * document would depend on those made before it.
 */
const ownGlyphs = (font: ParsedFont): ParsedFont =>
  Object.create(font, { [GLYPHS]: { value: {}, writable: true } }) as ParsedFont;

/** The layout of a word, with glyphs of its own, so that it depends on nothing but the word. */
function wordLayout(font: ParsedFont): ParsedFont['layout'] {
  const own = ownGlyphs(font) as ParsedFont & Record<typeof GLYPHS, object>;
  const known = new Map<string, Run>();
  return (text, features) => {
    own[GLYPHS] = {};
    if (features !== undefined || text.length > LONGEST_WORD) return own.layout(text, features);
    const run = known.get(text) ?? own.layout(text);
    if (known.size >= MOST_WORDS) known.clear();
    known.set(text, run);
    // pdfkit changes the positions.
    return copied(run);
  };
}

function copied(run: Run): Run {
  const positions = run.positions.map((one): Position => Object.assign(Object.create(Object.getPrototypeOf(one)), one));
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions }) as Run;
}

/** Simple glyphs are copied as they are. A composed one names others by their number in the document. */
function withKnownGlyphs(subset: Subset, known: Map<number, { bytes: Uint8Array; metric: Metric }>): Subset {
  const add = subset[ADD_GLYPH].bind(subset);
  subset[ADD_GLYPH] = (id) => {
    const found = known.get(id);
    if (found === undefined) {
      const number = add(id);
      const [bytes, metric] = [subset.glyf[number], subset.hmtx.metrics[number]];
      if (bytes !== undefined && metric !== undefined && !isComposed(bytes)) known.set(id, { bytes, metric });
      return number;
    }
    subset.glyf.push(found.bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push(found.metric);
    subset.offset += found.bytes.length;
    return subset.glyf.length - 1;
  };
  return subset;
}

/** The number of its outlines, the first two bytes, is then negative. */
const isComposed = (bytes: Uint8Array): boolean => ((bytes[0] ?? 0) & 0x80) !== 0;
