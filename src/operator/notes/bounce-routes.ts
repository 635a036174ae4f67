import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { noteBounces } from '../../actions/bounces/note-bounce.ts';
import { parseEmail, type EmailAddress } from '../../domain/values/contact.ts';
import { serviceNow } from '../../storage/database/clock.ts';
import { invalid } from '../../web/problem.ts';
import { noteChange } from '../audit.ts';
import { emailInput, longText } from '../input/basic-inputs.ts';
import { isInstant } from '../inputs.ts';
import { describe, type OperatorSettings } from '../routes.ts';
import { typed } from '../../web/typed.ts';

const bounced = z.strictObject({
  to: emailInput,
  reason: longText.optional().describe('As the mail server gave it.'),
  at: z.string().refine(isInstant, 'must be an ISO 8601 instant, such as 2027-03-31T10:00:00Z').optional(),
});

const A_DAY_MS = 24 * 3_600_000;

/** Mails that came back. */
export function bounceRoutes(scope: FastifyInstance, { services, settle }: OperatorSettings): void {
  typed(scope).post(
    '/mails/bounced',
    describe('clerk', 'A mail to a tenant came back: the property manager is asked for another address', {
      body: bounced,
      response: { 200: z.object({ deposits: z.array(z.string()).describe('Ids of the deposits with this address.') }) },
    }),
    async (request) => {
      const { to, reason = null, at } = request.body;
      const given = at === undefined ? null : new Date(Temporal.Instant.from(at).epochMilliseconds);
      const now = await serviceNow(services.database);
      // Clocks of mail servers may be ahead a little.
      if (given !== null && given.getTime() > now.getTime() + A_DAY_MS) {
        throw invalid('at', 'in_the_future', 'must not be in the future');
      }
      const deposits = await noteBounces(services, { to: parseEmail(to) as EmailAddress, reason, at: given });
      noteChange(request, { verb: 'note', thing: 'bounced mail', changes: { deposits: { to: deposits.length } } });
      await settle();
      return { deposits };
    },
  );
}
