import {
  isBlock,
  isCallExpression,
  isCaseClause,
  isElementAccessExpression,
  isBinaryExpression,
  isExpression,
  isExpressionStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isNewExpression,
  isNonNullExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isThrowStatement,
  isTypeAliasDeclaration,
  isTypeNode,
  isVariableStatement,
  SyntaxKind,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { editsAt, type Edit } from './operators.ts';
import { childrenOf, parseFiles, startOf } from './parse.ts';

export type Mutant = {
  id: number;
  file: string;
  operator: string;
  line: number;
  /** What stands there, what it becomes, and which of the same in this file it is: this names it as long as the code stays. */
  from: string;
  to: string;
  nth: number;
  /** Whether the file keeps something between calls: then it must be read again for each mutant. */
  hasMemory: boolean;
};
/** A piece of text put into the source; of several at one position, outer ones come first when they open. */
type Insertion = { at: number; depth: number; isEnd: boolean; text: string };
export type Mutated = { file: string; source: string; mutants: Mutant[] };

const LONGEST_NAME = 160;

/**
 * Every mutant of some files, in one source: `__m(7) ? mutated : original`. One number decides which of them is active,
 * so that the code is loaded once for all.
 */
export function mutate(root: string, files: readonly string[], isTable: (file: string) => boolean): Mutated[] {
  let id = 0;
  return parseFiles(root, files, (file, source) => {
    const mutants: Mutant[] = [];
    const insertions: Insertion[] = [];
    const seen = new Map<string, number>();
    const hasMemory = source.statements.some(
      (one) => isVariableStatement(one) && /^(?:export )?let /.test(textAt(one, source)),
    );
    const note = ({ operator, start, end, text }: Edit): number => {
      const [from, to] = [short(source.text.slice(start, end)), short(text)];
      const key = `${operator} ${from} ${to}`;
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      const line = source.text.slice(0, start).split('\n').length;
      mutants.push({ id, file, operator, line, from, to, nth, hasMemory });
      return id++;
    };
    const visit = (node: Node, depth: number): void => {
      if (isOnlyType(node)) return;
      const inside = new Map<Node, Edit[]>();
      for (const edit of editsAt(node, source, { withTexts: !isTable(file) })) {
        const host = hostOf(edit.node);
        if (host !== null) inside.set(host, [...(inside.get(host) ?? []), edit]);
      }
      for (const [host, edits] of inside) insertions.push(...insertionsFor(host, edits, source, note));
      for (const child of childrenOf(node)) visit(child, depth + 1);
    };
    visit(source, 0);
    return { file, source: insert(source.text, insertions), mutants };
  });
}

const textAt = (node: Node, source: SourceFile): string => source.text.slice(startOf(node, source), node.end);
const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME);

function isOnlyType(node: Node): boolean {
  return isTypeNode(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) || isImportDeclaration(node);
}

/** The smallest expression or statement around a change that can stand in `__m(7) ? mutated : original`. */
function hostOf(node: Node): Node | null {
  if (isBlock(node) || isCaseClause(node) || isExpressionStatement(node) || isThrowStatement(node)) return node;
  for (let host: Node | undefined = node; host !== undefined; host = host.parent) if (isFree(host)) return host;
  return null;
}

/** A callee, the middle of an optional chain or the target of an assignment cannot be put in parentheses alone. */
function isFree(node: Node): boolean {
  const parent = node.parent;
  if (parent === undefined || !isExpression(node) || node.kind === SyntaxKind.SpreadElement) return false;
  if (isPropertyAccessExpression(parent) || isElementAccessExpression(parent) || isCallExpression(parent)) {
    return parent.expression !== node && !(isPropertyAccessExpression(parent) && parent.name === node);
  }
  if (isNewExpression(parent)) return parent.expression !== node;
  if (isNonNullExpression(parent) || isTaggedTemplateExpression(parent)) return false;
  if (isBinaryExpression(parent) && parent.left === node) return !isAssignment(parent.operatorToken.kind);
  return true;
}

const isAssignment = (kind: SyntaxKind): boolean =>
  kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;

function insertionsFor(
  host: Node,
  edits: readonly Edit[],
  source: SourceFile,
  note: (edit: Edit) => number,
): Insertion[] {
  const at = startOf(host, source);
  const depth = depthOf(host);
  const open = (position: number, text: string): Insertion => ({ at: position, depth, isEnd: false, text });
  const close = (text: string): Insertion => ({ at: host.end, depth, isEnd: true, text });
  if (isBlock(host)) return edits.map((edit) => open(at + 1, `if(__m(${note(edit)}))return;`));
  if (isCaseClause(host)) {
    const first = startOf(host.statements[0] as Node, source);
    return edits.map((edit) => ({ ...open(first, `if(__m(${note(edit)}))break;`), depth: depth + 0.5 }));
  }
  if (isExpressionStatement(host) || isThrowStatement(host)) {
    return edits.flatMap((edit) => [open(at, `{if(!__m(${note(edit)})){`), close('}}')]);
  }
  const changed = edits.map((edit) => {
    const text = source.text.slice(at, edit.start) + edit.text + source.text.slice(edit.end, host.end);
    return `__m(${note(edit)})?(${text}):`;
  });
  return [open(at, `(${changed.join('')}(`), close('))')];
}

function depthOf(node: Node): number {
  let depth = 0;
  for (let up = node.parent; up !== undefined; up = up.parent) depth++;
  return depth;
}

function insert(text: string, insertions: readonly Insertion[]): string {
  const inOrder = insertions.toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(other.isEnd) - Number(one.isEnd) ||
      (one.isEnd ? other.depth - one.depth : one.depth - other.depth),
  );
  let result = '';
  let done = 0;
  for (const one of inOrder) {
    result += text.slice(done, one.at) + one.text;
    done = one.at;
  }
  return result + text.slice(done);
}
