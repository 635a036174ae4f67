import { moveDeposit } from '../actions/move-deposit.ts';
import type { Services } from '../actions/services.ts';
import type { MoveName } from '../domain/lifecycle/moves.ts';
import type { PostOffice } from '../mail/post-office.ts';
import { openMail } from '../storage/sealed-effects.ts';
import type { Location } from '../storage/deposits.ts';
import type { Task } from '../storage/effects.ts';
import type { Handlers } from './worker.ts';

type Settings = {
  services: Services;
  /** Null in the test environment only: mails stay in the mailbox. */
  postOffice: PostOffice | null;
  /** The simulated bank and insurer; null outside the test environment. */
  counterpart: ((location: Location) => Promise<void>) | null;
};

/** From kind of effect to what carries it out. */
export function handlers({ services, postOffice, counterpart }: Settings): Handlers {
  /** A move that time makes. What has happened meanwhile may have made it needless: then nothing is done. */
  const inTime =
    (name: Extract<MoveName, 'send' | 'remind_in_time' | 'order_after_year'>) =>
    async (task: Task): Promise<void> => {
      await moveDeposit(services, locationOf(task), name, () => undefined);
    };
  return {
    mail: async ({ id, content }) => {
      if (postOffice === null) return;
      if (content === null) throw new Error('the content of the mail is gone');
      await postOffice.send(id, openMail(services.vault, id, content));
    },
    send_deposit: inTime('send'),
    remind: inTime('remind_in_time'),
    order_after_year: inTime('order_after_year'),
    counterpart: async (task) => counterpart?.(locationOf(task)),
  };
}

function locationOf({ organizationId, depositId }: Task): Location {
  if (depositId === null) throw new Error('the effect has no deposit');
  return { organizationId, depositId };
}
