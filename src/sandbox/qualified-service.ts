import type { FastifyInstance, FastifyReply } from 'fastify';
import { makeCertificate, readPem } from '../seal/certificate.ts';
import { signDetached } from '../seal/cms.ts';
import { withField } from '../seal/pdf-signature.ts';
import { pageFor } from '../web/access.ts';
import { bearer, isToken } from '../web/bearer.ts';
import { field, readForms } from '../web/forms.ts';
import { html } from '../web/html.ts';
import { seeOther, sendPage } from '../web/page.ts';
import { formOf } from '../web/session-pages.ts';

type Request = {
  id: string;
  document: { contentBase64: string };
  signer: { name: string };
  returnUrl: string;
  callbackUrl: string;
};

type Kept = Request & { signed: Buffer | null; isDeclined: boolean };

const MOST_KEPT = 500;

/** A qualified signature service as docs/qualified-signatures.md describes it. It keeps its requests in memory. */
export function simulatedQualifiedService(
  server: FastifyInstance,
  { secret, baseUrl }: { secret: string; baseUrl: () => string },
): void {
  const kept = new Map<string, Kept>();
  readForms(server);
  server.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 20_000_000 }, (_, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }));
    }
  });
  const isAllowed = (token: string | null): boolean => token !== null && isToken(token, secret);

  server.post('/sandbox/qualified/requests', pageFor('service_secret'), async (request, reply) => {
    if (!isAllowed(bearer(request))) return reply.code(401).send({});
    const asked = request.body as Request;
    kept.set(asked.id, { ...asked, signed: null, isDeclined: false });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return reply.code(201).send({ signUrl: `${baseUrl()}/sandbox/qualified/sign/${asked.id}` });
  });

  server.get('/sandbox/qualified/requests/:id', pageFor('service_secret'), async (request, reply) => {
    if (!isAllowed(bearer(request))) return reply.code(401).send({});
    const one = kept.get((request.params as { id: string }).id);
    if (one === undefined) return reply.code(404).send({});
    if (one.isDeclined) return { state: 'declined', reason: 'The person declined.' };
    return one.signed === null
      ? { state: 'waiting' }
      : { state: 'signed', documentBase64: one.signed.toString('base64') };
  });

  server.get('/sandbox/qualified/sign/:id', pageFor('anyone'), async (request, reply) => {
    const one = kept.get((request.params as { id: string }).id);
    return one === undefined ? notFound(reply) : signPage(reply, one);
  });

  server.post('/sandbox/qualified/sign/:id', pageFor('anyone'), async (request, reply) => {
    const one = kept.get((request.params as { id: string }).id);
    if (one === undefined) return notFound(reply);
    if (field(formOf(request), 'answer') === 'decline') one.isDeclined = true;
    else one.signed ??= await signWithOwn(one.signer.name, Buffer.from(one.document.contentBase64, 'base64'));
    return seeOther(reply, one.returnUrl);
  });
}

/** Signs a PDF with a certificate in this name, from an authority of its own. */
export async function signWithOwn(name: string, pdf: Buffer): Promise<Buffer> {
  const authority = await makeCertificate('Simulated qualified CA', { isAuthority: true });
  const own = await makeCertificate(name, { issuer: authority });
  const identity = await readPem(`${own.pem}${authority.pem.split('-----BEGIN PRIVATE')[0]}`);
  const field = {
    field: 'QualifiedSignature',
    name,
    reason: 'Qualified signature (simulated)',
    at: new Date(),
    room: 8_192,
  };
  const { signed, withSignature } = withField(pdf, field);
  return withSignature(await signDetached(signed, identity, null));
}

function signPage(reply: FastifyReply, { id, signer }: Kept): FastifyReply {
  const content = html`<div class="card">
    <h1>Simulated signature service</h1>
    <p class="lead">Signing as ${signer.name}. Nothing here is a real signature.</p>
    <form method="post" action="/sandbox/qualified/sign/${id}">
      <div class="buttons">
        <button type="submit" name="answer" value="sign">Sign</button>
        <button type="submit" name="answer" value="decline" class="second">Decline</button>
      </div>
    </form>
  </div>`;
  return sendPage(reply, { title: 'Simulated signature service', language: 'en', content, isNarrow: true });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('Unknown request. Ask for the signature again.');
}
