import { candidatesOf, bankEntryView } from '../../operator/bank-entry-routes.ts';
import { listKept } from '../../storage/money/bank-entries.ts';
import { command } from '../command.ts';
import { table, type Cell } from '../output.ts';

const AT_ONCE = 200;

export const bankEntries = command({
  name: 'bank entries',
  role: 'viewer',
  summary: 'List statement entries that a person must check, oldest first',
  usage: '',
  about:
    'WHY is the reason, as a code: see docs/bank.md. With --json each entry has all that the bank says about it, and what\n' +
    'it may belong to.',
  words: [0, 0],
  examples: ['depono bank entries', 'depono bank entries --json | jq -r .key'],
  options: {},
  run: async ({ output, services }) => {
    const { database } = await services();
    const rows: Cell[][] = [];
    let after: string | null = null;
    for (;;) {
      const page = await listKept(database, { after, most: AT_ONCE });
      const candidates = await candidatesOf(database, page);
      for (const kept of page) {
        const entry = bankEntryView(kept, candidates.get(kept.key) ?? []);
        output.object(entry, 'entries');
        const { why, amount, currency, direction, bookedOn, payerName, reference, key } = entry;
        const signed = `${direction === 'debit' ? '-' : '+'}${amount.toFixed(2)} ${currency}`;
        rows.push([why, signed, bookedOn, payerName, reference, key]);
      }
      after = page.at(-1)?.key ?? null;
      if (after === null || page.length < AT_ONCE) break;
    }
    output.say(
      rows.length === 0
        ? 'Nothing to check: every booking was recognized.'
        : table(['WHY', 'AMOUNT', 'BOOKED', 'FROM OR TO', 'REFERENCE', 'KEY'], rows),
    );
    return 0;
  },
});
