import { writeFileSync } from 'node:fs';
import { sectionsOf, type Section } from './texts/lines.ts';
import { LANGUAGES, textTables } from './texts/tables.ts';

// npm run texts [-- FILE]: one HTML page with every text of pages, mails, documents and messages, the languages side by
// side, for people who review them. Texts with parameters are shown with sample values, one line for each thing they can say.

const file = process.argv[2] ?? 'texts.html';
const sections = sectionsOf(await textTables());
writeFileSync(file, pageOf(sections));
console.log(`${sections.reduce((count, { rows }) => count + rows.length, 0)} texts: ${file}`);

function pageOf(sections: readonly Section[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Texts of Depono</title>
<style>
  body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem; color-scheme: light dark; }
  table { border-collapse: collapse; width: 100%; table-layout: fixed; }
  th, td { border: 1px solid #8886; padding: 0.35rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  thead th { position: sticky; top: 0; background: Canvas; }
  th:first-child { width: 14%; font-weight: normal; color: GrayText; }
  td p { margin: 0 0 0.3rem; white-space: pre-line; }
  td:empty { background: #d33a; }
</style>
</head>
<body>
<h1>Texts of Depono</h1>
<p>Values in ‹ › are filled in. Where a text depends on something, each line is one of the things it can say.</p>
<nav><ul>
${sections.map(({ title }, index) => `<li><a href="#s${index}">${escaped(title)}</a></li>`).join('\n')}
</ul></nav>
${sections.map(tableOf).join('\n')}
</body>
</html>
`;
}

function tableOf({ title, rows }: Section, index: number): string {
  return `<h2 id="s${index}">${escaped(title)}</h2>
<table>
<thead><tr><th>key</th>${LANGUAGES.map((language) => `<th>${language}</th>`).join('')}</tr></thead>
<tbody>
${rows
  .map(
    ({ key, lines }) =>
      `<tr><th>${escaped(key)}</th>${LANGUAGES.map((language) => `<td lang="${language}">${lines[language].map((line) => `<p>${escaped(line)}</p>`).join('')}</td>`).join('')}</tr>`,
  )
  .join('\n')}
</tbody>
</table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
