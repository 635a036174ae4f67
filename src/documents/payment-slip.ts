import { SwissQRBill } from 'swissqrbill/pdf';
import type { Data } from 'swissqrbill/types';
import type { DocumentFacts } from '../domain/document.ts';
import { groupedIban, parseQrIban, parseSwissIban } from '../domain/values/iban.ts';
import { formatChf, LARGEST_DEPOSIT } from '../domain/values/money.ts';
import { groupedReference, isReference } from '../domain/values/payment-reference.ts';
import { aboutDeposit, accountRow } from './about.ts';
import { REGULAR } from './fonts.ts';
import type { PdfPage } from './page.ts';
import { LONGEST, qrAddress, qrText } from './qr-text.ts';
import { fittingReceipt } from './receipt.ts';
import type { Words } from './words/words.ts';

type Slip = Extract<DocumentFacts, { kind: 'payment_slip' }>;

/** Space between the text and the cutting line. */
const CLEAR = 12;

/** A text with a Swiss QR-bill at the bottom, always on one page. */
export function paymentSlip(page: PdfPage, facts: Slip, words: Words): void {
  const { pdf, tags } = page;
  const billTop = pdf.page.height - SwissQRBill.height;
  page.paragraph(words.slip.please);
  page.table(
    [
      [words.slip.toPay, `CHF ${formatChf(facts.missing)}`],
      accountRow(facts.qrIban ?? facts.iban, facts, words),
      [words.slip.reference, groupedReference(facts.reference)],
      ...aboutDeposit(facts, words),
    ],
    billTop - CLEAR - page.noteHeight(words.slip.yours),
  );
  page.note(words.slip.yours);
  const bill = new SwissQRBill(fittingReceipt(pdf, qrBill(facts, words)), {
    language: facts.language.toUpperCase() as 'DE',
    fontName: REGULAR,
    separate: false,
    scissors: true,
  });
  // The bill reaches to the edge of the paper and is black on white.
  pdf.page.margins.bottom = 0;
  pdf.fillColor('black').strokeColor('black');
  pdf.y = billTop;
  const { width, height } = pdf.page;
  tags.element('Figure', () => bill.attachTo(pdf, 0, billTop), {
    alt: words.slip.alt({
      amount: formatChf(facts.missing),
      iban: groupedIban(facts.qrIban ?? facts.iban),
      reference: groupedReference(facts.reference),
    }),
    bbox: [0, billTop, width, height],
  });
}

/** The content of the QR code. The library validates neither reference nor amount, so they are checked here. */
export function qrBill(facts: Slip, words: Words): Data {
  const { iban, qrIban, reference, missing, holder } = facts;
  const isQr = qrIban !== null;
  const isAccount = isQr ? parseQrIban(qrIban) !== null : parseSwissIban(iban) !== null;
  if (!isAccount) throw new Error('a QR-bill needs a Swiss account');
  if (!isReference(reference) || reference.startsWith('RF') === isQr) {
    throw new Error('a QR-IBAN needs a QR reference, any other IBAN a creditor reference');
  }
  if (!Number.isSafeInteger(missing) || missing <= 0 || missing > LARGEST_DEPOSIT) {
    throw new Error('a QR-bill needs an amount between CHF 0.01 and the largest deposit');
  }
  const person = { name: qrText(holder.name, LONGEST.name), ...qrAddress(holder.address) };
  return {
    currency: 'CHF',
    // Exact: whole Rappen below a billion are distinct floats, printed with two decimals.
    amount: missing / 100,
    creditor: { account: qrIban ?? iban, ...person },
    debtor: person,
    reference,
    message: qrText(`${words.slip.message} ${facts.externalContractId}`, LONGEST.message),
  };
}
