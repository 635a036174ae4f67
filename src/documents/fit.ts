/** The longest prefix of a text that fits, with `ending` if it was cut. */
export function cutToFit(text: string, fits: (beginning: string) => boolean, ending = ''): string {
  if (fits(text)) return text;
  const letters = [...text];
  const cut = (length: number): string => letters.slice(0, length).join('').trimEnd() + ending;
  let [fitting, tooLong] = [0, letters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(cut(middle))) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}
