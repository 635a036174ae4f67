import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { html, trustedMarkup, type Html } from '../web/html.ts';
import { contents } from './guide-page.ts';
import type { Guide } from './guides.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Text under one heading, as the search reads it. */
type Section = { id: string; title: string; text: string };

export type Rendered = { content: Html; sections: readonly Section[] };

/** Its Markdown; a file that is linked alone is shown. */
export function readGuide({ file }: Guide): string {
  return withFiles(readFileSync(join(ROOT, 'docs', file), 'utf8'));
}

/** Makes a page of a guide: headings have anchors, and links lead to served pages. */
export function renderGuide(guide: Guide, markdown: string, served: readonly Guide[]): Rendered {
  const marked = new Marked({ renderer: rendererFor(guide, served) });
  const tokens = marked.lexer(markdown);
  const content = marked
    .parser(tokens)
    // Focusable, so that wide content can be scrolled with the keyboard.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group"><table>')
    .replaceAll('</table>', '</table></div>');
  const headings = tokens.flatMap((token) =>
    isHeading(token) && token.depth === 2 ? [{ id: anchorOf(plain(token.text)), title: plain(token.text) }] : [],
  );
  const whole = content.replace('</h1>\n', () => `</h1>\n${headings.length > 1 ? contents(headings).markup : ''}`);
  return { content: trustedMarkup(whole), sections: sectionsOf(tokens) };
}

function rendererFor(guide: Guide, served: readonly Guide[]) {
  return {
    heading(this: { parser: { parseInline: (tokens: Token[]) => string } }, { tokens, depth, text }: Tokens.Heading) {
      const inner = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${inner}</h1>\n`;
      const id = anchorOf(plain(text));
      const link = html`<a class="anchor" href="#${id}" aria-label="Link to “${plain(text)}”">#</a>`;
      return `<h${depth} id="${id}">${inner} ${link.markup}</h${depth}>\n`;
    },
    link(this: { parser: { parseInline: (tokens: Token[]) => string } }, { tokens, href }: Tokens.Link) {
      const inner = this.parser.parseInline(tokens);
      const target = addressOf(href, guide, served);
      return target === null ? inner : `<a href="${html`${target}`.markup}">${inner}</a>`;
    },
  };
}

/** Null for what this service does not serve: then the words stay, without a link. */
function addressOf(href: string, { file }: Guide, served: readonly Guide[]): string | null {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  if (href.startsWith('/docs/')) {
    const path = href.split('#')[0] ?? '';
    const isGuide = /^\/docs\/(?!api$|search$|partner\/collection\.json$)/.test(path);
    return !isGuide || served.some((one) => one.path === path) ? href : null;
  }
  if (href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const name = posix.join(posix.dirname(file), path);
  const found = served.find((one) => one.file === name);
  return found === undefined ? null : `${found.path}${anchor === undefined ? '' : `#${anchor}`}`;
}

const LANGUAGES: Record<string, string> = { ts: 'ts', py: 'python', php: 'php', java: 'java', cs: 'csharp' };

/** A line that is only a link to one of our examples becomes the text of that file. */
function withFiles(markdown: string): string {
  return markdown.replaceAll(/^\[[\w.]+\]\((?:\.\.\/)+(examples\/[\w./-]+\.(\w+))\)$/gm, (_line, file, ending) => {
    const text = readFileSync(join(ROOT, file as string), 'utf8').trimEnd();
    return `\`\`\`${LANGUAGES[ending as string] ?? ''}\n${text}\n\`\`\``;
  });
}

/** A whole program is not what people search for. */
const LONGEST_FOUND = 3_000;

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (isHeading(token) && token.depth <= 3) {
      const title = plain(token.text);
      sections.push({ id: token.depth === 1 ? '' : anchorOf(title), title, text: '' });
    } else {
      const last = sections.at(-1);
      if (last !== undefined && token.raw.length < LONGEST_FOUND) last.text += ` ${plain(token.raw)}`;
    }
  }
  return sections;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Without the signs of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*|[\]]|-{3,}|^#+ /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
