import { parseEmail } from '../domain/values/contact.ts';
import type { Effect } from '../domain/effect.ts';
import { copyFor } from '../domain/lifecycle/mails.ts';
import { recipient } from '../domain/effect.ts';
import { REFUSAL_ROWS, type Body, type DataRefusal, type OpenCallFacts } from '../domain/open-call.ts';
import type { Integration } from '../domain/integration.ts';
import { text, textOf } from '../domain/payload/fields.ts';
import { keepRefusedCall } from '../storage/open-call/refused-calls.ts';
import type { Services } from './services.ts';

/** Stores the call as an import error and mails the responsible person, once a day per contract. */
export async function refuseCall(
  services: Services,
  { integration, body, payload }: { integration: Integration; body: Body; payload: Buffer },
  { organization, connectionId, now }: OpenCallFacts,
  { refused, problems, responsible }: DataRefusal,
): Promise<void> {
  if (body.is !== 'object') throw new Error('a call refused for its data has a body');
  const { fields } = body;
  const externalContractId = body.contractId.shown;
  const id = services.random.id();
  const mail: Effect = {
    kind: 'mail',
    id: services.random.id(),
    dueAt: now,
    mail: {
      to: recipient(responsible),
      cc: copyFor(recipient(responsible), assistantOf(fields)),
      language: responsible.language,
      facts: {
        kind: 'import_error',
        refusedCallId: id,
        organizationId: organization.id,
        organization: organization.name,
        externalContractId,
        problems,
      },
    },
  };
  const { isMailQueued } = await keepRefusedCall(services.database, services.vault, {
    call: {
      organizationId: organization.id,
      id,
      at: now,
      connectionId,
      integration,
      externalContractId,
      refusalRow: REFUSAL_ROWS[refused],
      problems,
    },
    payload,
    mail,
  });
  if (isMailQueued) services.wakeWorker();
}

/** The assistant that a refused payload names; null: none, or an invalid address. */
function assistantOf(fields: Readonly<Record<string, unknown>>) {
  const email = parseEmail(textOf(fields, 'assistentEmail') ?? '');
  if (email === null) return null;
  const name = (field: 'assistentFirstName' | 'assistentLastName'): string | null => {
    const sent = textOf(fields, field);
    return sent !== null && 'value' in text(sent) ? sent : null;
  };
  return { email, firstName: name('assistentFirstName'), lastName: name('assistentLastName') };
}
