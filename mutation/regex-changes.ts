/** A regular expression without its anchors, one by one, and with one repetition more where a count is named. */
export function regexChanges(regex: string): string[] {
  const end = regex.lastIndexOf('/');
  const [body, flags] = [regex.slice(1, end), regex.slice(end + 1)];
  const changed = [
    body.startsWith('^') ? body.slice(1) : body,
    body.endsWith('$') && !body.endsWith('\\$') ? body.slice(0, -1) : body,
    body.replace(/\{(\d+)\}/, (_, count: string) => `{${Number(count) + 1}}`),
    body.replace(/\{(\d+),(\d+)\}/, (_, least: string, most: string) => `{${Number(least) + 1},${most}}`),
    body.replace(/\{(\d+),(\d+)\}/, (_, least: string, most: string) => `{${least},${Number(most) + 1}}`),
  ];
  return [...new Set(changed)].filter((other) => other !== body && other !== '').map((other) => `/${other}/${flags}`);
}
