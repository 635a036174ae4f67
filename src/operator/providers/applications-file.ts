import { APPLICATION_COLUMNS, applicationCells, applicationRows } from '../../actions/providers/applications-csv.ts';
import type { Services } from '../../actions/services.ts';
import { maskRecord } from '../../domain/masking/mask-for-viewer.ts';
import { csvText } from '../../web/encoding/csv.ts';

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8 = '\uFEFF';

/** Applications of a provider as a CSV file. Swiss spreadsheets separate columns with semicolons. */
export async function* applicationsFile(
  services: Pick<Services, 'database'>,
  { isMasked = false, ...asked }: { providerId: string; ids: readonly string[]; isMasked?: boolean },
): AsyncGenerator<string> {
  yield UTF8 + csvText([APPLICATION_COLUMNS], ';');
  const cells: typeof applicationCells = (view) => applicationCells(isMasked ? maskRecord(view) : view);
  for await (const rows of applicationRows(services, asked, cells)) yield csvText(rows, ';');
}
