import { readDocument } from '../actions/documents/read-document.ts';
import { isDeepStrictEqual } from 'node:util';
import { archiveDocument } from '../actions/archive-document.ts';
import { addToDigest, sendDigest } from '../actions/digest/daily-digest.ts';
import { moveDeposit } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import { tellState } from '../actions/events/tell-state.ts';
import { tellProvider } from '../actions/tell-provider.ts';
import { renderDocument } from '../documents/render.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import { compareCompany } from '../domain/register-check.ts';
import type { Company, Tenant } from '../domain/tenant.ts';
import type { NewDocument } from '../domain/document.ts';
import type { Mail } from '../domain/effect.ts';
import type { DigestNote } from '../domain/digest/queued-notes.ts';
import type { AttachedFile, PostOffice } from '../mail/post-office.ts';
import type { SendSms } from '../mail/sms.ts';
import { serviceNow } from '../storage/database/clock.ts';
import {
  openDigestNote,
  openDocument,
  openLetter,
  openMail,
  openProviderEvent,
  openSms,
  openStateChange,
} from '../storage/effects/sealed-effects.ts';
import type { Register } from '../register/zefix.ts';
import type { Seal } from '../seal/seal.ts';
import { findDeposit, type Location } from '../storage/deposits/deposits.ts';
import { findBrand } from '../storage/set-up/brands.ts';
import type { Task } from '../storage/effects/effects.ts';
import { handleLetter, type LetterSettings } from './letters.ts';
import type { Handlers } from './effect-runner.ts';

type Settings = {
  services: Services;
  /** Null in the test environment only: mails stay in the mailbox. */
  postOffice: PostOffice | null;
  /** Null: no text messages are sent. */
  sendSms: SendSms | null;
  /** The simulated bank and insurer; null outside the test environment. */
  counterpart: ((location: Location) => Promise<void>) | null;
  /** Null: documents are left unsealed. */
  seal: Seal | null;
  letters: LetterSettings;
  /** Null: only the check digit of the UID is checked. */
  register: Register | null;
};

/** The handler of each kind of effect. */
export function handlers({ services, postOffice, sendSms, counterpart, register, seal, letters }: Settings): Handlers {
  /** A timed move. If it is no longer possible, nothing is done. */
  const inTime =
    (name: Extract<MoveName, 'send' | 'remind_in_time' | 'order_after_year' | 'warn_of_year' | 'end_undisputed'>) =>
    async (task: Task): Promise<void> => {
      await moveDeposit(services, locationOf(task), name, () => undefined);
    };
  return {
    mail: async ({ id, content, organizationId }) => {
      if (postOffice === null) return;
      if (content === null) throw new Error('the content of the mail is gone');
      const mail = openMail(services.vault, id, content);
      const brand = await findBrand(services.database, organizationId);
      await postOffice.send(id, mail, { brand, files: await attachedTo(services, mail) });
    },
    document: async (task) => {
      if (task.content === null) throw new Error('the content of the document is gone');
      const document = openDocument(services.vault, task.id, task.content);
      const content =
        document.content === undefined
          ? await sealed(
              await renderDocument(document.facts, await services.logos.read(document.facts.brand?.logo)),
              document,
              seal,
            )
          : Buffer.from(document.content, 'base64');
      await archiveDocument(services, { ...locationOf(task), id: task.id }, document, content);
    },
    send_deposit: inTime('send'),
    remind: inTime('remind_in_time'),
    order_after_year: inTime('order_after_year'),
    warn_of_year: inTime('warn_of_year'),
    end_undisputed: inTime('end_undisputed'),
    sms: async ({ id, content, organizationId }) => {
      if (sendSms === null) return;
      if (content === null) throw new Error('the content of the text message is gone');
      const sms = openSms(services.vault, id, content);
      // A code that has ended helps nobody.
      if (new Date(sms.expiresAt) <= (await serviceNow(services.database))) return;
      await sendSms(sms, (await findBrand(services.database, organizationId)).name);
    },
    check_register: async (task) => {
      if (register === null) return;
      const location = locationOf(task);
      const company = await companyOf(services, location);
      if (company === null) return;
      const entry = await register.find(company.zefixUid);
      const differences = compareCompany(company, entry);
      // If the company was corrected meanwhile, the answer is about the old data; the correction queues another check.
      await moveDeposit(services, location, 'check_register', ({ terms }) =>
        isDeepStrictEqual(companyIn(terms.tenants[0]), company) ? { differences } : { refused: 'not_now' },
      );
    },
    provider_event: async (task) => {
      if (task.content === null) throw new Error('the content of the event is gone');
      const event = openProviderEvent(services.vault, task.id, task.content);
      await tellProvider(services, { ...event, id: task.id });
    },
    ...reachHandlers({ services, letters }),
    state_event: async (task) => {
      if (task.content === null) throw new Error('the content of the event is gone');
      const change = openStateChange(services.vault, task.id, task.content);
      await tellState(services, { ...locationOf(task), id: task.id, at: task.createdAt }, change);
    },
    counterpart: async (task) => counterpart?.(locationOf(task)),
  };
}

/** Letters and digests. */
function reachHandlers({
  services,
  letters,
}: Pick<Settings, 'services' | 'letters'>): Pick<Handlers, 'letter' | 'add_to_digest' | 'daily_digest'> {
  const noteIn = (task: Task): DigestNote => {
    if (task.content === null) throw new Error('the content of the digest is gone');
    return openDigestNote(services.vault, task, task.content);
  };
  return {
    letter: async (task) => {
      if (task.content === null) throw new Error('the content of the letter is gone');
      await handleLetter(letters, task, openLetter(services.vault, task.id, task.content));
    },
    add_to_digest: async (task) => addToDigest(services, locationOf(task), noteIn(task)),
    daily_digest: async (task) => sendDigest(services, noteIn(task)),
  };
}

/**
 * Every document of ours is sealed before it is stored. What is signed gets a time stamp too; the others do not wait for
 * the server of time stamps.
 */
async function sealed(pdf: Buffer, { facts }: NewDocument, seal: Seal | null): Promise<Buffer> {
  return seal === null ? pdf : seal(pdf, { isStamped: facts.kind === 'agreement' });
}

/** A document that was removed meanwhile, because its time was over, is no longer sent. */
async function attachedTo(services: Services, { attachments = [] }: Mail): Promise<AttachedFile[]> {
  const files: AttachedFile[] = [];
  for (const { documentId, name } of attachments) {
    const document = await readDocument(services, documentId);
    if (document === null) throw new Error('the document to attach is missing');
    if (document.content !== null) files.push({ name, content: document.content });
  }
  return files;
}

function locationOf({ organizationId, depositId }: Task): Location {
  if (depositId === null) throw new Error('the effect has no deposit');
  return { organizationId, depositId };
}

type Registered = Company & { zefixUid: string };

async function companyOf({ database }: Services, { depositId }: Location): Promise<Registered | null> {
  const deposit = await findDeposit(database, depositId);
  return deposit === null ? null : companyIn(deposit.terms.tenants[0]);
}

/** The main tenant, if it is a company with a UID. */
function companyIn(main: Tenant): Registered | null {
  if (main.type !== 'legal' || main.company.zefixUid === null) return null;
  return { ...main.company, zefixUid: main.company.zefixUid };
}
