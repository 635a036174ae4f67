import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCaseClause,
  isConditionalExpression,
  isElementAccessExpression,
  isExpressionStatement,
  isForStatement,
  isIfStatement,
  isNewExpression,
  isNumericLiteral,
  isBigIntLiteral,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isThrowStatement,
  isWhileStatement,
  SyntaxKind,
  type BinaryExpression,
  type CallExpression,
  type Expression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { startOf, textOf } from './parse.ts';
import { regexChanges } from './regex-changes.ts';

/** One small change of the source: the text from `start` to `end` becomes `text`. */
export type Edit = { operator: string; node: Node; start: number; end: number; text: string };

/** Longer lists and texts are tables: one change in the middle of them says nothing about a rule. */
const MOST_ELEMENTS = 8;

const INSTEAD_OF: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};
const KIND_OF_OPERATOR: Record<string, string> = {
  '===': 'equality',
  '!==': 'equality',
  '&&': 'logical',
  '||': 'logical',
  '<': 'boundary',
  '<=': 'boundary',
  '>': 'boundary',
  '>=': 'boundary',
};

const OTHER_METHOD = new Map<string, string>(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    find: 'findLast',
    findLast: 'find',
    indexOf: 'lastIndexOf',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
    padStart: 'padEnd',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
  }),
);
/** Calls whose receiver is of the same kind as their result. */
const LEFT_OUT_METHOD = new Set([
  'filter',
  'toSorted',
  'sort',
  'toReversed',
  'reverse',
  'slice',
  'trim',
  'replace',
  'replaceAll',
  'normalize',
  'concat',
]);

/** What is changed at a node itself; its children have their own. */
export function editsAt(node: Node, source: SourceFile, { withTexts }: { withTexts: boolean }): Edit[] {
  const text = (part: Node): string => textOf(part, source);
  const replace = (operator: string, part: Node, by: string): Edit => ({
    operator,
    node: part,
    start: startOf(part, source),
    end: part.end,
    text: by,
  });
  const condition = (part: Expression, values: readonly string[]): Edit[] =>
    values.filter((value) => value !== text(part)).map((value) => replace(`condition ${value}`, part, value));

  if (isBinaryExpression(node)) return binary(node, source, replace);
  if (isIfStatement(node)) return condition(node.expression, ['true', 'false']);
  if (isConditionalExpression(node)) return condition(node.condition, ['true', 'false']);
  if (isWhileStatement(node)) return condition(node.expression, ['false']);
  if (isForStatement(node)) return node.condition === undefined ? [] : condition(node.condition, ['false']);
  if (isPrefixUnaryExpression(node)) {
    if (node.operator === SyntaxKind.ExclamationToken) return [replace('negation', node, text(node.operand))];
    if (node.operator === SyntaxKind.MinusToken) return [replace('sign', node, text(node.operand))];
    return [];
  }
  if (isPostfixUnaryExpression(node))
    return [
      replace('arithmetic', node, text(node.operand) + (node.operator === SyntaxKind.PlusPlusToken ? '--' : '++')),
    ];
  if (node.kind === SyntaxKind.TrueKeyword) return [replace('boolean', node, 'false')];
  if (node.kind === SyntaxKind.FalseKeyword) return [replace('boolean', node, 'true')];
  if (isNumericLiteral(node) || isBigIntLiteral(node))
    return isKey(node) ? [] : [replace('number', node, oneMore(text(node)))];
  if (isStringLiteral(node)) {
    return withTexts && node.text !== '' && decides(node) ? [replace('text', node, "''")] : [];
  }
  if (isRegularExpressionLiteral(node))
    return regexChanges(text(node)).map((changed) => replace('regex', node, changed));
  if (isArrayLiteralExpression(node)) return list(node.elements, node, source, replace);
  if (isCallExpression(node)) return call(node, source, replace);
  if (isExpressionStatement(node) || isThrowStatement(node)) return [replace('statement', node, '')];
  if (isCaseClause(node) && node.statements.length > 0) return [{ ...replace('case', node, ''), end: node.end }];
  if (isArrowFunction(node) && !isBlock(node.body)) {
    // A function that gives a text for people is such a text.
    if (!withTexts && isText(node.body)) return [];
    return text(node.body) === 'undefined' ? [] : [replace('body', node.body, 'undefined')];
  }
  if (isBlock(node) && node.statements.length > 0 && isBody(node)) return [replace('body', node, '')];
  return [];
}

type Replace = (operator: string, part: Node, by: string) => Edit;

function binary(node: BinaryExpression, source: SourceFile, replace: Replace): Edit[] {
  const [left, right] = [textOf(node.left, source), textOf(node.right, source)];
  const sign = textOf(node.operatorToken, source);
  if (sign === '??') return [replace('fallback', node, left), replace('fallback', node, right)];
  if (sign === '+' && (isText(node.left) || isText(node.right))) return [];
  const kind = KIND_OF_OPERATOR[sign] ?? 'arithmetic';
  const swapped = (INSTEAD_OF[sign] ?? []).map((other) => ({ ...replace(kind, node.operatorToken, other), node }));
  // a && b && c is (a && b) && c: what is left out on the left is seen at the inner one.
  if (kind !== 'logical') return swapped;
  const inner = isBinaryExpression(node.left) && textOf(node.left.operatorToken, source) === sign;
  return [...swapped, ...(inner ? [] : [replace('operand', node, right)]), replace('operand', node, left)];
}

function isText(node: Node): boolean {
  return (
    isStringLiteral(node) ||
    node.kind === SyntaxKind.TemplateExpression ||
    node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
    (isBinaryExpression(node) && (isText(node.left) || isText(node.right)))
  );
}

/** A number or text that names a member, not a value. */
function isKey(node: Node): boolean {
  const parent = node.parent as Node & { name?: Node };
  return parent.name === node;
}

/** Compared texts are left out: the comparison itself is negated. So are messages of errors, descriptions, and keys of objects. */
function decides(node: Node): boolean {
  const { parent } = node;
  if (isKey(node) || isNewExpression(parent) || isElementAccessExpression(parent)) return false;
  if (isCallExpression(parent) && isDescription(parent)) return false;
  if (isBinaryExpression(parent)) return parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken;
  return (
    !isCaseClause(parent) &&
    parent.kind !== SyntaxKind.ImportDeclaration &&
    parent.kind !== SyntaxKind.ArrayLiteralExpression
  );
}

/** `.describe('…')` of a schema is documentation. */
function isDescription({ expression }: CallExpression): boolean {
  return isPropertyAccessExpression(expression) && expression.name.text === 'describe';
}

function oneMore(number: string): string {
  const digits = number.replaceAll('_', '');
  return digits.endsWith('n') ? `${BigInt(digits.slice(0, -1)) + 1n}n` : String(Number(digits) + 1);
}

function list(elements: readonly Node[], node: Node, source: SourceFile, replace: Replace): Edit[] {
  // An empty binding is a type error waiting to happen, not a list.
  if (elements.length === 0 || (isBinaryExpression(node.parent) && node.parent.left === node)) return [];
  const texts = elements.map((element) => textOf(element, source));
  const emptied = replace('list', node, '[]');
  if (elements.length === 1 || elements.length > MOST_ELEMENTS) return [emptied];
  const without = (n: number): string => `[${texts.filter((_, other) => other !== n).join(', ')}]`;
  return [emptied, ...elements.map((_, n) => replace('element', node, without(n)))];
}

function call(node: CallExpression, source: SourceFile, replace: Replace): Edit[] {
  const callee = node.expression;
  if (!isPropertyAccessExpression(callee)) return [];
  const name = textOf(callee.name, source);
  const other = OTHER_METHOD.get(name);
  if (other !== undefined) return [{ ...replace('method', callee.name, other), node }];
  return LEFT_OUT_METHOD.has(name) ? [replace('method', node, textOf(callee.expression, source))] : [];
}

/** The body of a function, not a branch or a loop, whose condition is changed. */
function isBody(node: Node): boolean {
  const parent = node.parent as Node & { body?: Node; parameters?: unknown };
  return parent.body === node && parent.parameters !== undefined;
}
