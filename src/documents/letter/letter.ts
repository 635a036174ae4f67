import { countryName } from '../../domain/values/countries.ts';
import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import { daysAfter } from '../../domain/values/calendar.ts';
import { propertyLine, type Deposit } from '../../domain/deposit.ts';
import { LETTER_LINK_DAYS } from '../../domain/letters/letters.ts';
import type { Organization } from '../../domain/organization.ts';
import { personName, type Tenant } from '../../domain/tenant.ts';
import { withoutInvisibleIn } from '../../domain/values/visible.ts';
import { streetLine } from '../about.ts';
import { PAPER_INK } from '../../brand/colours.ts';
import { REGULAR } from '../fonts.ts';
import { newPage, type PdfPage } from '../page.ts';
import { qrCode } from './qr-code.ts';
import { LETTER_WORDS } from './words.ts';

type LetterFacts = { deposit: Deposit; organization: Organization; tenant: number; link: string; at: Date };

/** Where the window of a Swiss envelope is: on the right. */
const ADDRESS_LEFT = 340;
const QR_SIZE = 120;

/** A letter with the link to the tenant's page, as text and as a QR code. */
export async function renderLetter({ deposit, organization, tenant, link, at }: LetterFacts): Promise<Buffer> {
  const { terms, manager } = withoutInvisibleIn({ terms: deposit.terms, manager: deposit.manager });
  const person = terms.tenants[tenant - 1] as Tenant;
  const language = terms.tenantLanguage;
  const words = LETTER_WORDS[language];
  const page = newPage({ at: at.toISOString(), language, organization }, '');
  (page.pdf.info as { Title: string }).Title = words.title;
  writeAddress(page, person, language);
  page.title(words.title);
  page.table([
    [words.contract, terms.externalContractId],
    [words.property, propertyLine(terms)],
  ]);
  page.paragraph(words.greeting(personName(person)));
  page.paragraph(words.why(organization.name));
  page.paragraph(words.see);
  page.paragraph(words.scan);
  drawCode(page, link);
  page.paragraph(link);
  page.paragraph(words.personal(formatDay(swissDay(daysAfter(at, LETTER_LINK_DAYS)))));
  page.paragraph(words.paper);
  page.paragraph(words.questions(`${manager.firstName} ${manager.lastName} (${manager.email})`));
  return page.finish(words.footer(organization.name));
}

function writeAddress({ pdf }: PdfPage, person: Tenant, language: Deposit['terms']['tenantLanguage']): void {
  const { zip, city, countryCode, ...line } = person.address;
  const lines = [
    ...(person.type === 'legal' ? [person.company.name] : []),
    personName(person),
    streetLine(line),
    `${zip} ${city}`,
    ...(countryCode === 'CH' ? [] : [countryName(countryCode, language)]),
  ];
  pdf.font(REGULAR).fontSize(10.5).fillColor(PAPER_INK);
  for (const text of lines) pdf.text(text, ADDRESS_LEFT, pdf.y, { width: 200, lineGap: 2 });
  pdf.y += 40;
}

function drawCode({ pdf }: PdfPage, link: string): void {
  const modules = qrCode(link);
  const side = QR_SIZE / modules.length;
  const [left, top] = [pdf.page.margins.left, pdf.y];
  pdf.fillColor('black');
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pdf.rect(left + x * side, top + y * side, side, side);
  }
  pdf.fill();
  pdf.y = top + QR_SIZE + 12;
}
