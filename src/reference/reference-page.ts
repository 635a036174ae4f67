import {
  operationsOf,
  type Media,
  type NamedOperation,
  type OpenApiDocument,
  type Operation,
  type Schema,
} from './document/types.ts';
import { html, type Html } from '../web/html.ts';

/** The OpenAPI document as a page without scripts: a section per tag, a fold per call, a table per schema. */
export function referenceContent(document: OpenApiDocument): Html {
  const operations = operationsOf(document.paths);
  const shapes = Object.entries(document.components?.schemas ?? {}).filter(([, schema]) => schema.properties);
  return html`<h1>API reference</h1>
    <p class="lead">${document.info.description}</p>
    ${(document.tags ?? []).map(
      (tag) =>
        html`<h2>${tag.name}</h2>
          <p>${tag.description}</p>
          ${operations.filter(({ operation }) => operation.tags?.includes(tag.name)).map(fold)}`,
    )}
    <h2>Shapes</h2>
    ${shapes.map(
      ([name, schema]) =>
        html`<details>
          <summary><strong>${name}</strong></summary>
          <div id="shape-${name}">${members(schema)}</div>
        </details>`,
    )}`;
}

/** Inside of the fold: a browser opens it for a link that leads there. */
export const callAnchor = ({ operationId = '' }: Operation): string => `call-${operationId}`;

function fold({ path, method, operation }: NamedOperation): Html {
  const { parameters = [], requestBody, responses } = operation;
  return html`<details>
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code
      ><span class="soft">${operation.summary}</span>
    </summary>
    <div id="${callAnchor(operation)}">
      ${operation.description && html`<p>${operation.description}</p>`}
      ${
        parameters.length > 0 &&
        table(
          ['Parameter', 'In', 'Meaning'],
          parameters.map((one) => [
            html`<code>${one.name}</code>`,
            one.in,
            one.description ?? one.schema?.description ?? '',
          ]),
        )
      }
      ${
        requestBody &&
        html`<h3>Body</h3>
          ${shape(schemaOf(requestBody.content))}`
      }
      <h3>Answers</h3>
      ${table(
        ['Status', 'Body'],
        Object.entries(responses).map(([status, answer]) => [
          html`<code>${status}</code>`,
          inline(schemaOf(answer.content ?? {})),
        ]),
      )}
    </div>
  </details>`;
}

function schemaOf(content: Record<string, Media>): Schema {
  return Object.values(content)[0]?.schema ?? {};
}

function shape(schema: Schema): Html {
  return schema.properties === undefined ? html`<p>${inline(schema)}</p>` : members(schema);
}

function members(schema: Schema): Html {
  const required = new Set(schema.required ?? []);
  return table(
    ['Member', 'Type', 'Required', 'Meaning'],
    Object.entries(schema.properties ?? {}).map(([name, member]) => [
      html`<code>${name}</code>`,
      inline(member),
      required.has(name) ? 'yes' : '',
      member.description ?? '',
    ]),
  );
}

/** A type in one line. */
function inline(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const choices = schema.enum ?? schema['x-extensible-enum'];
  if (choices !== undefined)
    return html`${choices.map((value, n) => html`${n > 0 && ' '}<code>${String(value)}</code>`)}`;
  if (schema.anyOf !== undefined) return html`${schema.anyOf.map((one, n) => html`${n > 0 && ' or '}${inline(one)}`)}`;
  if (schema.items !== undefined) return html`list of ${inline(schema.items)}`;
  if (schema.properties !== undefined) {
    return html`${Object.entries(schema.properties).map(([name, member], n) => html`${n > 0 && ', '}<code>${name}</code> ${inline(member)}`)}`;
  }
  return html`${[schema.type ?? []].flat().join(' or ')}`;
}

function table(head: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  return html`<div class="table" tabindex="0" role="group">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th>${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
