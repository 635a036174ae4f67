import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders } from '../../callbacks/message.ts';
import { post } from '../../callbacks/send.ts';
import { isId } from '../../storage/database/ids.ts';
import { command, CommandFailed, wrongCall, type CommandContext } from '../command.ts';
import { chooseOrganization } from '../import/destination.ts';
import { feedFromDatabase, feedFromService, type Feed, type ReceivedEvent } from '../listen/feed.ts';
import { connectionByName } from '../find.ts';

const LOOK_EVERY_MS = 500;
const ASK_EVERY_MS = 2_000;
/** As for a real callback. */
const ATTEMPT_LIMIT_MS = 15_000;

export const listenCommand = command({
  name: 'listen',
  role: 'clerk',
  summary: 'Print callbacks as they happen, and forward them to a local address',
  usage: '[--org ORG] [--connection ID] [--forward URL] [--after NUMBER] [--url URL] [--body]',
  about: `For development without a public address: each event of an organization is printed and, with --forward, posted
with the body and the signature headers of a real callback. Each is posted once, whatever the answer; real callbacks
are not affected. It starts with new events, or after the event given by --after. Stop with Ctrl-C.

Callbacks are signed with the secret of the connection's callback; without one, with a secret printed at the start.

With --url the events are read from a remote service (GET /webhook/events). The status key is then read from
DEPONO_STATUS_KEY or standard input, --org is the id of the organization, and the signing secret is read from
DEPONO_CALLBACK_SECRET, or generated and printed.`,
  words: [0, 0],
  examples: [
    'depono listen --org "Verwaltung Seeblick AG" --forward http://localhost:3000/hook',
    'depono listen --after 0 --json',
    'DEPONO_STATUS_KEY=dsk_… depono listen --url https://depono.example.ch --org 0198a… --forward http://localhost:3000',
  ],
  options: {
    org: { type: 'text', value: 'ORG', about: 'name or id of the organization; required if there are several' },
    connection: { type: 'text', value: 'ID', about: 'only events of this connection (id or external id)' },
    forward: { type: 'text', value: 'URL', about: 'where to post callbacks' },
    after: { type: 'text', value: 'NUMBER', about: 'start after this event; 0 starts with the first one' },
    url: { type: 'text', value: 'URL', about: 'read from the service at this address instead of the database' },
    body: { type: 'flag', about: 'print the whole message of each callback' },
  },
  run: async (context, { options }) => {
    const { output } = context;
    const { forward, after } = options;
    if (forward !== null && !isWebAddress(forward))
      throw wrongCall('--forward must be an http:// or https:// address.');
    if (after !== null && !/^[0-9]{1,15}$/.test(after)) throw wrongCall('--after must be the number of an event.');
    const stop = context.untilInterrupted();
    const { feed, every } = await openFeed(context, options);
    let at = after === null ? await feed.last() : Number(after);
    output.show({ listening: true, after: at }, () =>
      output.paint.faint(`Listening for events after ${at}. Stop with Ctrl-C.`),
    );
    while (!stop.aborted) {
      const { events, next } = await feed.after(at).catch((error: unknown) => {
        if (error instanceof CommandFailed) throw error;
        output.warn(`The events cannot be read at the moment: ${(error as Error).message}`);
        return { events: [], next: at };
      });
      for (const one of events) {
        if (stop.aborted) return 0;
        const answer = forward === null ? null : await forwarded(one, forward, stop);
        show(context, one, answer, options.body);
      }
      const isBehind = next > at;
      at = next;
      if (!isBehind) await wait(every, undefined, { signal: stop }).catch(() => undefined);
    }
    return 0;
  },
});

type Options = { org: string | null; connection: string | null; url: string | null; forward: string | null };

async function openFeed(
  context: CommandContext,
  { org, connection, url, forward }: Options,
): Promise<{ feed: Feed; every: number }> {
  const { output, env, input } = context;
  if (url === null) {
    const services = await context.services();
    const { baseUrl, port } = context.settings();
    const organization = await chooseOrganization(services, org);
    const { id: organizationId } = organization;
    const one = connection === null ? null : await connectionByName(services, organization, connection);
    // The same each time, so that a receiver keeps its configuration.
    const secret = `whsec_${services.vault.fingerprint(`listen ${organizationId}`)}`;
    if (forward !== null) output.show({ secret }, () => `Connections without a callback are signed with ${secret}`);
    const feed = feedFromDatabase(services, {
      organizationId,
      connectionId: one?.id ?? null,
      baseUrl: baseUrl ?? `http://localhost:${port}`,
      secret,
    });
    return { feed, every: LOOK_EVERY_MS };
  }
  if (!isWebAddress(url)) throw wrongCall('--url must be the http:// or https:// address of a service.');
  if (org === null || !isId(org)) throw wrongCall('With --url, --org must be the id of the organization.');
  if (connection !== null)
    throw wrongCall('--connection cannot be used with --url: the service does not report connections.');
  const statusKey = (env['DEPONO_STATUS_KEY'] ?? (input.canAsk ? '' : await input.readAll())).trim();
  if (statusKey === '')
    throw wrongCall('Missing status key. Set DEPONO_STATUS_KEY to a key that reads contract status.');
  const given = env['DEPONO_CALLBACK_SECRET']?.trim() ?? '';
  const secret = given === '' ? `whsec_${randomBytes(32).toString('base64')}` : given;
  if (given === '' && forward !== null) output.show({ secret }, () => `Signed with ${secret}`);
  const feed = feedFromService({ url: url.replace(/\/+$/, ''), organizationId: org, statusKey, secret });
  return { feed, every: ASK_EVERY_MS };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

type Answer = { status: number | null; durationMs: number; error: string | null };

async function forwarded({ id, message, secrets }: ReceivedEvent, url: string, stop: AbortSignal): Promise<Answer> {
  const body = JSON.stringify(message);
  const headers = signedHeaders(body, { id, at: new Date(), secrets });
  const start = performance.now();
  const took = (): number => Math.round(performance.now() - start);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ATTEMPT_LIMIT_MS)]);
  try {
    const { status } = await post(url, { headers, body, signal, allowPrivate: true });
    return { status, durationMs: took(), error: null };
  } catch (error) {
    return {
      status: null,
      durationMs: took(),
      error: (error as Error).message || String((error as { code?: string }).code),
    };
  }
}

function show(
  { output }: CommandContext,
  { number, message }: ReceivedEvent,
  answer: Answer | null,
  withBody: boolean,
): void {
  const { deposit } = message.data;
  const about = message.type === 'document.created' ? message.data.document.kind : `new state ${message.data.to}`;
  const { paint } = output;
  output.show({ number, ...answer, message }, () => {
    const time = new Date().toTimeString().slice(0, 8);
    const line = `${paint.faint(time)}  #${number}  ${about}  contract ${deposit.externalContractId}`;
    const said = answer === null ? '' : `  → ${inWords(answer, paint)}`;
    return `${line}${said}${withBody ? `\n${JSON.stringify(message, null, 2)}` : ''}`;
  });
}

function inWords({ status, durationMs, error }: Answer, paint: CommandContext['output']['paint']): string {
  if (status === null) return paint.bad(`no answer: ${error}`);
  const isGood = status >= 200 && status < 300;
  return `${(isGood ? paint.good : paint.bad)(String(status))} in ${durationMs} ms`;
}
