import { formatDay } from '../../../domain/values/calendar.ts';
import type { EndFacts, MailFacts } from '../../../domain/effect.ts';
import { insurerPays } from '../../offer-facts.ts';
import { aboutDe, splitDe } from '../facts/de.ts';
import { accountFact, reasonLine, type ClosingTexts } from './closing-texts.ts';

const END = 'Ende des Mietverhältnisses';
const ACCOUNT = 'Konto der Mieterschaft';

/** What follows from the end of the tenancy, if nobody agrees. */
const year = ({
  product = 'bank_deposit',
  freesOn = null,
  claimFrom,
}: Pick<EndFacts, 'product' | 'claimFrom'> & { freesOn?: EndFacts['freesOn'] }): string => {
  if (freesOn === null) {
    return product === 'insurance'
      ? `Macht die Vermieterschaft innert eines Jahres nach dem Ende des Mietverhältnisses keinen Anspruch rechtlich geltend, kann die Mieterschaft ab dem ${formatDay(claimFrom)} ohne Zustimmung das Ende der Deckung verlangen (Art. 257e OR).`
      : `Macht die Vermieterschaft innert eines Jahres nach dem Ende des Mietverhältnisses keinen Anspruch rechtlich geltend, kann die Mieterschaft die Mietkaution ab dem ${formatDay(claimFrom)} ohne Zustimmung zurückverlangen (Art. 257e OR).`;
  }
  return product === 'insurance'
    ? `Ohne Einigung verlangen wir am ${formatDay(freesOn)} von der Versicherung automatisch das Ende der Deckung, sofern die Vermieterschaft bis dahin keinen Anspruch rechtlich geltend gemacht hat (Art. 257e OR).`
    : `Ohne Einigung wird die Auszahlung am ${formatDay(freesOn)} automatisch ausgelöst, sofern die Vermieterschaft bis dahin keinen Anspruch rechtlich geltend gemacht hat (Art. 257e OR).`;
};

const consentLead = (facts: Extract<MailFacts, { kind: 'closing_consent' }>): string => {
  const [main = ''] = facts.tenants;
  if (facts.isCopy === true) {
    return facts.by === 'tenant'
      ? `Im Namen der Mieterschaft wurde ${facts.organization} die folgende Auflösung der Mietkaution vorgeschlagen. Sie müssen nichts tun.`
      : `${facts.organization} schlägt vor, die Mietkaution wie folgt aufzulösen. ${main} antwortet für die ganze Mieterschaft; Sie müssen nichts tun.`;
  }
  return facts.by === 'tenant'
    ? 'Die Mieterschaft bittet darum, die Mietkaution wie folgt aufzulösen. Bitte stimmen Sie zu, oder machen Sie einen Gegenvorschlag.'
    : `${facts.organization} bittet darum, die Mietkaution wie folgt aufzulösen. Bitte stimmen Sie zu, oder machen Sie einen Gegenvorschlag.`;
};

const GROUNDS = {
  tenant: 'Die Mieterschaft hat dem Vorschlag zugestimmt.',
  manager: 'Die Verwaltung hat dem Vorschlag zugestimmt.',
  judgment: 'Es liegt ein rechtskräftiger Entscheid vor.',
  payment_order: 'Es liegt ein rechtskräftiger Zahlungsbefehl vor.',
  year: 'Das Jahr nach Art. 257e OR ist abgelaufen, ohne dass ein Anspruch rechtlich geltend gemacht wurde.',
  change: 'Alle haben die Änderung der Mietkaution unterzeichnet. Damit wird dieser Betrag frei.',
} as const;

const groundOf = ({ ground, agreedBy }: Extract<MailFacts, { kind: 'closing_agreed' | 'payout_ordered' }>): string =>
  GROUNDS[agreedBy ?? (ground === 'consent' ? 'tenant' : ground)];

export const deClosing: ClosingTexts = {
  closing_consent: (facts, { amount }) => ({
    subject:
      facts.isCopy === true
        ? `Zur Kenntnis: Auflösung der Mietkaution für ${facts.property}`
        : `Ihre Zustimmung ist nötig: Auflösung der Mietkaution für ${facts.property}`,
    paragraphs: [
      consentLead(facts),
      ...insurerPays(facts, 'de'),
      ...reasonLine('Begründung', facts.reason),
      ...(!facts.endAnswerUntil || facts.isCopy === true
        ? []
        : [
            `Als Ende des Mietverhältnisses nennt die Mieterschaft den ${formatDay(facts.tenancyEnd)}. Bitte bestätigen Sie diesen Tag, oder nennen Sie einen anderen. Ohne Ihre Antwort gilt er ab dem ${formatDay(facts.endAnswerUntil)} als unbestritten.`,
          ]),
    ],
    facts: [
      ...splitDe(facts),
      [END, formatDay(facts.tenancyEnd)],
      ...accountFact(ACCOUNT, facts.account),
      ...aboutDe(facts, amount),
    ],
    button: facts.isCopy === true ? 'Mietkaution ansehen' : 'Vorschlag beantworten',
    afterword: year(facts),
  }),
  closing_cosign: (facts, { amount }) => ({
    subject: `Ihre Unterschrift fehlt noch: Auflösung der Mietkaution für ${facts.property}`,
    paragraphs: [
      facts.word === 'consent'
        ? `${facts.signatory} hat dem folgenden Vorschlag zugestimmt. Weil Sie zu zweien zeichnen, gilt die Zustimmung erst, wenn auch Sie sie geben.`
        : `${facts.signatory} möchte die Mietkaution wie folgt auflösen. Weil Sie zu zweien zeichnen, gilt der Vorschlag erst, wenn auch Sie ihn machen.`,
      ...reasonLine('Begründung', facts.reason),
    ],
    facts: [...splitDe(facts), [END, formatDay(facts.tenancyEnd)], ...aboutDe(facts, amount)],
    button: 'Ansehen und entscheiden',
    afterword:
      'Sind Sie nicht einverstanden, besprechen Sie sich bitte: Solange Sie nicht dasselbe erklären, geschieht nichts.',
  }),
  closing_end_disputed: (facts, { amount }) => ({
    subject: `Ende des Mietverhältnisses bestritten: ${facts.property}`,
    paragraphs: [
      facts.by === 'manager'
        ? `${facts.organization} nennt einen anderen Tag als Ende des Mietverhältnisses. Er gilt, bis der Betreiber von Depono den Tag anhand von Belegen festgelegt hat.`
        : 'Die Mieterschaft bestreitet den Tag, den die Verwaltung als Ende des Mietverhältnisses genannt hat. Er gilt, bis der Betreiber von Depono den Tag anhand von Belegen festgelegt hat.',
      ...reasonLine('Begründung', facts.reason),
      ...(facts.forOperator === true
        ? []
        : ['Haben Sie Belege, zum Beispiel die Kündigung oder das Übergabeprotokoll? Dann halten Sie sie bereit.']),
    ],
    facts: [
      ...(facts.tenantDay === null ? [] : [['Tag der Mieterschaft', formatDay(facts.tenantDay)] as const]),
      ['Tag der Verwaltung', formatDay(facts.tenancyEnd)],
      ...aboutDe(facts, amount),
    ],
    button: 'Mietkaution ansehen',
    afterword: year(facts),
  }),
  closing_end_settled: (facts, { amount }) => ({
    subject: `Ende des Mietverhältnisses festgelegt: ${facts.property}`,
    paragraphs: ['Der Betreiber von Depono hat das Ende des Mietverhältnisses anhand von Belegen festgelegt.'],
    facts: [[END, formatDay(facts.tenancyEnd)], ...aboutDe(facts, amount)],
    button: 'Mietkaution ansehen',
    afterword: year(facts),
  }),
  closing_year_warning: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? facts.daysLeft === 1
          ? `Morgen verlangen wir das Ende der Deckung: Mietkaution für ${facts.property}`
          : `Ende der Deckung am ${formatDay(facts.freesOn)}: Mietkaution für ${facts.property}`
        : facts.daysLeft === 1
          ? `Morgen wird ausbezahlt: Mietkaution für ${facts.property}`
          : `Auszahlung am ${formatDay(facts.freesOn)}: Mietkaution für ${facts.property}`,
    paragraphs: [
      facts.product === 'insurance'
        ? `Am ${formatDay(facts.freesOn)} verlangen wir von der Versicherung automatisch das Ende der Deckung: Dann ist das Jahr nach dem Ende des Mietverhältnisses abgelaufen (Art. 257e OR).`
        : `Am ${formatDay(facts.freesOn)} wird die Auszahlung automatisch ausgelöst: Dann ist das Jahr nach dem Ende des Mietverhältnisses abgelaufen (Art. 257e OR).`,
      'Hat die Vermieterschaft ihren Anspruch rechtlich geltend gemacht, zum Beispiel mit einem Schlichtungsgesuch oder einer Betreibung? Dann laden Sie den Beleg hoch. Bis der Betreiber ihn geprüft hat, geschieht nichts. Sonst müssen Sie nichts tun.',
    ],
    facts: [...splitDe(facts), [END, formatDay(facts.tenancyEnd)], ...aboutDe(facts, amount)],
    button: 'Beleg hochladen',
  }),
  closing_claim: (facts, { amount }) => ({
    subject: {
      filed: `Anspruch angemeldet: Mietkaution für ${facts.property}`,
      recorded: `Anspruch erfasst: Mietkaution für ${facts.property}`,
      rejected: `Anspruch nicht anerkannt: Mietkaution für ${facts.property}`,
    }[facts.step],
    paragraphs: [
      {
        filed: `${facts.organization} hat einen Beleg dafür eingereicht, dass die Vermieterschaft ihren Anspruch rechtlich geltend macht. Bis der Betreiber von Depono ihn geprüft hat, wird nichts automatisch ausgelöst.`,
        recorded:
          'Der Betreiber von Depono hat den Beleg geprüft und den rechtlich geltend gemachten Anspruch erfasst. Die Mietkaution wird nicht mehr nach einem Jahr frei, sondern wenn sich beide Seiten einigen oder ein rechtskräftiger Entscheid oder Zahlungsbefehl vorliegt.',
        rejected:
          'Der Betreiber von Depono hat den Beleg geprüft. Er zeigt keinen rechtlich geltend gemachten Anspruch; das Jahr nach Art. 257e OR läuft weiter.',
      }[facts.step],
      ...reasonLine('Begründung', facts.reason),
    ],
    facts: aboutDe(facts, amount),
    button: facts.forOperator === true ? 'Beleg prüfen' : 'Mietkaution ansehen',
  }),
  closing_agreed: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Vorgemerkt: Ende der Deckung, Mietkaution für ${facts.property}`
        : `Vorgemerkt: Auszahlung der Mietkaution für ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'Das Ende der Deckung ist vorgemerkt, aus rechtlichen Gründen aber angehalten. Wir verlangen es von der Versicherung, sobald nichts mehr entgegensteht, und schreiben Ihnen dann noch einmal.'
        : 'Die Auszahlung ist vorgemerkt, aus rechtlichen Gründen aber angehalten. Wir lösen sie aus, sobald nichts mehr entgegensteht, und schreiben Ihnen dann noch einmal.',
      ...insurerPays(facts, 'de'),
    ],
    facts: [...splitDe(facts), ...aboutDe(facts, amount)],
    button: 'Mietkaution ansehen',
  }),
  payout_ordered: (facts, { amount }) => ({
    subject:
      facts.product === 'insurance'
        ? `Die Deckung wird beendet: Mietkaution für ${facts.property}`
        : `Auszahlung beauftragt: Mietkaution für ${facts.property}`,
    paragraphs: [
      groundOf(facts),
      facts.product === 'insurance'
        ? 'Wir haben die Versicherung gebeten, die Deckung zu beenden.'
        : facts.account === null && facts.amountTenant > 0
          ? 'Die Auszahlung ist beauftragt. Für den Anteil der Mieterschaft fehlt noch das Konto; er wird überwiesen, sobald es bestätigt ist.'
          : 'Die Auszahlung ist beauftragt. Sie dauert in der Regel wenige Bankwerktage.',
      ...insurerPays(facts, 'de'),
      'Sobald alles erledigt ist, schreiben wir Ihnen noch einmal.',
    ],
    facts: [
      ...splitDe(facts).slice(0, facts.ground === 'change' ? 1 : 2),
      ...accountFact(ACCOUNT, facts.account),
      ...aboutDe(facts, amount),
    ],
    button: 'Mietkaution ansehen',
  }),
  payout_account_code: (facts, { amount }) => ({
    subject: 'Ihr Code für das Konto der Auszahlung',
    paragraphs: [
      `Geben Sie diesen Code auf der Seite Ihrer Mietkaution ein, um das Konto zu bestätigen. Er gilt ${facts.minutes} Minuten.`,
    ],
    facts: [['Code', facts.code], ...accountFact('Konto', facts.account), ...aboutDe(facts, amount)],
    button: 'Zur Mietkaution',
    afterword:
      'Haben Sie kein Konto angegeben? Dann geben Sie den Code niemandem weiter, und melden Sie sich bei Ihrer Verwaltung. Niemand von uns fragt Sie je nach dem Code.',
  }),
  payout_account_changed: (facts, { amount }) => ({
    subject: `Konto für die Auszahlung: Mietkaution für ${facts.property}`,
    paragraphs: [
      'Für den Anteil der Mieterschaft an der Mietkaution ist ab jetzt dieses Konto angegeben. Es wurde mit einem Code bestätigt.',
    ],
    facts: [...accountFact('Konto', facts.account), ...aboutDe(facts, amount)],
    button: 'Mietkaution ansehen',
    afterword: 'Wussten Sie nichts davon? Dann melden Sie sich sofort bei Ihrer Verwaltung.',
  }),
};
