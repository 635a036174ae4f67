import { sendDeposit } from '../actions/send-deposit.ts';
import type { Services } from '../actions/services.ts';
import type { PostOffice } from '../mail/post-office.ts';
import { openMail } from '../storage/sealed-effects.ts';
import type { Handlers } from './worker.ts';

/** From kind of effect to what carries it out. Without a post office (test environment only) mails stay in the mailbox. */
export function handlers(services: Services, postOffice: PostOffice | null): Handlers {
  return {
    mail: async ({ id, content }) => {
      if (postOffice === null) return;
      if (content === null) throw new Error('the content of the mail is gone');
      await postOffice.send(id, openMail(services.vault, id, content));
    },
    send_deposit: async ({ organizationId, depositId }) => {
      if (depositId === null) throw new Error('there is no deposit to send');
      await sendDeposit(services, { organizationId, depositId });
    },
  };
}
