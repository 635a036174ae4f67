import * as z from 'zod';
import { contestEndInput, disputeEndInput } from '../../actions/closing/dispute-inputs.ts';
import { faultOfProof, fileClaim, LARGEST_PROOF } from '../../actions/closing/file-claim.ts';
import { askPayoutAccount, confirmPayoutAccount } from '../../actions/closing/payout-account.ts';
import type { Services } from '../../actions/services.ts';
import type { Moved } from '../../actions/move-deposit.ts';
import { PARTIES, type Party } from '../../domain/closing/closing.ts';
import { isId } from '../../storage/database/ids.ts';
import { locateDeposit, type Location } from '../../storage/deposits/deposits.ts';
import { chfInput, payoutAccountInput, proposalInput, tenantAccountInput } from '../../operator/inputs.ts';
import { dayInput, longText } from '../../operator/input/basic-inputs.ts';
import { problemOf, refusalOf } from '../../operator/move.ts';
import { defined } from '../../operator/routes.ts';
import { invalid, notFound } from '../../web/problem.ts';
import { play, playMove, rappenOf, type Play } from '../sandbox-call.ts';
import { noBody } from '../../web/typed.ts';

const tenant = {
  tenant: z
    .int()
    .min(1)
    .max(4)
    .optional()
    .describe('Position of the signatory who acts; without it, all of them. Of natural tenants the main tenant acts.'),
};
/** Only tenants have positions. */
const isTenants = ({ by, tenant }: { by: Party; tenant?: number | undefined }): boolean =>
  by === 'tenant' || tenant === undefined;
const notTenants = { path: ['tenant'], message: 'is a position of the tenants: leave it out for the manager' };
const start = z
  .strictObject({
    ...proposalInput,
    amountLandlord: proposalInput.amountLandlord.optional(),
    tenancyEnd: dayInput.optional(),
    ...tenant,
    ...tenantAccountInput,
  })
  .refine(isTenants, notTenants);
const counter = z.strictObject({ ...proposalInput, ...tenant }).refine(isTenants, notTenants);
const consent = z
  .strictObject({
    by: z.enum(PARTIES),
    amountLandlord: chfInput.optional().describe('The amount that is agreed to: 409 if it is no longer proposed.'),
    ...tenant,
    ...tenantAccountInput,
  })
  .refine(isTenants, notTenants);
const dispute = z.strictObject({ day: dayInput, reason: longText.optional() });
const contest = z.strictObject({ reason: longText.optional() }).nullish();
const code = z.strictObject({ code: z.string().regex(/^[0-9]{6}$/, 'must be six digits') });
const proof = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(128, 'must not be longer than 128 characters'),
  contentBase64: z.base64('must be Base64').describe('PDF, JPEG or PNG, at most 10 MB.'),
});

/** Both parties at the closing, in the order of the API reference. */
export const CLOSING_CALLS: readonly Play[] = [
  playMove(
    'start-closing',
    'Tenant or manager starts closing and proposes a split',
    start,
    'start_closing',
    ({ amountLandlord = 0, reason = null, tenancyEnd = null, tenantIban = null, ...rest }) =>
      () => ({ ...defined(rest), amountLandlord: rappenOf(amountLandlord), reason, tenancyEnd, tenantIban }),
  ),
  playMove(
    'counter',
    'A counter-proposal, or another proposal in place of one’s own; the other party then consents',
    counter,
    'counter_propose',
    ({ amountLandlord, reason = null, ...rest }) =>
      () => ({ ...defined(rest), amountLandlord: rappenOf(amountLandlord), reason }),
  ),
  playMove(
    'consent',
    'The other party agrees',
    consent,
    'consent',
    ({ tenantIban = null, amountLandlord, ...rest }) =>
      () => ({
        ...defined(rest),
        tenantIban,
        amountLandlord: amountLandlord === undefined ? null : rappenOf(amountLandlord),
      }),
  ),
  playMove(
    'confirm-end',
    'The manager confirms the tenant’s end of the tenancy',
    noBody,
    'confirm_end',
    () => () => undefined,
  ),
  playMove(
    'dispute-end',
    'The manager names another end of the tenancy, which counts until it is settled',
    dispute,
    'dispute_end',
    ({ day, reason = null }, services) => disputeEndInput(services, { day, reason }),
  ),
  playMove(
    'contest-end',
    'The tenant contests the end that the manager has named: the operator is asked to settle it',
    contest,
    'contest_end',
    (body, services) => contestEndInput(services, body?.reason ?? null),
  ),
  play(
    'payout-account',
    'The tenant names the account for the tenants’ share: a code goes out',
    payoutAccountInput,
    async (services, id, { iban, holderName, bic = null, address = null }) => {
      const account = { iban, holderName, bic, address };
      made(await at(services, id, (location) => askPayoutAccount(services, location, account)));
    },
  ),
  play(
    'payout-account-code',
    'The tenant enters the code that confirms the account',
    code,
    async (services, id, body) => {
      const confirmed = await at(services, id, (location) => confirmPayoutAccount(services, location, body.code));
      made(confirmed);
      if (!confirmed.isRight) throw invalid('code', 'wrong', 'is not the code that was sent');
    },
  ),
  play(
    'file-claim',
    'The manager uploads proof of a claim: the year waits for the operator',
    proof,
    async (services, id, { name, contentBase64 }) => {
      const content = Buffer.from(contentBase64, 'base64');
      const fault = faultOfProof(content);
      if (fault !== null) throw invalid('contentBase64', fault, 'must be a PDF, JPEG or PNG of at most 10 MB');
      made(await at(services, id, (location) => fileClaim(services, location, { name, content })));
    },
    { largestBody: 2 * LARGEST_PROOF },
  ),
];

async function at<T extends Moved>(
  services: Services,
  id: string,
  act: (location: Location) => Promise<T | null>,
): Promise<T> {
  const location = isId(id) ? await locateDeposit(services.database, id) : null;
  const done = location === null ? null : await act(location);
  if (done === null) throw notFound('deposit');
  return done;
}

/** A refusal becomes a problem of the API. */
function made(moved: Moved): void {
  const refusal = refusalOf(moved);
  if (refusal !== null) throw problemOf(refusal);
}
