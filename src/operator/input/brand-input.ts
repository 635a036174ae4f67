import * as z from 'zod';
import { parseColour, type Colour } from '../../domain/brand/colour.ts';
import { LARGEST_LOGO } from '../../domain/brand/logo.ts';
import type { EmailAddress } from '../../domain/values/contact.ts';
import { emailInput, longText, textInput } from './basic-inputs.ts';

const LONGEST_NAME = 60;
const LONGEST_FOOTER = 300;
const LONGEST_ADDRESS = 300;

const nameInput = textInput.max(LONGEST_NAME, `must not be longer than ${LONGEST_NAME} characters`);

/** A line break would begin a new header in a mail. */
const oneLine = textInput.max(LONGEST_FOOTER, `must not be longer than ${LONGEST_FOOTER} characters`);

const colourInput = z
  .string()
  .refine((value) => parseColour(value) !== null, 'is not a colour in hexadecimal form, such as #0b6e66')
  .refine(
    (value) => parseColour(value) !== 'too_light',
    'is too light: white text on it cannot be read. Choose a darker colour, with a contrast of at least 4.5:1 with white',
  )
  .transform((value) => parseColour(value) as Colour);

/** In base64, which takes four characters for three bytes; a little more, so that a message can say what is too large. */
const LONGEST_LOGO = Math.ceil(LARGEST_LOGO / 3) * 4 * 4;

const replyToInput = emailInput.transform((value) => value as EmailAddress);

export const brandInput = z
  .strictObject({
    name: nameInput.nullable().describe('Shown at the top of pages, mails and documents.'),
    logo: z
      .base64('must be a PNG or JPEG file in base64')
      .max(LONGEST_LOGO, `must not be larger than ${LARGEST_LOGO / 1_000} kB`)
      .nullable()
      .describe(`A PNG or JPEG file in base64: at most ${LARGEST_LOGO / 1_000} kB and 1000 by 500 pixels.`),
    colour: colourInput.nullable().describe('#rrggbb, with a contrast of at least 4.5:1 with white.'),
    senderName: nameInput.nullable().describe('The name mails come from. The address stays MAIL_FROM.'),
    replyTo: replyToInput.nullable().describe('Where replies to mails go.'),
    footer: oneLine.nullable().describe('Below mails, documents and pages.'),
  })
  .partial();

export const imprintInput = z
  .strictObject({
    name: textInput.nullable().describe('Who runs the service.'),
    address: longText
      .max(LONGEST_ADDRESS, `must not be longer than ${LONGEST_ADDRESS} characters`)
      .nullable()
      .describe('In lines.'),
    phone: textInput.max(40, 'must not be longer than 40 characters').nullable().describe('On every page.'),
    email: replyToInput.nullable(),
    register: textInput.nullable().describe('Such as the UID: CHE-123.456.789.'),
  })
  .partial();

export const serviceSettingsInput = z.strictObject({ brand: brandInput, imprint: imprintInput }).partial();
