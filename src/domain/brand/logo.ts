/** A picture as PNG or JPEG, from its first bytes. */
type Picture = { type: 'image/png' | 'image/jpeg'; width: number; height: number };

/** In bytes. Every document with the logo contains it. */
export const LARGEST_LOGO = 100_000;
/** In pixels: on paper it is at most 53 mm wide. */
const MOST_WIDE = 1_000;
const MOST_HIGH = 500;

/** What is wrong with a logo. */
export const LOGO_FAULTS = {
  not_a_picture: 'is not a PNG or JPEG picture',
  too_large: `must not be larger than ${LARGEST_LOGO / 1_000} kB`,
  too_many_pixels: `must not be larger than ${MOST_WIDE} by ${MOST_HIGH} pixels`,
  interlaced: 'is an interlaced PNG: save it without interlacing',
} as const;
export type LogoFault = keyof typeof LOGO_FAULTS;

export function readLogo(content: Uint8Array): Picture | LogoFault {
  if (content.length > LARGEST_LOGO) return 'too_large';
  const picture = readPng(content) ?? readJpeg(content);
  if (picture === null || typeof picture === 'string') return picture ?? 'not_a_picture';
  const { width, height } = picture;
  if (width < 1 || height < 1) return 'not_a_picture';
  return width > MOST_WIDE || height > MOST_HIGH ? 'too_many_pixels' : picture;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const INTERLACED_AT = 28;

/** Its first part, IHDR, has width and height (PNG, section 11.2.1). */
function readPng(content: Uint8Array): Picture | 'interlaced' | null {
  if (content.length < 57 || !PNG.every((byte, at) => content[at] === byte)) return null;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (view.getUint32(12) !== 0x49_48_44_52) return null;
  if (content[INTERLACED_AT] !== 0) return 'interlaced';
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Beginning of the frame, by its coding: baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const GRAY_OR_COLOUR = [1, 3];

/** Goes from marker to marker until the frame, which has width and height (ITU T.81, B.2.2). */
function readJpeg(content: Uint8Array): Picture | null {
  if (content[0] !== 0xff || content[1] !== 0xd8) return null;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 2; at + 10 < content.length;) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1] as number;
    if (FRAMES.includes(marker)) {
      if (content[at + 4] !== 8 || !GRAY_OR_COLOUR.includes(content[at + 9] as number)) return null;
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
