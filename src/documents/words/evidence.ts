import type { QualifiedProof } from '../../domain/signature.ts';
import type { Language } from '../../domain/values/language.ts';

/** The page of evidence at the end of an agreement. */
export type EvidenceWords = {
  title: string;
  intro: string;
  name: string;
  at: string;
  typed: string;
  reachedBy: string;
  linkTo: (email: string) => string;
  passkey: string;
  letter: string;
  paper: string;
  ip: string;
  browser: string;
  terms: string;
  pdf: string;
  how: string;
  qualified: (proof: QualifiedProof) => string;
  termsOfDocument: string;
  checksums: string;
  seal: string;
  /** No signature is qualified. */
  simple: string;
  someQualified: string;
};

export const EVIDENCE_WORDS: Record<Language, EvidenceWords> = {
  de: {
    title: 'Nachweis der Unterschriften',
    intro: 'Diese Seite hält fest, wer wann und wie unterzeichnet hat. Was nicht bekannt ist, fehlt.',
    name: 'Name',
    at: 'Zeitpunkt',
    typed: 'Eingetippter Name',
    reachedBy: 'Erreicht über',
    linkTo: (email) => `persönlicher Link an ${email}`,
    passkey: 'Anmeldung mit Passkey',
    letter: 'Link in einem Brief',
    paper: 'Papier, von Hand unterzeichnet und vom Betreiber geprüft',
    ip: 'IP-Adresse',
    browser: 'Browser',
    terms: 'Angaben (SHA-256)',
    pdf: 'Gezeigtes PDF (SHA-256)',
    how: 'Art der Unterschrift',
    qualified: ({ service, signedBy, issuer }) =>
      `Qualifizierte elektronische Signatur über ${service}, Zertifikat für ${signedBy}, ausgestellt von ${issuer}`,
    termsOfDocument: 'Dieses Dokument: Angaben (SHA-256)',
    checksums:
      'Die Prüfsumme der Angaben ist über den vereinbarten Inhalt gebildet, die des PDF über die Datei, die vor der Unterschrift zu lesen war. Wählt die Mieterschaft die Form erst mit der Unterschrift, unterscheiden sich die Prüfsummen der Angaben. Dieselben Nachweise stehen im Verlauf der Mietkaution, der nachträglich nicht verändert werden kann, ohne dass es auffällt.',
    seal: 'Trägt diese Datei ein elektronisches Siegel, so zeigt es Ihr PDF-Programm an. Es beweist, dass die Datei seit der Ausstellung unverändert ist.',
    simple:
      'Die Unterschriften sind einfache elektronische Signaturen. Sie sind keine qualifizierten elektronischen Signaturen im Sinn des Bundesgesetzes über die elektronische Signatur (ZertES).',
    someQualified:
      'Die als qualifiziert bezeichneten Signaturen stammen von einem Signaturdienst. Die übrigen sind einfache elektronische Signaturen, keine qualifizierten im Sinn des Bundesgesetzes über die elektronische Signatur (ZertES).',
  },
  fr: {
    title: 'Preuve des signatures',
    intro: 'Cette page indique qui a signé, quand et comment. Ce qui n’est pas connu n’y figure pas.',
    name: 'Nom',
    at: 'Date et heure',
    typed: 'Nom saisi',
    reachedBy: 'Contact',
    linkTo: (email) => `lien personnel envoyé à ${email}`,
    passkey: 'connexion avec une clé d’accès',
    letter: 'lien dans une lettre',
    paper: 'document papier signé à la main et vérifié par l’exploitant',
    ip: 'Adresse IP',
    browser: 'Navigateur',
    terms: 'Indications (SHA-256)',
    pdf: 'PDF présenté (SHA-256)',
    how: 'Type de signature',
    qualified: ({ service, signedBy, issuer }) =>
      `Signature électronique qualifiée par ${service}, certificat de ${signedBy}, délivré par ${issuer}`,
    termsOfDocument: 'Ce document\u00a0: indications (SHA-256)',
    checksums:
      'L’empreinte des indications porte sur le contenu convenu, celle du PDF sur le fichier mis à disposition pour lecture avant la signature. Si les locataires ne choisissent la forme qu’en signant, les empreintes des indications diffèrent. Les mêmes preuves figurent dans l’historique de la garantie, qui ne peut être modifié après coup sans que cela se voie.',
    seal: 'Si ce fichier porte un cachet électronique, votre programme PDF l’affiche. Il prouve que le fichier n’a pas été modifié depuis son établissement.',
    simple:
      'Les signatures sont des signatures électroniques simples. Ce ne sont pas des signatures électroniques qualifiées au sens de la loi fédérale sur la signature électronique (SCSE).',
    someQualified:
      'Les signatures désignées comme qualifiées proviennent d’un service de signature. Les autres sont des signatures électroniques simples, et non qualifiées au sens de la loi fédérale sur la signature électronique (SCSE).',
  },
  it: {
    title: 'Prova delle firme',
    intro: 'Questa pagina indica chi ha firmato, quando e come. Ciò che non è noto non figura.',
    name: 'Nome',
    at: 'Data e ora',
    typed: 'Nome digitato',
    reachedBy: 'Contatto',
    linkTo: (email) => `link personale inviato a ${email}`,
    passkey: 'accesso con passkey',
    letter: 'link in una lettera',
    paper: 'documento cartaceo firmato a mano e verificato dal gestore',
    ip: 'Indirizzo IP',
    browser: 'Browser',
    terms: 'Indicazioni (SHA-256)',
    pdf: 'PDF mostrato (SHA-256)',
    how: 'Tipo di firma',
    qualified: ({ service, signedBy, issuer }) =>
      `Firma elettronica qualificata tramite ${service}, certificato di ${signedBy}, rilasciato da ${issuer}`,
    termsOfDocument: 'Questo documento: indicazioni (SHA-256)',
    checksums:
      'L’impronta delle indicazioni è calcolata sul contenuto convenuto, quella del PDF sul file messo a disposizione per la lettura prima della firma. Se gli inquilini scelgono la forma solo al momento della firma, le impronte delle indicazioni differiscono. Le stesse prove figurano nella cronologia del deposito, che non può essere modificata in seguito senza che si veda.',
    seal: 'Se questo file reca un sigillo elettronico, il suo programma PDF lo mostra. Prova che il file non è stato modificato dopo l’emissione.',
    simple:
      'Le firme sono firme elettroniche semplici. Non sono firme elettroniche qualificate ai sensi della legge federale sulla firma elettronica (FiEle).',
    someQualified:
      'Le firme indicate come qualificate provengono da un servizio di firma. Le altre sono firme elettroniche semplici, non qualificate ai sensi della legge federale sulla firma elettronica (FiEle).',
  },
  en: {
    title: 'Evidence of the signatures',
    intro: 'This page records who signed, when and how. What is not known is left out.',
    name: 'Name',
    at: 'Time',
    typed: 'Name as typed',
    reachedBy: 'Reached by',
    linkTo: (email) => `personal link sent to ${email}`,
    passkey: 'sign-in with a passkey',
    letter: 'link in a letter',
    paper: 'paper, signed by hand and checked by the operator',
    ip: 'IP address',
    browser: 'Browser',
    terms: 'Terms (SHA-256)',
    pdf: 'PDF shown (SHA-256)',
    how: 'Kind of signature',
    qualified: ({ service, signedBy, issuer }) =>
      `Qualified electronic signature by ${service}, certificate of ${signedBy}, issued by ${issuer}`,
    termsOfDocument: 'This document: terms (SHA-256)',
    checksums:
      'The checksum of the terms covers what was agreed, the checksum of the PDF covers the file that could be read before signing. Where the tenants choose the form only when they sign, the checksums of the terms differ. The same evidence stands in the history of the deposit, which cannot be changed later without it showing.',
    seal: 'If this file bears an electronic seal, your PDF program shows it. It proves that the file has not been changed since it was issued.',
    simple:
      'The signatures are simple electronic signatures. They are not qualified electronic signatures under the Swiss Federal Act on Electronic Signatures (ZertES).',
    someQualified:
      'The signatures marked as qualified come from a signature service. The others are simple electronic signatures, not qualified under the Swiss Federal Act on Electronic Signatures (ZertES).',
  },
};
