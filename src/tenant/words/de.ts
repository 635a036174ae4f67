import { CHOICE_WORDS } from '../../domain/messages/choices.ts';
import type { TenantWords } from './words.ts';

export const de: TenantWords = {
  title: 'Ihre Mietkaution',
  languages: 'Sprache',
  languageName: 'Deutsch',
  home: 'Mietobjekt',
  management: 'Verwaltung',
  landlord: 'Vermieterschaft',
  amount: 'Mietkaution',
  form: 'Art der Sicherheit',
  rentalStart: 'Mietbeginn',
  contract: 'Vertrag',
  account: 'Konto (IBAN)',
  products: { bank_deposit: 'Bankdepot', insurance: 'Kautionsversicherung' },
  questions: 'Haben Sie Fragen?',
  questionsMeans: 'Ihre Ansprechperson bei der Verwaltung hilft Ihnen gerne:',
  mailSubject: (contract) => `Mietkaution, Vertrag ${contract}`,
  documents: 'Ihre Dokumente',
  documentNames: {
    agreement: 'Vereinbarung über die Mietkaution',
    pay_in: 'Bestätigung der Einzahlung',
    pay_out: 'Bestätigung der Auszahlung',
    certificate: 'Versicherungszertifikat',
    year_statement: 'Kontoübersicht',
    withdrawal: 'Bestätigung der Annullierung',
  },
  problems: 'Bitte prüfen Sie:',
  problem: {
    product_missing: 'Bitte wählen Sie Bankdepot oder Kautionsversicherung.',
    product_of_main_tenant: 'Die Art der Sicherheit wählt die Hauptmieterschaft.',
    product_not_free: 'Die Art der Sicherheit ist bereits festgelegt und kann hier nicht geändert werden.',
    name_missing: 'Bitte tippen Sie Ihren Vor- und Nachnamen ein.',
    name_differs: 'Der Name stimmt nicht mit Ihren Angaben überein. Bitte tippen Sie ihn ein, wie er oben steht.',
    consent_missing: 'Bitte bestätigen Sie, dass Sie einverstanden sind.',
    day_invalid: 'Bitte geben Sie ein Datum an.',
    day_before_start: 'Das Mietverhältnis kann nicht vor seinem Beginn enden.',
    day_long_ago:
      'Dieses Datum liegt zu weit zurück, um die Auflösung hier zu beginnen. Bitte wenden Sie sich an die Verwaltung.',
    day_too_far: 'Dieses Datum liegt zu weit in der Zukunft.',
    amount_invalid: 'Bitte geben Sie einen Betrag in Franken an, zum Beispiel 250.00.',
    amount_too_much: 'Der Betrag darf nicht höher sein als die Mietkaution.',
    reason_too_long: 'Bitte fassen Sie sich kürzer: höchstens 1000 Zeichen.',
    iban_missing: 'Bitte nennen Sie das Konto, auf das Ihr Anteil überwiesen wird.',
    iban_invalid: 'Diese IBAN ist nicht gültig. Bitte prüfen Sie jede Stelle.',
    iban_qr: 'Eine QR-IBAN ist hier nicht gültig. Bitte nennen Sie die gewöhnliche IBAN des Kontos.',
    bic_missing: 'Für ein Konto ausserhalb der Schweiz und Liechtensteins braucht es den BIC der Bank.',
    bic_invalid: 'Dieser BIC ist nicht gültig. Er hat 8 oder 11 Zeichen.',
    country_refused: 'In dieses Land werden keine Zahlungen ausgeführt.',
    line_too_long: 'Bitte kürzer: höchstens 70 Zeichen.',
    street_missing: 'Bitte geben Sie die Strasse an.',
    zip_missing: 'Bitte geben Sie die Postleitzahl an.',
    zip_invalid: 'Eine Postleitzahl der Schweiz hat vier Ziffern.',
    city_missing: 'Bitte geben Sie den Ort an.',
    email_invalid: 'Bitte geben Sie eine gültige E-Mail-Adresse an.',
  },
  onlyMain: (main) =>
    `Die Mietkaution lautet auf ${main}. Deshalb kann nur ${main} die Auflösung beginnen, beantworten und das Konto nennen. Sie können hier alles mitverfolgen.`,
  progress: 'Stand Ihrer Mietkaution',
  steps: {
    sign: 'Unterzeichnen',
    account: 'Kontoeröffnung',
    pay: 'Einzahlen',
    cover: 'Bestätigung der Versicherung',
    payOrCover: 'Einzahlen oder versichern',
    inForce: 'In Kraft',
    agree: 'Einigung',
    payout: 'Auszahlung',
    coverEnds: 'Ende der Deckung',
    done: 'Abgeschlossen',
  },
  signing: {
    heading: 'Bitte unterzeichnen Sie Ihre Mietkaution',
    lead: (organization) =>
      `${organization} hat für Ihr Mietverhältnis eine Mietkaution vorbereitet. Lesen Sie alles in Ruhe, und unterzeichnen Sie am Ende dieser Seite. Das dauert etwa fünf Minuten.`,
    what: 'Worum geht es?',
    whatIsIt:
      'Die Mietkaution ist eine Sicherheit für die Vermieterschaft, zum Beispiel für offene Mieten oder Schäden am Ende der Miete. Sie ist keine Gebühr.',
    whatNext:
      'Sobald alle unterzeichnet haben, eröffnet die Bank das Konto oder bestätigt die Versicherung die Deckung. Wir schreiben Ihnen, sobald Sie etwas tun müssen.',
    choose: 'Bankdepot oder Versicherung wählen',
    chooseMeans: 'Sie haben die Wahl. Beides sichert denselben Betrag.',
    fixed: (product) => `Für diese Mietkaution gilt: ${product}.`,
    conditionsOf: (provider) => `Bedingungen von ${provider} (öffnet ein neues Fenster)`,
    mainChooses: (main) => `${main} wählt zwischen diesen beiden Formen. Ihre Unterschrift gilt für beide Formen.`,
    differences: ({ product, amount, shown: { holder, isShared } }) =>
      product === 'bank_deposit'
        ? [
            `Sie zahlen einmal CHF\u00a0${amount} ein.`,
            holder === null
              ? 'Das Geld liegt auf einem Konto auf Ihren Namen.'
              : `Das Geld liegt auf einem Konto auf den Namen von ${holder}.`,
            isShared ? 'Es gehört der Mieterschaft, samt Zinsen.' : 'Es gehört weiterhin Ihnen, samt Zinsen.',
            'Keine jährliche Prämie.',
            'Am Ende der Miete erhalten Sie es zurück, soweit keine Forderungen der Vermieterschaft bestehen.',
          ]
        : [
            'Sie zahlen keine Kaution ein.',
            'Sie zahlen der Versicherung jedes Jahr eine Prämie. Diese erhalten Sie nicht zurück.',
            `Die Versicherung haftet der Vermieterschaft bis CHF\u00a0${amount}.`,
            'Muss sie etwas bezahlen, so fordert sie es von Ihnen zurück.',
          ],
    mainActs: ({ main, title }) => {
      const role = title === 'ms' ? 'Hauptmieterin' : 'Hauptmieter';
      return main === null
        ? `Sie sind ${role}. Das Konto oder die Versicherung lautet auf Ihren Namen. Am Ende des Mietverhältnisses handeln Sie für alle: Sie schlagen die Aufteilung vor, stimmen zu und geben das Konto für die Auszahlung an. Die anderen werden per E-Mail informiert.`
        : `${main} ist ${role}. Das Konto oder die Versicherung lautet auf diesen Namen. Am Ende des Mietverhältnisses handelt ${main} für alle: schlägt die Aufteilung vor, stimmt zu und gibt das Konto für die Auszahlung an. Wir informieren Sie per E-Mail.`;
    },
    bothAct:
      'Sie zeichnen zu zweien. Auch am Ende des Mietverhältnisses gilt eine Erklärung erst, wenn beide dasselbe erklärt haben.',
    check: 'Ihre Angaben prüfen',
    checkMeans: 'So haben wir Ihre Angaben von der Verwaltung erhalten. Nur Sie sehen sie hier.',
    wrong: 'Stimmt etwas nicht? Schreiben Sie der Verwaltung, bevor Sie unterzeichnen',
    others: 'Mit Ihnen unterzeichnen',
    read: 'Vereinbarung lesen',
    readMeans: 'Das ist der ganze Wortlaut.',
    issuedIn: {
      de: 'Die unterzeichnete Vereinbarung wird auf Deutsch ausgestellt.',
      fr: 'Die unterzeichnete Vereinbarung wird auf Französisch ausgestellt.',
      it: 'Die unterzeichnete Vereinbarung wird auf Italienisch ausgestellt.',
      en: 'Die unterzeichnete Vereinbarung wird auf Englisch ausgestellt.',
    },
    draft: 'Entwurf als PDF',
    sign: 'Unterzeichnen',
    signFor: (company) => `Sie unterzeichnen für ${company}.`,
    name: 'Ihr Vor- und Nachname',
    nameHint: (name) => `Tippen Sie Ihren Namen ein, wie er oben steht: ${name}`,
    consent: 'Ich habe meine Angaben geprüft und die Vereinbarung gelesen. Ich bin damit einverstanden.',
    button: 'Jetzt unterzeichnen',
    evidence:
      'Als Nachweis halten wir fest: Ihren eingetippten Namen, den Zeitpunkt, Ihre IP-Adresse, Ihren Browser und eine Prüfsumme der Vereinbarung.',
  },
  data: {
    name: 'Name',
    birthDate: 'Geburtsdatum',
    nationality: 'Staatsangehörigkeit',
    civilStatus: 'Zivilstand',
    civilStatuses: CHOICE_WORDS.de.civilStatuses,
    address: 'Bisherige Adresse',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Firma',
    legalForm: 'Rechtsform',
    legalForms: CHOICE_WORDS.de.legalForms,
    domicile: 'Sitz',
    uid: 'UID',
    signatory: 'Unterzeichnende Person',
  },
  waiting: {
    thanks: 'Danke, Sie haben unterzeichnet',
    othersMissing: 'Jetzt fehlen noch andere Unterschriften. Sie müssen nichts weiter tun; wir melden uns per E-Mail.',
    who: 'Wer hat unterzeichnet?',
    signed: 'Unterzeichnet',
    notSigned: 'Noch offen',
    you: 'Sie',
    account: 'Die Bank eröffnet jetzt das Konto',
    accountMeans: (main) =>
      `Alle haben unterzeichnet. Die Kontoeröffnung kann einige Arbeitstage dauern; Sie müssen nichts tun. Danach erhält ${main} die Angaben zur Einzahlung per E-Mail.`,
    cover: 'Die Versicherung prüft jetzt die Deckung',
    coverMeans:
      'Alle haben unterzeichnet. Sobald die Versicherung die Deckung bestätigt, ist die Mietkaution in Kraft. Wir melden uns per E-Mail; Sie müssen nichts tun.',
    prepared: 'Ihre Mietkaution wird vorbereitet',
    preparedMeans: 'Die Verwaltung bereitet Ihre Mietkaution vor. Sobald sie bereit ist, erhalten Sie eine E-Mail.',
  },
  payment: {
    heading: (amount) => `Bitte zahlen Sie CHF\u00a0${amount} ein`,
    lead: 'Das Konto für die Mietkaution ist eröffnet. Sobald der ganze Betrag eingegangen ist, tritt die Mietkaution in Kraft.',
    arrived: ({ arrived, whole }) => `Eingegangen: CHF\u00a0${arrived} von CHF\u00a0${whole}`,
    nothingYet: 'Bis jetzt ist nichts eingegangen. Eine Zahlung erscheint hier ein bis zwei Arbeitstage später.',
    details: 'Angaben für Ihr E-Banking',
    detailsMeans: 'Verwenden Sie genau diese Referenz. Daran erkennt die Bank Ihre Zahlung.',
    amount: 'Betrag',
    iban: 'IBAN',
    holder: 'Zugunsten von',
    reference: 'Referenz',
    copy: 'Kopieren',
    copied: 'Kopiert',
    slip: 'Einzahlungsschein',
    slipMeans: 'Scannen Sie den QR-Code mit Ihrer Banking-App, oder öffnen Sie das PDF in der App.',
    slipPicture: 'Einzahlungsschein mit QR-Code. Die Angaben darauf stehen auch im Text dieser Seite.',
    slipPdf: 'Einzahlungsschein als PDF',
    anyone: (main) =>
      `Der Einzahlungsschein lautet auf ${main}. Auch Dritte können einzahlen. Teilzahlungen werden zusammengerechnet.`,
    yours: (holder) =>
      `Das Konto lautet auf ${holder === null ? 'Ihren Namen' : `den Namen von ${holder}`}. Ausbezahlt wird es nur mit Zustimmung beider Parteien oder nach Art. 257e OR.`,
  },
  open: {
    heading: 'Ihre Mietkaution ist in Kraft',
    lead: {
      bank_deposit: 'Der ganze Betrag ist eingegangen. Sie müssen nichts weiter tun, bis Sie ausziehen.',
      insurance: 'Die Versicherung hat die Deckung bestätigt. Sie müssen nichts weiter tun, bis Sie ausziehen.',
    },
    law: 'Was das Gesetz sagt',
    lawOfInsurance:
      'Die Deckung bleibt bestehen, bis sich beide Parteien über die Auflösung einig sind oder ein rechtskräftiger Entscheid oder Zahlungsbefehl vorliegt. Am Ende bestätigt die Versicherung das Ende der Deckung.',
    close: 'Mietkaution auflösen',
    closeMeans: {
      bank_deposit:
        'Sie ziehen aus oder sind ausgezogen? Schlagen Sie vor, wie die Mietkaution aufgeteilt wird. Die Verwaltung stimmt zu oder macht einen Gegenvorschlag.',
      insurance:
        'Sie ziehen aus oder sind ausgezogen? Schlagen Sie vor, die Versicherung zu beenden. Die Verwaltung stimmt zu oder macht einen Gegenvorschlag.',
    },
    closeButton: 'Vorschlag senden',
  },
  closing: {
    answer: 'Bitte beantworten Sie den Vorschlag',
    wait: 'Die Verwaltung prüft Ihren Vorschlag',
    readOnly: 'Die Mietkaution wird aufgelöst',
    proposedByYou: (day) => `Vorschlag der Mieterschaft vom ${day}`,
    proposedByManagement: ({ organization, day }) => `Vorschlag von ${organization} vom ${day}`,
    toTenants: () => 'An die Mieterschaft',
    toLandlord: 'An die Vermieterschaft',
    claim: 'Forderung der Vermieterschaft',
    reason: 'Begründung',
    tenancyEnd: 'Ende des Mietverhältnisses',
    tenancyEndHint: 'Der letzte Tag der Miete',
    amountLandlord: 'Betrag für die Vermieterschaft in CHF',
    amountHint: {
      bank_deposit: '0.00, wenn Sie die ganze Mietkaution zurückerhalten sollen.',
      insurance: '0.00, wenn keine Forderung besteht.',
    },
    reasonLabel: 'Begründung (freiwillig)',
    reasonHint: 'Die Verwaltung liest sie.',
    accept: 'Zustimmen',
    acceptMeans: {
      bank_deposit: 'Mit Ihrer Zustimmung wird die Auszahlung wie oben in Auftrag gegeben. Das ist endgültig.',
      insurance: 'Mit Ihrer Zustimmung wird die Versicherung wie oben beendet. Das ist endgültig.',
    },
    acceptButton: 'Ich stimme zu',
    counter: 'Etwas anderes vorschlagen',
    counterMeans: 'Die Verwaltung wird um ihre Zustimmung gebeten.',
    counterButton: 'Gegenvorschlag senden',
    change: 'Vorschlag ändern',
    demand: 'Die ganze Mietkaution verlangen',
    demandMeans:
      'Das Mietverhältnis ist seit mehr als einem Jahr zu Ende, und es ist kein rechtlich geltend gemachter Anspruch bekannt. Sie können deshalb die ganze Mietkaution ohne Zustimmung der Verwaltung verlangen (Art. 257e Abs. 3 OR).',
    demandButton: 'Die ganze Mietkaution verlangen',
    year: (day) =>
      `Macht die Vermieterschaft innert eines Jahres nach Ende des Mietverhältnisses keinen Anspruch rechtlich geltend, so kann die Mieterschaft die Mietkaution ab dem ${day} ohne ihre Zustimmung verlangen (Art. 257e Abs. 3 OR).`,
    yearAutomatic: (day) =>
      `Kommt keine Einigung zustande und macht die Vermieterschaft innert eines Jahres nach Ende des Mietverhältnisses keinen Anspruch rechtlich geltend, so wird der letzte Vorschlag der Mieterschaft ab dem ${day} automatisch ausgeführt (Art. 257e Abs. 3 OR).`,
    claimRecorded:
      'Die Vermieterschaft hat einen Anspruch rechtlich geltend gemacht. Die Mietkaution bleibt bestehen, bis sich beide Parteien einig sind oder ein rechtskräftiger Entscheid oder Zahlungsbefehl vorliegt.',
    earlier: 'Alle Vorschläge',
    by: { tenant: 'Mieterschaft', manager: 'Verwaltung' },
    ordered: { bank_deposit: 'Die Auszahlung ist in Auftrag gegeben', insurance: 'Die Versicherung wird beendet' },
    orderedMeans: {
      bank_deposit: 'Die Bank überweist die Beträge in den nächsten Tagen. Danach schreiben wir Ihnen.',
      insurance: 'Die Versicherung bestätigt in den nächsten Tagen das Ende der Deckung. Danach schreiben wir Ihnen.',
    },
    ground: 'Grundlage',
    grounds: {
      consent: 'Zustimmung beider Parteien',
      judgment: 'Rechtskräftiger Entscheid',
      payment_order: 'Rechtskräftiger Zahlungsbefehl',
      year: 'Ein Jahr nach Ende des Mietverhältnisses (Art. 257e Abs. 3 OR)',
    },
    toAccount: 'Auf das Konto',
  },
  ended: {
    closed: 'Ihre Mietkaution ist abgeschlossen',
    closedMeans: {
      bank_deposit: 'Die Mietkaution ist ausbezahlt und das Konto aufgelöst.',
      insurance: 'Die Deckung ist beendet. Die Mietkaution ist abgeschlossen.',
    },
    paidOutOn: 'Abgeschlossen am',
    withdrawn: 'Diese Mietkaution wurde annulliert',
    withdrawnMeans:
      'Die Verwaltung hat die Mietkaution annulliert, bevor sie in Kraft trat. Es gibt nichts mehr zu unterzeichnen oder zu bezahlen.',
    paidBack: (amount) =>
      `Was bereits einbezahlt war, CHF\u00a0${amount}, wird auf das Konto zurückbezahlt, von dem es kam.`,
  },
  links: {
    edited: 'Ihre Mietkaution wird überarbeitet',
    beingEdited:
      'Die Verwaltung überarbeitet Ihre Mietkaution gerade. Sobald sie fertig ist, erhalten Sie eine neue E-Mail und unterzeichnen noch einmal.',
    outdated: 'Dieser Link gilt nicht mehr',
    outdatedLink:
      'Die Verwaltung hat Ihre Mietkaution geändert. Dieser Link und frühere Unterschriften gelten nicht mehr. Bitte öffnen Sie den Link in der neusten E-Mail.',
    expired: 'Dieser Link ist abgelaufen',
    expiredLink: 'Zu Ihrer Sicherheit gilt jeder Link nur eine gewisse Zeit. Ihrer Mietkaution ist nichts geschehen.',
    renewMeans: (email) => `Wir senden Ihnen gerne einen neuen Link an ${email}.`,
    askManager:
      'Wir kennen keine E-Mail-Adresse von Ihnen. Bitte verlangen Sie bei Ihrer Verwaltung einen neuen Brief.',
    renewButton: 'Neuen Link senden',
    renewed: (email) =>
      `Ein neuer Link ist unterwegs an ${email}. Ist er in einigen Minuten nicht da, schauen Sie bitte auch im Spam-Ordner nach.`,
    unknown: 'Dieser Link ist ungültig',
    unknownLink:
      'Vielleicht ist er beim Kopieren unvollständig geblieben. Bitte öffnen Sie ihn direkt aus der neusten E-Mail.',
    newLink: 'Einen neuen Link erhalten',
    email: 'Ihre E-Mail-Adresse',
    emailHint: 'Die Adresse, an die Sie unsere E-Mails erhalten',
    newLinkButton: 'Neuen Link anfordern',
    onItsWay: 'Danke',
    onItsWayMeans:
      'Wenn wir diese Adresse kennen, ist eine E-Mail mit einem neuen Link unterwegs. Ist sie in einigen Minuten nicht da, schauen Sie bitte auch im Spam-Ordner nach.',
    changed: 'Inzwischen hat sich etwas geändert',
    changedMeans:
      'Die Mietkaution ist nicht mehr so, wie Sie sie eben gesehen haben. Deshalb haben wir nichts ausgeführt. Bitte schauen Sie sich den neuen Stand an.',
    seeNow: 'Neuen Stand ansehen',
    notYours: 'Das kann nur die Hauptmieterschaft',
    forged: 'Diese Anfrage kam nicht von der Depono-Website',
    forgedMeans:
      'Es wurde nichts geändert. Bitte öffnen Sie den Link aus der E-Mail, und versuchen Sie es noch einmal.',
  },
};
