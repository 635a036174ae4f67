import type { Language } from '../../domain/values/language.ts';

type ChangePageWords = {
  heading: string;
  lead: (organization: string) => string;
  what: string;
  means: string;
  consent: string;
  evidence: string;
  button: string;
  draft: string;
  thanks: string;
  waits: { to_sign: string; at_provider: string; to_pay: string; to_pay_out: string };
  running: string;
  cancel: string;
  cancelMeans: string;
  cancelButton: string;
};

export const TENANT_CHANGE_WORDS: Record<Language, ChangePageWords> = {
  de: {
    heading: 'Ihre Mietkaution soll geändert werden',
    lead: (organization) =>
      `${organization} schlägt einen Nachtrag vor. Bitte lesen und unterzeichnen Sie ihn. Bis alle unterzeichnet haben, bleibt alles, wie es ist.`,
    what: 'Was sich ändert',
    means: 'Was das bedeutet',
    consent: 'Ich habe den Nachtrag gelesen und bin damit einverstanden.',
    evidence:
      'Als Nachweis halten wir fest: Ihren eingetippten Namen, den Zeitpunkt, Ihre IP-Adresse, Ihren Browser und eine Prüfsumme des Nachtrags.',
    button: 'Änderung unterzeichnen',
    draft: 'Nachtrag als PDF',
    thanks: 'Danke, Sie haben die Änderung unterzeichnet',
    waits: {
      to_sign: 'Es fehlen noch Unterschriften. Sie müssen nichts weiter tun.',
      at_provider: 'Alle haben unterzeichnet. Jetzt entscheidet die Bank oder die Versicherung.',
      to_pay: 'Alle haben unterzeichnet. Bitte zahlen Sie den folgenden Betrag ein; danach gilt die Änderung.',
      to_pay_out: 'Alle haben unterzeichnet. Das Geld wird der Mieterschaft ausbezahlt.',
    },
    running: 'Laufende Änderung',
    cancel: 'Nicht einverstanden?',
    cancelMeans:
      'Sie können die Änderung abbrechen. Dann bleibt die Mietkaution, wie sie war, und alle werden informiert. Was für die Änderung einbezahlt ist, geht zurück.',
    cancelButton: 'Änderung abbrechen',
  },
  fr: {
    heading: 'Votre garantie de loyer doit être modifiée',
    lead: (organization) =>
      `${organization} propose un avenant. Veuillez le lire et le signer. Tant que toutes les parties n’ont pas signé, rien ne change.`,
    what: 'Ce qui change',
    means: 'Ce que cela signifie',
    consent: 'J’ai lu l’avenant et je l’accepte.',
    evidence:
      'À titre de preuve, nous conservons\u00a0: votre nom tel que saisi, la date et l’heure, votre adresse IP, votre navigateur et une empreinte de l’avenant.',
    button: 'Signer la modification',
    draft: 'Avenant en PDF',
    thanks: 'Merci, vous avez signé la modification',
    waits: {
      to_sign: 'Il manque encore des signatures. Vous n’avez plus rien à faire.',
      at_provider: 'Tout le monde a signé. C’est maintenant au tour de la banque ou de l’assurance.',
      to_pay: 'Tout le monde a signé. Veuillez verser le montant suivant\u00a0; ensuite la modification prend effet.',
      to_pay_out: 'Tout le monde a signé. L’argent est viré aux locataires.',
    },
    running: 'Modification en cours',
    cancel: 'Vous n’êtes pas d’accord\u00a0?',
    cancelMeans:
      'Vous pouvez interrompre la modification. La garantie de loyer reste alors comme avant, et tout le monde est informé. Ce qui a été versé pour la modification est remboursé.',
    cancelButton: 'Interrompre la modification',
  },
  it: {
    heading: 'Il suo deposito di garanzia deve essere modificato',
    lead: (organization) =>
      `${organization} propone un’aggiunta. La preghiamo di leggerla e firmarla. Finché non hanno firmato tutti, nulla cambia.`,
    what: 'Che cosa cambia',
    means: 'Che cosa significa',
    consent: 'Ho letto l’aggiunta e l’accetto.',
    evidence:
      'Come prova conserviamo: il nome da lei digitato, data e ora, il suo indirizzo IP, il suo browser e un’impronta dell’aggiunta.',
    button: 'Firma la modifica',
    draft: 'Aggiunta in PDF',
    thanks: 'Grazie, abbiamo registrato la sua firma della modifica',
    waits: {
      to_sign: 'Mancano ancora delle firme. Lei non deve fare altro.',
      at_provider: 'Hanno firmato tutti. Ora tocca alla banca o all’assicurazione.',
      to_pay: 'Hanno firmato tutti. La preghiamo di versare il seguente importo; la modifica vale dopo il versamento.',
      to_pay_out: 'Hanno firmato tutti. Il denaro viene pagato agli inquilini.',
    },
    running: 'Modifica in corso',
    cancel: 'Non è d’accordo?',
    cancelMeans:
      'Può interrompere la modifica. Il deposito resta allora com’era e tutti vengono informati. Quanto versato per la modifica viene rimborsato.',
    cancelButton: 'Interrompi la modifica',
  },
  en: {
    heading: 'Your rental deposit is to be changed',
    lead: (organization) =>
      `${organization} proposes an amendment. Please read and sign it. Until everyone has signed, everything stays as it is.`,
    what: 'What changes',
    means: 'What this means',
    consent: 'I have read the amendment and agree to it.',
    evidence:
      'As evidence we keep: your name as typed, the time, your IP address, your browser and a checksum of the amendment.',
    button: 'Sign the change',
    draft: 'Amendment as PDF',
    thanks: 'Thank you, you have signed the change',
    waits: {
      to_sign: 'Signatures are still missing. You do not have to do anything else.',
      at_provider: 'Everyone has signed. Now it is up to the bank or the insurer.',
      to_pay: 'Everyone has signed. Please pay in the following amount; then the change takes effect.',
      to_pay_out: 'Everyone has signed. The money is being paid out to the tenants.',
    },
    running: 'Running change',
    cancel: 'Do you not agree?',
    cancelMeans:
      'You can cancel the change. The deposit then stays as it was, and everyone is told. What was paid for the change goes back.',
    cancelButton: 'Cancel the change',
  },
};
