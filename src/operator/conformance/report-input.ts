import * as z from 'zod';
import { callbackUrl } from '../inputs.ts';

/** Shown as a link, so no other scheme is taken. */
export const reportUrlInput = callbackUrl.refine(
  (value) => !URL.canParse(value) || /^https?:$/.test(new URL(value).protocol),
  'must start with https://',
);

export const reportInput = z.strictObject({
  externalOrgId: z.string().describe('The organization, as the partner calls it.'),
  url: reportUrlInput.describe('Where the report can be read.'),
});
