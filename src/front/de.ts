import type { FrontWords } from './words.ts';

export const de: FrontWords = {
  languages: 'Sprache',
  title: 'Mietkautionen für die Schweiz',
  lead: 'Eröffnet mit einem Aufruf, unterzeichnet von Verwaltung und Mieterschaft, einbezahlt mit QR-Rechnung, zurückbezahlt, wenn sich beide einig sind.',
  manager: {
    title: 'Verwaltungen',
    text: 'Mietkautionen prüfen, unterzeichnen, verfolgen und abrechnen.',
    link: 'Anmelden',
  },
  tenant: {
    title: 'Mieterschaft',
    text: 'Ihre Mietkaution finden Sie über den Link in Ihrer letzten E-Mail. Ist er nicht mehr da, senden wir Ihnen einen neuen.',
    link: 'Neuen Link anfordern',
  },
  partner: {
    title: 'Software-Partner',
    text: 'Leitfaden mit lauffähigen Beispielen, jeder Regel und jedem Fehlercode, dazu die Referenz aller Aufrufe (englisch).',
    link: 'Leitfaden für Partner',
  },
  provider: {
    title: 'Banken und Versicherungen',
    text: 'Anträge beantworten: auf Seiten, als CSV oder über die Schnittstelle.',
    link: 'Anmelden',
  },
  operator: {
    title: 'Betreiber',
    text: 'Einrichten, überwachen und freigeben (englisch).',
    link: 'Zur Konsole',
  },
  demo: {
    title: 'Testumgebung',
    text: 'Hier ist alles Spiel: Geld, E-Mails und Unterschriften. E-Mails liegen im Postfach der Testumgebung.',
    mailbox: 'Postfach',
    guide: 'Anleitung zur Sandbox (englisch)',
  },
  help: {
    title: 'Hilfe',
    lead: 'Antworten auf häufige Fragen.',
    sections: [
      {
        title: 'Ich finde meinen Link nicht mehr',
        paragraphs: [
          'Fordern Sie auf der Startseite unter «Mieterschaft» einen neuen Link an. Er geht an die E-Mail-Adresse, die Ihre Verwaltung für Sie hinterlegt hat.',
        ],
      },
      {
        title: 'Wem gehört das Geld?',
        paragraphs: [
          'Bei einem Bankdepot liegt das Geld auf einem Konto, das auf den Namen der Hauptmieterschaft lautet. Die Bank gibt es nur mit Zustimmung beider Seiten heraus, gestützt auf einen rechtskräftigen Entscheid oder Zahlungsbefehl oder wenn innert eines Jahres nach Ende des Mietverhältnisses kein Anspruch rechtlich geltend gemacht wurde (Art. 257e OR).',
        ],
      },
      {
        title: 'Wie bekomme ich die Kaution zurück?',
        paragraphs: [
          'Nach dem Auszug schlägt eine Seite vor, wer wie viel erhält. Stimmt die andere zu, wird ausbezahlt. Beide sehen jeden Schritt auf ihrer Seite und erhalten eine E-Mail.',
        ],
      },
      {
        title: 'Ich arbeite bei einer Verwaltung und kann mich nicht anmelden',
        paragraphs: [
          'Die Anmeldung geht per Link an Ihre E-Mail-Adresse. Kommt nichts an, fragen Sie die Person, die Ihre Organisation hier verwaltet, ob Ihre Adresse hinterlegt ist.',
        ],
      },
    ],
    contact: 'Kontakt',
    nobody:
      'Fragen zu Ihrer Mietkaution beantwortet Ihre Verwaltung. Name und Adresse stehen auf Ihrer persönlichen Seite.',
  },
  privacy: {
    title: 'Datenschutz',
    lead: 'Welche Personendaten hier bearbeitet werden, wozu und wie lange. Massgebend ist das Schweizer Datenschutzgesetz (DSG).',
    controller: 'Verantwortlich',
    sections: [
      {
        title: 'Welche Daten, und wozu',
        paragraphs: [
          'Von der Mieterschaft: Name, Adresse, Geburtsdatum, E-Mail-Adresse, Telefonnummer, Zivilstand und Staatsangehörigkeit, Mietobjekt und Kaution, Unterschriften mit Zeit, IP-Adresse und Browser, Zahlungen und Konten. Sie kommen von der Verwaltung oder von den Personen selbst. Sie dienen allein dazu, die Mietkaution zu eröffnen, zu führen und abzurechnen.',
          'Von Mitarbeitenden der Verwaltungen, Banken und Versicherungen: Name, E-Mail-Adresse und was sie hier getan haben.',
        ],
      },
      {
        title: 'Wer sie erhält',
        paragraphs: [
          'Die Verwaltung, die Bank oder Versicherung der Kaution, die Mitmietenden, soweit es ihren Vertrag betrifft, und die Software, mit der die Verwaltung arbeitet. Niemand sonst. Es gibt keine Werbung und keine Auswertung zu anderen Zwecken.',
        ],
      },
      {
        title: 'Wie lange',
        paragraphs: [
          'Zivilstand und Staatsangehörigkeit werden gelöscht, sobald die Kaution in Kraft ist. Alles Übrige wird zehn Jahre nach der Auszahlung entfernt, weil Geschäftsbücher so lange aufbewahrt werden müssen (Art. 958f OR). Anmeldelinks und Sitzungen werden kurz nach ihrem Ablauf gelöscht.',
        ],
      },
      {
        title: 'Cookies und Verschlüsselung',
        paragraphs: [
          'Ein Cookie hält die Anmeldung; andere gibt es nicht. Die Seiten laden nichts von anderen Anbietern. Verbindungen sind verschlüsselt, gespeicherte Nutzdaten und E-Mails ebenso.',
        ],
      },
      {
        title: 'Ihre Rechte',
        paragraphs: [
          'Sie können Auskunft über Ihre Daten verlangen, falsche berichtigen lassen und ihre Herausgabe fordern. Wenden Sie sich an Ihre Verwaltung oder an die oben genannte Stelle. Beschwerden nimmt der Eidgenössische Datenschutz- und Öffentlichkeitsbeauftragte (EDÖB) entgegen.',
        ],
      },
    ],
  },
  imprint: {
    title: 'Impressum',
    unset: 'Der Betreiber hat noch keine Angaben gemacht.',
    fields: { name: 'Betreiber', address: 'Adresse', phone: 'Telefon', email: 'E-Mail', register: 'Register' },
  },
};
