/**
 * The Swiss Payment Standards allow Latin letters up to U+017F, and a few more. What is not allowed is written in what
 * is: without its marks, in Latin letters, or as a point, as the European Payments Council recommends.
 */
export function spsText(text: string, limit: number): string {
  const allowed = [...text.normalize('NFC').replaceAll(/\s+/g, ' ')].map(transliterate).join('');
  return allowed.replaceAll(/ +/g, ' ').trim().slice(0, limit).trim();
}

const ALLOWED = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u017F€ȘșȚț]$/;

function transliterate(character: string): string {
  if (ALLOWED.test(character)) return character;
  const known = LETTERS.get(character) ?? capitalized(character);
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (plain !== character) return [...plain].map(transliterate).join('');
  return /[\p{C}\p{M}]/u.test(character) ? '' : '.';
}

function capitalized(character: string): string | undefined {
  const small = LETTERS.get(character.toLowerCase());
  return small === undefined ? undefined : small.slice(0, 1).toUpperCase() + small.slice(1);
}

/** Signs, other Latin letters, Cyrillic and Greek; capitals follow the small letters. */
const LETTERS = new Map<string, string>(
  `‘=' ’=' ‚=' ‛=' “=" ”=" „=" ‹=' ›=' ‐=- ‑=- ‒=- –=- —=- −=- …=... ∕=/ ∙=.
  ə=e ɛ=e ǝ=e ƒ=f ɔ=o ɖ=d ɗ=d ɓ=b ƙ=k ƴ=y ŋ=n ƶ=z ẞ=SS ʼ=' ʻ='
  а=a б=b в=v г=g ґ=g д=d ђ=đ е=e є=ye ж=zh з=z и=i і=i ї=yi й=j ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p
  р=r с=s т=t ћ=ć у=u ф=f х=h ц=c ч=ch џ=dž ш=sh щ=sht ъ=a ы=y ь= э=e ю=yu я=ya ё=e
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
