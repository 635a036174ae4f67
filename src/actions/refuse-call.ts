import { parseEmail } from '../domain/contact.ts';
import type { Effect } from '../domain/effect.ts';
import { copyFor } from '../domain/lifecycle/mails.ts';
import { recipient } from '../domain/effect.ts';
import { contractIdAsSent, type DataRefusal, type KnownOrganization } from '../domain/open-call.ts';
import { text, textOf } from '../domain/payload/fields.ts';
import { keepRefusedCall } from '../storage/open-call/refused-calls.ts';
import type { OpenCall } from './open-deposit.ts';
import type { Services } from './services.ts';

/** Keeps the call for a person to look into, and tells the responsible one about it once a day. */
export async function refuseCall(
  services: Services,
  call: OpenCall,
  { organization, connectionId, now }: KnownOrganization,
  { row, problems, responsible }: DataRefusal,
): Promise<void> {
  if (call.body.is !== 'object') throw new Error('rows 8 to 11 have read a body');
  const { fields } = call.body;
  const externalContractId = contractIdAsSent(fields);
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
      integration: call.integration,
      externalContractId,
      row,
      problems,
    },
    payload: call.payload,
    mail,
  });
  if (isMailQueued) services.wakeWorker();
}

/** The assistant of a payload that was refused: whom it names, if that is an address at all. */
function assistantOf(fields: Readonly<Record<string, unknown>>) {
  const email = parseEmail(textOf(fields, 'assistentEmail') ?? '');
  if (email === null) return null;
  const name = (field: 'assistentFirstName' | 'assistentLastName'): string | null => {
    const sent = textOf(fields, field);
    return sent !== null && 'value' in text(sent) ? sent : null;
  };
  return { email, firstName: name('assistentFirstName'), lastName: name('assistentLastName') };
}
