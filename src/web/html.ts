import { withoutInvisible } from '../domain/values/visible.ts';

/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Escapes every value that is not markup already. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(parts.reduce((page, part, index) => page + write(contents[index - 1]) + part));
}

/** Markup from a trusted source, such as our own Markdown. The name stands out in review. */
export function trustedMarkup(markup: string): Html {
  return new Html(markup);
}

function write(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(write).join('');
  return escapeHtml(String(content));
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Also removes what cannot be seen: a stored name must not change how the page around it reads. */
export function escapeHtml(text: string): string {
  return withoutInvisible(text).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
