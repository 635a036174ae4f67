import { conflictsOf } from '../../actions/mandates/decide-mandate.ts';
import { unknown } from '../../actions/set-up/refused.ts';
import { listedMandateView, mandateView } from '../../operator/mandates/mandate-view.ts';
import { isId } from '../../storage/database/ids.ts';
import { findMandate, listMandates } from '../../storage/mandates/mandates.ts';
import { command, type Command } from '../command.ts';
import { fields, table } from '../output.ts';

const MOST = 200;

const list = command({
  name: 'mandate list',
  role: 'viewer',
  summary: `List mandates, newest first, at most ${MOST}: deposits that go to another organization`,
  usage: '',
  about: 'Administrators of the two organizations ask and agree on their pages.',
  words: [0, 0],
  examples: ['depono mandate list', 'depono mandate list --json'],
  options: {},
  run: async ({ output, services }) => {
    const { database } = await services();
    const mandates = (await listMandates(database, { organizationIds: null, before: null, most: MOST })).map(
      listedMandateView,
    );
    for (const mandate of mandates) output.object(mandate);
    const rows = mandates.map(({ id, state, from, to, deposits, moved, conflicts }) => [
      id,
      state,
      from.name,
      to.name,
      deposits,
      moved,
      conflicts,
    ]);
    const head = ['ID', 'STATE', 'FROM', 'TO', 'DEPOSITS', 'MOVED', 'STAYED'];
    output.say(rows.length === 0 ? 'There are no mandates.' : table(head, rows));
    return 0;
  },
});

const show = command({
  name: 'mandate show',
  role: 'viewer',
  summary: 'Show how far a mandate is, and what has stayed behind',
  usage: 'ID',
  words: [1, 1],
  examples: ['depono mandate show 0198…', 'depono mandate show 0198… --json'],
  options: {},
  run: async ({ output, services }, { words: [id = ''] }) => {
    const { database } = await services();
    const found = isId(id) ? await findMandate(database, id) : null;
    if (found === null) throw unknown('mandate');
    const mandate = mandateView(found, await conflictsOf(database, found));
    output.show(mandate, () => inWords(mandate));
    return 0;
  },
});

function inWords(mandate: ReturnType<typeof mandateView>): string {
  const { id, state, from, to, deposits, waiting, moved, conflicts, askedBy, rejected } = mandate;
  const agreed = (side: typeof from): string => (side.agreed === null ? 'not yet' : side.agreed.by);
  const about = fields({
    mandate: id,
    state,
    from: from.name,
    to: to.name,
    'asked for by': askedBy,
    'agreed, from': agreed(from),
    'agreed, to': agreed(to),
    ...(rejected === null ? {} : { 'rejected by': rejected.by }),
    deposits,
    waiting,
    moved,
  });
  if (conflicts.length === 0) return about;
  const rows = conflicts.map(({ externalContractId, depositId, code }) => [externalContractId, depositId, code]);
  return `${about}\n\n${table(['STAYED', 'DEPOSIT', 'WHY'], rows)}`;
}

export const mandateCommands: readonly Command[] = [list, show];
