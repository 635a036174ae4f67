import { escapeHtml, html, trustedMarkup, type Html } from '../web/html.ts';

/** A contact of a partner who is signed in and reads the guide. */
export type GuideReader = {
  partner: string;
  integration: string;
  /** The first of several. Null: none is connected yet. */
  connection: { externalOrgId: string; organizationId: string } | null;
};

/** Puts the address, and what is known of the reader, into the examples. A key is never known. */
export function madeForReader(content: Html, address: string, reader: GuideReader | null): Html {
  const values: [search: string, value: string][] = [['$BASE_URL', address]];
  if (reader !== null && reader.connection !== null) {
    values.push(['$EXTERNAL_ORG_ID', reader.connection.externalOrgId], ['$ORG_ID', reader.connection.organizationId]);
  }
  const fill = (code: string): string => {
    let text = code.replaceAll('https://deposits.example', escapeHtml(address));
    for (const [variable, value] of values) text = text.replaceAll(variable, () => escapeHtml(inDoubleQuotes(value)));
    // A variable between two kinds of quotes, as in '{"id":"'"$ID"'"}'.
    if (reader === null) return text;
    if (reader.connection !== null) {
      const own = escapeHtml(reader.connection.externalOrgId.replaceAll("'", String.raw`'\''`));
      text = text.replaceAll('EXTERNAL_ORG_ID=&#39;4711&#39;', () => `EXTERNAL_ORG_ID=&#39;${own}&#39;`);
    }
    return text.replaceAll('/webhook/custom', `/webhook/${escapeHtml(reader.integration)}`);
  };
  return trustedMarkup(content.markup.replaceAll(/<pre[^]*?<\/pre>/g, fill));
}

/** As a shell reads it between double quotes. */
function inDoubleQuotes(value: string): string {
  return value.replaceAll(/[\\"$`]/g, String.raw`\$&`);
}

/** What the reader should know about the examples of a page. */
export function readerNotice(reader: GuideReader | null): Html {
  if (reader === null) {
    return html`<p class="reader no-print">
      <a href="/partner">Sign in</a> to see the examples with your own path and organization.
    </p>`;
  }
  const { partner, integration, connection } = reader;
  return html`<p class="reader no-print">
    Signed in as <strong>${partner}</strong>: the examples use your path <code>/webhook/${integration}</code>${
      connection === null
        ? html`. No organization is connected to you yet.`
        : html` and your organization <code>${connection.externalOrgId}</code>.`
    }
    Keys are stored as hashes, so yours cannot be shown: put the one you have kept into <code>API_KEY</code>, or
    <a href="/partner/keys">issue another</a>.
  </p>`;
}
