import type { Language } from '../../../domain/values/language.ts';

/** The accounts of single properties and owners. */
type AccountWords = {
  title: string;
  means: string;
  label: string;
  hint: string;
  save: string;
  cancel: string;
  edit: string;
  done: string;
  asked: string;
  problems: string;
  line: (line: number) => string;
};

export const LANDLORD_ACCOUNTS_WORDS: Record<Language, AccountWords> = {
  de: {
    title: 'Konten der Vermieterschaft',
    means:
      'Auszahlungen an die Vermieterschaft gehen auf das Konto, das am genauesten passt: Liegenschaft und Vermieterschaft, dann Liegenschaft, dann Vermieterschaft, sonst das Konto der Organisation. Ein Konto pro Zeile: IBAN; Liegenschaftsnummer; Vermieterschaft; Inhaberschaft; BIC. Was leer ist, lassen Sie weg.',
    label: 'Konten',
    hint: 'Zum Beispiel: CH93 0076 2011 6238 5295 7; L-100. Keine QR-IBAN.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    edit: 'Konten bearbeiten',
    done: 'Die Konten sind gespeichert.',
    asked: 'Die Änderung ist beantragt. Sie gilt, sobald der Betreiber sie freigegeben hat.',
    problems: 'Bitte prüfen Sie:',
    line: (line) => `Zeile ${line}`,
  },
  fr: {
    title: 'Comptes des bailleurs',
    means:
      'Les virements aux bailleurs vont sur le compte le plus précis\u00a0: immeuble et bailleur, puis immeuble, puis bailleur, sinon le compte de l’organisation. Un compte par ligne\u00a0: IBAN; numéro de l’immeuble; bailleur; titulaire; BIC. Omettez ce qui est vide.',
    label: 'Comptes',
    hint: 'Par exemple\u00a0: CH93 0076 2011 6238 5295 7; L-100. Pas de QR-IBAN.',
    save: 'Enregistrer',
    cancel: 'Annuler',
    edit: 'Modifier les comptes',
    done: 'Les comptes sont enregistrés.',
    asked: 'La modification est demandée. Elle sera valable dès que l’exploitant l’aura approuvée.',
    problems: 'Veuillez vérifier\u00a0:',
    line: (line) => `Ligne ${line}`,
  },
  it: {
    title: 'Conti dei locatori',
    means:
      'I pagamenti ai locatori vanno sul conto più specifico: immobile e locatore, poi immobile, poi locatore, altrimenti il conto dell’organizzazione. Un conto per riga: IBAN; numero dell’immobile; locatore; titolare; BIC. Ometta ciò che è vuoto.',
    label: 'Conti',
    hint: 'Per esempio: CH93 0076 2011 6238 5295 7; L-100. Nessun QR-IBAN.',
    save: 'Salva',
    cancel: 'Annulla',
    edit: 'Modifica i conti',
    done: 'I conti sono salvati.',
    asked: 'La modifica è richiesta. Varrà appena il gestore l’avrà approvata.',
    problems: 'Verifichi:',
    line: (line) => `Riga ${line}`,
  },
  en: {
    title: 'Accounts of landlords',
    means:
      'Payouts to landlords go to the account that fits best: property and landlord, then property, then landlord, otherwise the account of the organization. One account per line: IBAN; property number; landlord; holder; BIC. Leave out what is empty.',
    label: 'Accounts',
    hint: 'Such as: CH93 0076 2011 6238 5295 7; L-100. No QR-IBAN.',
    save: 'Save',
    cancel: 'Cancel',
    edit: 'Change the accounts',
    done: 'The accounts are saved.',
    asked: 'The change is asked for. It counts once the operator has approved it.',
    problems: 'Please check:',
    line: (line) => `Line ${line}`,
  },
};
