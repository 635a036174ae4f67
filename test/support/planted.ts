import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { TOKEN } from './service.ts';

/** Of a tenant. */
export const PERSON = {
  'first name': 'Xaverina',
  'last name': 'Zgraggenhuber',
  'e-mail address': 'xaverina.z@geheim.example',
  'telephone number': '+41791239876',
  'birth date': '1987-06-05',
  street: 'Heimlichgasse',
  account: 'CH5604835012345678009',
};
export const OTHER_TENANT = { 'e-mail address of the other tenant': 'zweite.mieterin@geheim.example' };

/** The secrets in the settings; secrets created later are added. */
export const SECRETS: Record<string, string> = {
  'operator token': TOKEN,
  'secret key': 'ein-ganz-geheimer-Schluessel-fuer-alles-4711',
  'older secret key': 'ein-frueherer-geheimer-Schluessel-fuer-alles-1291',
  'metrics token': 'zaehlerstand-nur-fuer-mich-0815',
  'password of the mail server': 'postfach-kennwort-Drachen17',
  'password of the register': 'register-kennwort-Elster23',
  'wrong key': 'dpk_abcdefghijkl_ein-falscher-aber-echt-aussehender-schluessel',
};

/** An external system that the service calls. */
export type Outsider = { port: number; close: () => Promise<void> };

/** A mail server that names the refused recipient, as many do. */
export async function openPostbox(): Promise<Outsider> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo: ({ address }, _session, done) => {
      if (address !== PERSON['e-mail address']) return done();
      done(Object.assign(new Error(`<${address}>: no ${PERSON['last name']} lives here`), { responseCode: 550 }));
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => new Promise((done) => server.close(() => done())) };
}

/** A callback receiver that refuses each message, and repeats everything it received. */
export async function openEcho(): Promise<Outsider> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const url = /"url":"([^"]+)"/.exec(body)?.[1] ?? '';
      SECRETS[`link to a document ${url.slice(-4)}`] = url.split('/').at(-1) ?? '';
      const said = `${SECRETS['secret of the callback']} ${url} ${body}`;
      response.writeHead(500, { 'content-type': 'text/plain' }).end(said);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { port: (server.address() as AddressInfo).port, close };
}
