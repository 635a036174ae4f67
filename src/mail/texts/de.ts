import type { ApplicationKind } from '../../domain/application.ts';
import type { SlipFacts } from '../../domain/effect.ts';
import { formatDay } from '../../domain/values/calendar.ts';
import { groupedIban } from '../../domain/values/iban.ts';
import { formatChf } from '../../domain/values/money.ts';
import { groupedReference } from '../../domain/values/payment-reference.ts';
import { insurerPaid, offerFacts } from '../offer-facts.ts';
import { deClosing } from './closing/de.ts';
import { aboutDe, splitDe } from './facts/de.ts';
import { changesDe } from './changes/de.ts';
import { changeMails } from './changes.ts';
import { partnerMails } from './partner.ts';
import { reachMails } from './reach.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { returnReasonIn } from '../../domain/messages/return-reasons.ts';
import { SIGNED_MAILS } from './signed.ts';

const slip = ({ iban, reference, missing, dueOn = null }: SlipFacts): NonNullable<MailText['facts']> => [
  ['Zu bezahlen', `CHF ${formatChf(missing)}`],
  ...(dueOn === null ? [] : [['Zahlbar bis', formatDay(dueOn)] as const]),
  ['Konto (IBAN)', groupedIban(iban)],
  ['Referenz', groupedReference(reference)],
];

/** What a provider refuses to do. Openings and cover have a mail of their own. */
const REFUSED: Record<ApplicationKind, string> = {
  account_opening: 'Die verlangte Änderung wird abgelehnt.',
  cover: 'Die verlangte Änderung wird abgelehnt.',
  change: 'Die verlangte Änderung wird abgelehnt.',
  claim: 'Die Versicherung bezahlt den Anteil der Vermieterschaft nicht.',
  cover_end: 'Die Versicherung beendet die Deckung nicht.',
  account_closing: 'Die Bank schliesst das Konto nicht.',
};

export const de: MailTexts = {
  greeting: (name) => `Guten Tag ${name}`,
  footer: (organization) => `Diese Nachricht betrifft eine Mietkaution von ${organization}.`,
  mails: {
    import_error: (facts, { problems }) => ({
      subject: `Mietkaution nicht importiert: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        `Ihr Verwaltungssystem wollte für den Vertrag ${facts.externalContractId} eine Mietkaution eröffnen. Die Daten sind unvollständig oder ungültig, deshalb wurde nichts angelegt.`,
        'Bitte berichtigen Sie die folgenden Angaben in Ihrem System und senden Sie den Vertrag erneut, oder eröffnen Sie die Mietkaution in Depono von Hand:',
      ],
      list: problems,
      button: 'Importfehler ansehen',
      afterword: 'Zum selben Vertrag melden wir uns höchstens einmal in 24 Stunden.',
    }),
    approval_requested: (facts) => ({
      subject: `Freigabe nötig: ${facts.what}`,
      paragraphs: [`${facts.by} hat Folgendes verlangt. Es geschieht nur, wenn eine zweite Person zustimmt:`],
      facts: [
        ['Was', facts.what],
        ['Verlangt von', facts.by],
      ],
      button: 'Ansehen und entscheiden',
      afterword: `Die Anfrage verfällt nach ${facts.hours} Stunden. Entscheiden können alle mit der Rolle clerk oder admin, ausser der Person, die gefragt hat.`,
    }),
    deposit_imported: (facts, { amount }) => ({
      subject: `Neue Mietkaution zur Prüfung: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        'Für den folgenden Vertrag liegt eine neue Mietkaution bereit. Bitte prüfen und unterzeichnen Sie sie. Sobald Sie unterzeichnet haben, wird sie der Mieterschaft gesendet.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution prüfen',
    }),
    deposit_sent: (facts, { amount }) => ({
      subject: `Mietkaution versandt: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        'Die folgende Mietkaution wurde in Ihrem Namen unterzeichnet und an die Mieterschaft gesandt. Sie müssen nichts weiter tun.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    invitation: (facts) => ({
      subject: `Einladung zu ${facts.organization} auf Depono`,
      paragraphs: [
        facts.invitedBy === null
          ? `Ihr Verwaltungssystem hat Sie als verantwortliche Person für eine Mietkaution von ${facts.organization} genannt. Sie gehören nun zur Organisation und können Mietkautionen prüfen und unterzeichnen.`
          : `${facts.invitedBy} hat Sie zur Organisation ${facts.organization} auf Depono eingeladen. Mit der ersten Anmeldung nehmen Sie die Einladung an und können Mietkautionen prüfen und unterzeichnen.`,
      ],
      button: 'Einladung öffnen',
    }),
    sign_in: ({ minutes }) => ({
      subject: 'Ihr Link zum Anmelden',
      paragraphs: [
        `Mit diesem Link melden Sie sich bei Depono an. Er gilt ${minutes} Minuten, ein einziges Mal und nur im Browser, in dem Sie ihn angefordert haben.`,
      ],
      button: 'Anmelden',
      afterword:
        'Haben Sie sich nicht anmelden wollen? Dann löschen Sie diese E-Mail einfach. Ohne Ihren Browser nützt der Link niemandem.',
      footer: 'Sie erhalten diese E-Mail, weil jemand mit Ihrer Adresse eine Anmeldung angefordert hat.',
    }),
    tenant_link: (facts, { amount }) => ({
      subject: `Ihr neuer Link: Mietkaution für ${facts.property}`,
      paragraphs: ['Sie haben einen neuen Link zu Ihrer Mietkaution angefordert. Hier ist er.'],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution öffnen',
      afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    }),
    tenant_sign: (facts, { amount }) => ({
      subject: facts.isChanged
        ? `Geändert: Ihre Mietkaution für ${facts.property}`
        : `Ihre Mietkaution für ${facts.property}`,
      paragraphs: [
        facts.isChanged
          ? `${facts.organization} hat Ihre Mietkaution geändert. Bitte lesen und unterzeichnen Sie sie noch einmal; frühere Links und Unterschriften gelten nicht mehr.`
          : `${facts.organization} hat für Ihr Mietverhältnis eine Mietkaution vorbereitet. Bitte lesen und unterzeichnen Sie sie online; das dauert nur wenige Minuten.`,
      ],
      facts: [...aboutDe(facts, amount), ...offerFacts(facts, 'de')],
      button: 'Mietkaution ansehen und unterzeichnen',
      afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    }),
    tenant_sign_reminder: (facts, { amount }) => ({
      subject: `Bitte unterzeichnen: Ihre Mietkaution für ${facts.property}`,
      paragraphs: [
        `Auf der Mietkaution, die ${facts.organization} für Sie vorbereitet hat, fehlt noch Ihre Unterschrift. Das dauert nur wenige Minuten.`,
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen und unterzeichnen',
      afterword: 'Dieser Link ist persönlich. Bitte leiten Sie ihn nicht weiter.',
    }),
    manager_sign_reminder: (facts, { amount }) => ({
      subject: `Bitte unterzeichnen: Mietkaution zum Vertrag ${facts.externalContractId}`,
      paragraphs: [
        'Diese Mietkaution wartet noch auf Ihre Unterschrift. Sobald Sie unterzeichnet haben, wird sie der Mieterschaft gesendet.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution prüfen',
    }),
    deposit_refused: (facts, { amount }) => ({
      subject: `Mietkaution abgelehnt: Vertrag ${facts.externalContractId}`,
      paragraphs: [
        ...(facts.isChange === true
          ? [
              facts.by === 'bank'
                ? 'Die Bank stimmt der Änderung der Mietkaution nicht zu.'
                : 'Die Versicherung stimmt der Änderung der Mietkaution nicht zu.',
            ]
          : [
              facts.by === 'bank'
                ? 'Die Bank eröffnet das Konto für diese Mietkaution nicht.'
                : 'Die Versicherung deckt diese Mietkaution nicht.',
            ]),
        `Begründung: ${facts.reason}`,
        facts.isChange === true
          ? 'Die Mietkaution bleibt, wie sie ist.'
          : 'Sie können die Mietkaution bearbeiten und erneut senden oder sie annullieren.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    tenant_payment: (facts, { amount }) => ({
      subject: `Bitte einzahlen: Ihre Mietkaution für ${facts.property}`,
      paragraphs: [
        'Alle haben unterzeichnet, und das Konto für Ihre Mietkaution ist eröffnet. Bitte zahlen Sie den Betrag mit genau dieser Referenz ein.',
      ],
      facts: [...slip(facts), ...aboutDe(facts, amount)],
      button: 'Angaben zur Einzahlung ansehen',
      afterword:
        'Das Geld gehört weiterhin Ihnen: Es liegt auf einem Konto, das auf Ihren Namen lautet, und wird nur mit Ihrer Zustimmung oder nach Gesetz ausbezahlt.',
    }),
    tenant_payment_reminder: (facts, { amount }) => ({
      subject: `Noch nicht einbezahlt: Ihre Mietkaution für ${facts.property}`,
      paragraphs: [
        'Ihre Mietkaution ist noch nicht vollständig einbezahlt. Falls Sie in den letzten Tagen bezahlt haben, müssen Sie nichts weiter tun.',
      ],
      facts: [...slip(facts), ...aboutDe(facts, amount)],
      button: 'Angaben zur Einzahlung ansehen',
    }),
    deposit_open: (facts, { amount }) => ({
      subject: `Mietkaution in Kraft: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'Die Versicherung hat die Deckung bestätigt. Die Mietkaution ist in Kraft.'
          : 'Die Mietkaution ist vollständig einbezahlt. Sie ist in Kraft.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    deposit_withdrawn: (facts, { amount }) => ({
      subject: `Mietkaution annulliert: ${facts.property}`,
      paragraphs: [
        'Diese Mietkaution wurde annulliert. Es gibt nichts mehr zu unterzeichnen oder zu bezahlen.',
        ...(facts.paidBack > 0
          ? [
              `Was bereits einbezahlt ist, CHF ${formatChf(facts.paidBack)}, wird auf das Konto zurückbezahlt, von dem es kam.`,
            ]
          : []),
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    ...SIGNED_MAILS.de,
    ...partnerMails('de'),
    ...deClosing,
    payout_returned: (facts, { amount }) => ({
      subject: `Auszahlung retourniert: ${facts.property}`,
      paragraphs: [
        facts.isCopy === true
          ? `Die Bank hat die Auszahlung der Mietkaution retourniert. ${facts.tenants[0] ?? ''} gibt ein anderes Konto an; Sie müssen nichts tun. Bis dahin liegt das Geld auf dem Konto der Mietkaution.`
          : 'Die Bank hat die Auszahlung der Mietkaution retourniert. Bitte geben Sie ein anderes Konto an. Bis dahin liegt das Geld auf dem Konto der Mietkaution.',
      ],
      facts: [
        ['Betrag', `CHF ${formatChf(facts.amount)}`],
        ['Grund der Bank', returnReasonIn('de', facts.reason)],
        ...aboutDe(facts, amount),
      ],
      button: facts.isCopy === true ? 'Mietkaution ansehen' : 'Anderes Konto angeben',
    }),
    payback_returned: (facts) => ({
      subject: facts.isTransfer === true ? 'Übertrag von der Bank retourniert' : 'Rückzahlung von der Bank retourniert',
      paragraphs: [
        facts.isTransfer === true
          ? 'Die Bank hat einen Übertrag auf das Konto einer Mietkaution retourniert. Senden Sie ihn erneut, korrigieren Sie das Konto der Mietkaution, oder ordnen Sie das Geld neu zu.'
          : 'Die Bank hat eine Rückzahlung retourniert. Das Geld gehört zu keiner Mietkaution. Geben Sie ein anderes Konto an, damit es erneut bezahlt werden kann.',
      ],
      facts: [
        ['Betrag', `CHF ${formatChf(facts.amount)}`],
        ['An', facts.payee ?? 'nicht bekannt'],
        ['Begründung der Bank', facts.reason],
      ],
      button: 'Zum Auftrag',
    }),
    payment_reversed: (facts, { amount }) =>
      'orderId' in facts
        ? {
            subject: 'Einzahlung zurückgebucht',
            paragraphs: [
              'Die Bank hat eine Einzahlung zurückgebucht, die zu keiner Mietkaution gehört. Sie wird nicht mehr zurückbezahlt.',
            ],
            facts: [
              ['Zurückgebuchter Betrag', `CHF ${formatChf(facts.amount)}`],
              ['Einzahlerin oder Einzahler', facts.payer ?? 'nicht bekannt'],
            ],
            button: 'Zum Auftrag',
          }
        : {
            subject: `Einzahlung zurückgebucht: ${facts.property}`,
            paragraphs: [
              'Die Bank hat eine Einzahlung auf die Mietkaution zurückgebucht.',
              ...(facts.missing > 0 ? ['Die Mietkaution ist nicht mehr vollständig einbezahlt.'] : []),
            ],
            facts: [
              ['Zurückgebucht', `CHF ${formatChf(facts.amount)}`],
              ...(facts.missing > 0 ? [['Es fehlen', `CHF ${formatChf(facts.missing)}`] as const] : []),
              ...aboutDe(facts, amount),
            ],
            button: 'Zur Mietkaution',
          },
    provider_refused: (facts, { amount }) => ({
      subject: `Ablehnung durch ${facts.provider}: ${facts.property}`,
      paragraphs: [
        REFUSED[facts.application],
        `Begründung: ${facts.reason}`,
        `Der Betreiber klärt es mit ${facts.provider}.`,
      ],
      facts: aboutDe(facts, amount),
      button: 'Zur Mietkaution',
    }),
    mandate_asked: ({ asksReader, deposits, from, to }) => ({
      subject: `Mandatsübergabe von ${from} an ${to}`,
      paragraphs: [
        `${from} möchte Mietkautionen an ${to} übergeben.`,
        asksReader
          ? 'Bitte prüfen Sie die Anfrage. Erst wenn beide Seiten zugestimmt haben, gehen die Mietkautionen über.'
          : 'Ihre Organisation hat bereits zugestimmt. Sobald auch die andere Seite zugestimmt hat, gehen die Mietkautionen über.',
      ],
      facts: [
        ['Bisherige Verwaltung', from],
        ['Neue Verwaltung', to],
        ['Mietkautionen', String(deposits)],
      ],
      button: 'Mandat ansehen',
      footer: 'Sie erhalten diese Nachricht, weil Sie in einer der beiden Organisationen verantwortlich sind.',
    }),
    mandate_rejected: ({ by, from, to }) => ({
      subject: `Mandatsübergabe abgelehnt: ${from} an ${to}`,
      paragraphs: [`${by} hat die Übergabe abgelehnt. Alle Mietkautionen bleiben bei ${from}.`],
      button: 'Mandat ansehen',
      footer: 'Sie erhalten diese Nachricht, weil Sie in einer der beiden Organisationen verantwortlich sind.',
    }),
    mandate_done: ({ moved, conflicts, from, to }) => ({
      subject: `Mandat übergeben: ${from} an ${to}`,
      paragraphs: [
        `Die Mietkautionen werden nun von ${to} verwaltet. Bisherige Links gelten weiter, und hängige Zahlungen werden verbucht wie vorgesehen.`,
        ...(conflicts === 0
          ? []
          : ['Einige Mietkautionen sind zurückgeblieben. Der Bericht nennt den Grund für jede von ihnen.']),
      ],
      facts: [
        ['Übergeben', String(moved)],
        ['Zurückgeblieben', String(conflicts)],
      ],
      button: 'Bericht ansehen',
      footer: 'Sie erhalten diese Nachricht, weil Sie in einer der beiden Organisationen verantwortlich sind.',
    }),
    mandate_moved: (facts, { amount }) => ({
      subject: `Neue Verwaltung Ihrer Mietkaution für ${facts.property}`,
      paragraphs: [
        `Ihre Mietkaution wird nun von ${facts.organization} verwaltet, bisher von ${facts.formerOrganization}.`,
        'Sie müssen nichts tun: Konto oder Versicherung, Betrag und Unterlagen bleiben gleich, und frühere Links gelten weiter.',
      ],
      facts: aboutDe(facts, amount),
      button: 'Mietkaution ansehen',
    }),
    ...changeMails('de'),
    ...reachMails('de'),
    deposit_closed: (facts, { amount }) => ({
      subject: `Mietkaution abgeschlossen: ${facts.property}`,
      paragraphs: [
        facts.product === 'insurance'
          ? 'Die Deckung ist beendet. Die Mietkaution ist abgeschlossen.'
          : 'Die Mietkaution ist ausbezahlt, das Konto aufgelöst.',
        ...insurerPaid(facts, 'de'),
      ],
      facts: [...(facts.product === 'insurance' ? [] : splitDe(facts)), ...aboutDe(facts, amount)],
      button: 'Mietkaution ansehen',
    }),
    ...changesDe(aboutDe),
  },
};
