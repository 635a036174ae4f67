import * as z from 'zod';
import { faultOfFile, keepFile, keepNote, shareFile } from '../actions/notes/keep-notes.ts';
import type { Services } from '../actions/services.ts';
import type { Moved } from '../actions/move-deposit.ts';
import { LARGEST_FILE, LONGEST_NOTE } from '../domain/notes/notes.ts';
import { textInput } from '../operator/input/basic-inputs.ts';
import { problemOf, refusalOf } from '../operator/move.ts';
import { keptFileSchema } from '../operator/notes/notes-view.ts';
import { ids } from '../operator/routes.ts';
import { isId } from '../storage/database/ids.ts';
import { locateDeposit, type Location } from '../storage/deposits/deposits.ts';
import { invalid, notFound } from '../web/problem.ts';
import { described, play, sandboxProblems, sandboxTags, type Play, type SandboxRoute } from './sandbox-call.ts';
import { isStorable } from '../domain/values/storable.ts';

const shared = z.boolean().optional().describe('Tenants see it; default: they do not.');
const note = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(LONGEST_NOTE, `must not be longer than ${LONGEST_NOTE} characters`)
    .refine(isStorable, 'must be text'),
  shared,
});
const file = z.strictObject({
  name: textInput,
  contentBase64: z.base64('must be base64').describe('PDF, JPEG or PNG, at most 10,000,000 bytes.'),
  shared,
});
type FileInput = z.infer<typeof file>;
const shares = z.strictObject({ shared: z.boolean() });

const wrongFile = { empty: 'is empty', too_large: 'is larger than 10,000,000 bytes' } as const;
/** Base64 is a third longer, and the name comes with it. */
const LARGEST_BODY = Math.ceil((LARGEST_FILE * 4) / 3) + 100_000;

/** What the property manager keeps with the deposit. */
export const NOTE_CALLS: readonly SandboxRoute[] = [
  ({ server, services }) => {
    const route = created('The property manager adds a note', note, z.object({ id: z.string() }));
    server.post('/deposits/:id/notes', route, async ({ params, body }, reply) => {
      return reply.code(201).send({ id: await addNote(services, params.id, body) });
    });
  },
  ({ server, services }) => {
    const route = { ...created('The property manager adds a file', file, keptFileSchema), bodyLimit: LARGEST_BODY };
    server.post('/deposits/:id/files', route, async ({ params, body }, reply) => {
      return reply.code(201).send(await addFile(services, params.id, body));
    });
  },
  ({ server, services, answer }) => {
    const summary = 'The property manager shares a file with the tenants, or no longer';
    const route = { schema: { ...described(summary, shares).schema, params: ids('id', 'fileId') } };
    server.patch('/deposits/:id/files/:fileId', route, async ({ params: { id, fileId }, body }) => {
      await share(services, id, { fileId, shared: body.shared });
      return answer(id);
    });
  },
];

async function addNote(services: Services, id: string, { text, shared: isShared = false }: z.infer<typeof note>) {
  const kept = await at(services, id, (location) => keepNote(services, location, { text, shared: isShared }));
  return kept.id;
}

async function addFile(services: Services, id: string, { name, contentBase64, shared: isShared = false }: FileInput) {
  const content = Buffer.from(contentBase64, 'base64');
  const fault = faultOfFile(content);
  if (fault !== null) {
    const message = fault === 'other_content' ? 'must be a PDF, JPEG or PNG' : wrongFile[fault];
    throw invalid('contentBase64', fault, message);
  }
  const kept = await at(services, id, (location) => keepFile(services, location, { name, content, shared: isShared }));
  return kept.file;
}

function share(services: Services, id: string, given: { fileId: string; shared: boolean }): Promise<Moved> {
  return at(services, id, (location) => shareFile(services, location, given));
}

/** The same as parts that are played; the file is named in the input. */
export const NOTE_PLAYS: readonly Play[] = [
  play('notes', 'The property manager adds a note', note, addNote),
  play('files', 'The property manager adds a file', file, addFile, { largestBody: LARGEST_BODY }),
  play(
    'share-file',
    'The property manager shares a file with the tenants, or no longer',
    shares.extend({ fileId: z.string() }),
    share,
  ),
];

function created<Body extends z.ZodType, Made extends z.ZodType>(summary: string, body: Body, made: Made) {
  const response = { ...sandboxProblems, 413: sandboxProblems[422], 201: made };
  return { schema: { ...sandboxTags, summary, params: ids('id'), body, response } };
}

async function at<T extends Moved>(
  services: Services,
  id: string,
  act: (location: Location) => Promise<T | null>,
): Promise<T> {
  const location = isId(id) ? await locateDeposit(services.database, id) : null;
  const done = location === null ? null : await act(location);
  if (done === null) throw notFound('deposit');
  const refusal = refusalOf(done);
  if (refusal?.is === 'invalid_field' && refusal.code === 'no_such_file') throw notFound('file');
  if (refusal !== null) throw problemOf(refusal);
  return done;
}
