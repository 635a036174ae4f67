import { readDocument } from '../../../actions/documents/read-document.ts';
import type { FastifyReply } from 'fastify';
import { together } from '../../../actions/audit.ts';
import { acknowledgeApplication, type AnswerResult } from '../../../actions/providers/answer-application.ts';
import { isId } from '../../../storage/database/ids.ts';
import { findApplication } from '../../../storage/providers/queue.ts';
import { PAGE_HEADERS, seeOther } from '../../../web/page.ts';
import type { Tone } from '../../../web/parts.ts';
import { ANSWER_INPUTS, type AnswerCall } from '../../../actions/providers/answer-inputs.ts';
import { recordSeen } from '../../../actions/providers/record-seen.ts';
import { giveAnswer } from '../../../actions/providers/give-answer.ts';
import { viewsOf } from '../../../actions/providers/read-applications.ts';
import type { ProviderApp, ProviderVisit } from '../app.ts';
import { swissMoment } from '../moment.ts';
import { PROVIDER_WORDS } from '../words.ts';
import type { AnswerField } from '../words/words.ts';
import { applicationPage, whoIs, type OneView } from './application-page.ts';
import { readAnswer, type FormName, type Tried } from './read-answer.ts';

/** One application, its documents, and the answers to it. */
export function applicationRoutes(app: ProviderApp): void {
  app.get('/provider/applications/:id', 'provider_viewer', async (visit) =>
    showApplication(app, visit, { status: 200, message: doneMessage(visit) }),
  );

  app.get('/provider/applications/:id/documents/:documentId', 'provider_viewer', async (visit) => {
    const found = await readOne(app, visit);
    const shown = found?.view.documents.find(({ id }) => id === visit.params['documentId']);
    const document = shown === undefined ? null : await readDocument(app.services, shown.id);
    if (found === null || document === null || document.content === null) return null;
    await visit.recordSeen({ verb: 'read', applications: [found.view.id], documents: [document.id] });
    return visit.reply
      .headers({ ...PAGE_HEADERS, 'content-type': 'application/pdf' })
      .header('content-disposition', `inline; filename="${document.kind}-${document.id}.pdf"`)
      .send(document.content);
  });

  for (const name of ['acknowledge', ...Object.keys(ANSWER_INPUTS)] as FormName[]) {
    app.post(`/provider/applications/:id/${name}`, 'provider_clerk', (visit) => answer(app, visit, name));
  }
}

/** Null: there is no such application of this provider. */
async function readOne({ services }: ProviderApp, { params, provider }: ProviderVisit): Promise<OneView | null> {
  const id = params['id'] ?? '';
  const found = isId(id) ? await findApplication(services.database, provider.id, id) : null;
  const application = found?.deposit.applications.find((one) => one.id === id);
  const [view] = found === null ? [] : await viewsOf(services, [found]);
  return view === undefined || application === undefined ? null : { view, application };
}

type Message = { tone: Tone; text: string };

async function showApplication(
  app: ProviderApp,
  visit: ProviderVisit,
  { status, message = null, tried = null }: { status: number; message?: Message | null; tried?: Tried | null },
): Promise<FastifyReply | null> {
  const found = await readOne(app, visit);
  if (found === null) return null;
  await visit.recordSeen({ verb: 'read', applications: [found.view.id] });
  const { language, token, mayAnswer } = visit;
  return visit.show(applicationPage(found, { language, token, mayAnswer, message, tried }), status);
}

async function answer(app: ProviderApp, visit: ProviderVisit, name: FormName): Promise<FastifyReply | null> {
  const { body, tried } = readAnswer(visit.form, name, visit.language);
  if (body === null) return showApplication(app, visit, { status: 422, tried });
  const result = await carryOut(app, visit, name, body);
  switch (result.is) {
    case 'done':
      await app.settle();
      return seeOther(visit.reply, addressOf(visit, name));
    case 'unknown':
      return null;
    case 'invalid': {
      const at = result.field as AnswerField;
      const problems = { [at]: PROVIDER_WORDS[visit.language].form.invalid[at] };
      return showApplication(app, visit, { status: 422, tried: { ...tried, problems } });
    }
    case 'conflict':
      if (result.recorded) await app.settle();
      return result.recorded ? seeOther(visit.reply, addressOf(visit, 'recorded')) : refused(app, visit, result, tried);
  }
}

/** In one transaction with its entry in the audit log. */
async function carryOut(
  { services }: ProviderApp,
  { params, provider, contact, author }: ProviderVisit,
  name: FormName,
  body: object,
): Promise<AnswerResult> {
  const given = { providerId: provider.id, applicationId: params['id'] ?? '', by: contact.name };
  return together(services, async (inside) => {
    const result =
      name === 'acknowledge'
        ? await acknowledgeApplication(inside, {
            ...given,
            reference: (body as { reference?: string }).reference ?? null,
          })
        : await giveAnswer(inside, { ...given, name: name satisfies AnswerCall, body });
    const isStored = result.is === 'done' || (result.is === 'conflict' && result.recorded);
    const who = { author, providerId: provider.id };
    if (isStored) await recordSeen(inside, who, { verb: 'answer', applications: [given.applicationId] });
    return result;
  });
}

function addressOf({ params }: ProviderVisit, done: string): string {
  return `/provider/applications/${params['id'] ?? ''}?done=${done}`;
}

/** The application as it is now, and why the answer was not taken. */
async function refused(
  app: ProviderApp,
  visit: ProviderVisit,
  { code, application }: Extract<AnswerResult, { is: 'conflict' }>,
  tried: Tried,
): Promise<FastifyReply | null> {
  const words = PROVIDER_WORDS[visit.language];
  const { form, one } = words;
  if (code === 'account_taken' || code === 'account_of_operator') {
    const problems = { iban: form.accountTaken };
    return showApplication(app, visit, { status: 409, tried: { ...tried, problems } });
  }
  const { answer: first, answeredBy, answeredAt } = application;
  const because = (): string => {
    if (code === 'application_cancelled') return form.cancelled;
    if (code !== 'answered_already' || first === null || answeredAt === null) return form.notNow;
    return form.first(whoIs(answeredBy ?? '', words), swissMoment(answeredAt), one.events[first.answer]);
  };
  return showApplication(app, visit, { status: 409, message: { tone: 'warn', text: because() } });
}

/** After a redirect: what was just done. */
function doneMessage({ query, language }: ProviderVisit): Message | null {
  const done = query.get('done') ?? '';
  const { form } = PROVIDER_WORDS[language];
  if (!Object.hasOwn(form.done, done)) return null;
  const tone = done === 'refused' || done === 'recorded' ? 'info' : 'good';
  return { tone, text: form.done[done as keyof typeof form.done] };
}
