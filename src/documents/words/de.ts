import { formatDay, swissDay } from '../../domain/values/calendar.ts';
import type { Words } from './words.ts';

export const de: Words = {
  titles: {
    payment_slip: 'Einzahlung Ihrer Mietkaution',
    pay_in: 'Bestätigung der Einzahlung',
    pay_out: 'Bestätigung der Auszahlung',
    withdrawal: 'Bestätigung der Annullierung',
    certificate: 'Versicherungszertifikat',
    agreement: 'Vereinbarung über die Mietkaution',
    year_statement: 'Kontoübersicht',
  },
  footer: ({ externalContractId, at }) => `Vertrag ${externalContractId}  ·  ${formatDay(swissDay(new Date(at)))}`,
  contract: 'Vertrag',
  property: 'Mietobjekt',
  tenants: () => 'Mieterschaft',
  deposit: 'Mietkaution',
  owner: 'Vermieterschaft',
  iban: 'Konto (IBAN)',
  slip: {
    please:
      'Das Konto für Ihre Mietkaution ist eröffnet. Bitte zahlen Sie den Betrag mit dem untenstehenden Einzahlungsschein ein.',
    toPay: 'Zu bezahlen',
    reference: 'Referenz',
    yours:
      'Das Konto lautet auf Ihren Namen. Ausbezahlt wird es nur mit Zustimmung beider Parteien oder nach Art. 257e OR.',
    message: 'Mietkaution, Vertrag',
    alt: ({ amount, iban, reference }) =>
      `Einzahlungsschein mit Swiss QR Code: CHF ${amount} auf das Konto ${iban}, Referenz ${reference}`,
  },
  payIn: {
    confirmed: (day) => `Die folgende Mietkaution ist seit dem ${day} vollständig einbezahlt und in Kraft.`,
    payments: 'Einzahlungen',
    law: 'Die Bank darf die Sicherheit nur mit Zustimmung beider Parteien oder gestützt auf einen rechtskräftigen Zahlungsbefehl oder einen rechtskräftigen Entscheid herausgeben. Macht die Vermieterschaft innert eines Jahres nach Ende des Mietverhältnisses keinen Anspruch rechtlich geltend, so kann die Mieterschaft die Rückerstattung verlangen (Art. 257e Abs. 3 OR).',
  },
  payOut: {
    confirmed: (day) => `Die folgende Mietkaution wurde am ${day} ausbezahlt. Das Konto ist aufgelöst.`,
    ground: 'Grundlage',
    grounds: {
      consent: 'Zustimmung beider Parteien',
      judgment: 'Rechtskräftiger Entscheid',
      payment_order: 'Rechtskräftiger Zahlungsbefehl',
      year: 'Kein Anspruch innert eines Jahres nach Ende des Mietverhältnisses (Art. 257e Abs. 3 OR)',
    },
    held: 'Guthaben',
    items: {
      deposit: 'Mietkaution',
      interest: 'Zinsen',
      charges: 'Bankspesen',
      withholdingTax: 'Verrechnungssteuer',
      surplus: 'Zu viel einbezahlt',
      total: 'Guthaben bei der Auszahlung',
    },
    payouts: 'Auszahlungen',
    to: { tenant: () => 'An die Mieterschaft', landlord: 'An die Vermieterschaft' },
    tenancyEnd: 'Ende des Mietverhältnisses',
  },
  yearStatement: {
    lead: (day) => `Stand des Kontos Ihrer Mietkaution am ${day}. Massgebend ist der Buchungstag der Bank.`,
    summary: 'Übersicht',
    balance: (day) => `Saldo am ${day}`,
    paidIn: 'Einzahlungen',
    interest: 'Zinsen',
    charges: 'Bankspesen',
    withholdingTax: 'Verrechnungssteuer',
    paidOut: 'Auszahlungen und Rückzahlungen',
    movements: (year) => `Buchungen ${year}`,
    kinds: {
      payment: 'Einzahlung',
      payment_reversed: 'Einzahlung, von der Bank zurückgebucht',
      interest: 'Zinsen',
      charge: 'Bankspesen',
      withholding_tax: 'Verrechnungssteuer',
      payback: 'Rückzahlung',
      payout_tenant: 'Auszahlung an die Mieterschaft',
      payout_landlord: 'Auszahlung an die Vermieterschaft',
      returned: 'Zahlung, von der Empfängerbank retourniert',
    },
    taxes:
      'Für die Steuern gilt der Zins- und Kapitalausweis der Bank, nicht diese Übersicht. Das Konto lautet auf den Namen der Hauptmieterschaft.',
  },
  holdings: {
    title: 'Saldobestätigung',
    lead: (day, service) => `${service} bestätigt die Guthaben auf den Mietkautionskonten am Ende des ${day}.`,
    organization: 'Organisation',
    day: 'Stichtag',
    count: 'Mietkautionen mit Guthaben',
    total: 'Total',
    each: 'Guthaben je Mietkaution',
    columns: {
      contract: 'Vertrag',
      tenants: 'Mieterschaft',
      property: 'Mietobjekt',
      account: 'Konto (IBAN)',
      amount: 'Betrag (CHF)',
    },
    computing: 'Berechnung',
    computed:
      'Summe aller Buchungen der Bank bis und mit Stichtag, nach Buchungstag. Ein Betrag, dessen Auszahlung in Auftrag gegeben, aber von der Bank noch nicht ausgeführt ist, zählt als Guthaben. Mietkautionen ohne Guthaben und Kautionsversicherungen sind nicht aufgeführt. Jedes Konto lautet auf den Namen der Hauptmieterschaft (Art. 257e OR).',
    making: 'Erstellt',
    made: (moment, service) => `${moment}, aus der Buchhaltung von ${service}`,
    footer: (organization, day) => `Saldobestätigung ${organization}  ·  ${day}`,
  },
  certificate: {
    confirmed: (day) => `Die folgende Mietkaution ist ab dem ${day} durch eine Kautionsversicherung gesichert.`,
    insurer: 'Versicherung',
    policy: 'Police',
    from: 'Deckung ab',
    sum: 'Versicherte Summe',
    premium: 'Prämie',
    perYear: (amount) => `CHF ${amount} pro Jahr, mit Stempelabgabe`,
    tenancy: 'Mietverhältnis',
    cover:
      'Die Versicherung haftet der Vermieterschaft bis zur versicherten Summe für Forderungen aus dem Mietverhältnis. Was sie bezahlt, fordert sie von der Mieterschaft zurück. Die Deckung endet, wenn die Versicherung ihr Ende bestätigt.',
  },
  withdrawal: {
    confirmed: (day) =>
      `Die folgende Mietkaution wurde am ${day} annulliert, bevor sie in Kraft trat. Es sind keine Zahlungen mehr zu leisten.`,
    paidBack: (amount) =>
      `Was bereits einbezahlt ist, CHF ${amount}, wird auf das Konto zurückbezahlt, von dem es kam.`,
  },
  agreement: {
    between: (organization) =>
      `${organization}, im Namen der Vermieterschaft, und die Mieterschaft vereinbaren für das folgende Mietverhältnis eine Sicherheit.`,
    product: 'Art der Sicherheit',
    products: { bank_deposit: 'Bankdepot', insurance: 'Kautionsversicherung' },
    openProduct: 'Bankdepot oder Kautionsversicherung, nach Wahl der Mieterschaft',
    withProduct: { bank_deposit: 'Bei einem Bankdepot', insurance: 'Bei einer Kautionsversicherung' },
    rentalStart: 'Mietbeginn',
    terms: ({ product, investmentAllowed }) =>
      product === 'insurance'
        ? [
            'Die Sicherheit wird durch eine Kautionsversicherung geleistet. Sie tritt in Kraft, sobald der Versicherer die Deckung bestätigt.',
          ]
        : [
            'Die Sicherheit wird auf ein Konto einbezahlt, das auf den Namen der Hauptmieterschaft lautet. Sie tritt in Kraft, sobald der ganze Betrag eingegangen ist.',
            'Für die Herausgabe gilt Art. 257e OR. Zinsen stehen der Mieterschaft zu.',
            investmentAllowed ? 'Das Guthaben darf angelegt werden.' : 'Das Guthaben darf nicht angelegt werden.',
          ],
    actsForAll: (main) =>
      `Hauptmieterschaft ist ${main}. Sie handelt bei der Auflösung der Mietkaution für die ganze Mieterschaft.`,
    signatures: 'Unterschriften',
    forManagement: 'Für die Verwaltung',
    byService: (moment, service) => `Im Voraus erteilte Unterschrift, angebracht durch ${service}\n${moment}`,
    tenant: 'Mieterschaft',
    draft: 'Entwurf zum Lesen. Dieses Dokument trägt noch keine Unterschrift der Mieterschaft.',
    hash: 'Prüfsumme (SHA-256)',
  },
};
