import type { ChangeKind } from '../../../domain/change-kinds.ts';
import type { Language } from '../../../domain/values/language.ts';

type ChangePageWords = {
  heading: string;
  start: string;
  startMeans: string;
  choose: string;
  means: Record<ChangeKind, string>;
  who: string;
  newAmount: string;
  newAmountHint: string;
  newProduct: string;
  newProductMeans: Record<'bank_deposit' | 'insurance', string>;
  submit: string;
  back: string;
  signatures: string;
  manager: string;
  signed: string;
  notSigned: string;
  draft: string;
  sign: string;
  signMeans: string;
  cancel: string;
  cancelMeans: string;
  cancelOpen: string;
  paysOut: string;
  running: string;
  earlier: string;
  amendment: string;
  problem: string;
  done: Record<'change' | 'change_sign' | 'change_cancel', string>;
};

export const CHANGE_PAGE_WORDS: Record<Language, ChangePageWords> = {
  de: {
    heading: 'Änderungen',
    start: 'Änderung einleiten',
    startMeans: 'Die Mietkaution ist in Kraft. Was vereinbart ist, ändert ein Nachtrag, den alle unterzeichnen.',
    choose: 'Was ändert sich?',
    means: {
      tenant_joins:
        'Eine weitere Person kommt zur Mieterschaft. Die ganze Mieterschaft, auch die neue Person, und Sie unterzeichnen.',
      tenant_leaves: 'Eine Person scheidet aus dem Mietverhältnis aus. Alle, auch sie, und Sie unterzeichnen.',
      main_tenant:
        'Konto oder Deckung gehen auf eine andere Person über. Alle und Sie unterzeichnen; danach entscheidet die Bank oder die Versicherung.',
      owner:
        'Die Liegenschaft wurde verkauft. Niemand unterzeichnet; die Mieterschaft und die Bank oder Versicherung werden informiert.',
      amount:
        'Die Mietkaution wird höher oder tiefer. Alle und Sie unterzeichnen; danach wird die Differenz einbezahlt oder ausbezahlt.',
      product:
        'Vom Bankdepot zur Kautionsversicherung oder zurück. Alle und Sie unterzeichnen; die neue Sicherheit steht, bevor die alte frei wird.',
    },
    who: 'Wer?',
    newAmount: 'Neuer Betrag in CHF',
    newAmountHint: 'Wird auf 5 Rappen gerundet.',
    newProduct: 'Neue Art der Sicherheit',
    newProductMeans: {
      bank_deposit: 'Die Mieterschaft zahlt den ganzen Betrag auf ein Konto ein; dann endet die Versicherung.',
      insurance: 'Bestätigt die Versicherung die Deckung, wird das Guthaben der Mieterschaft ausbezahlt.',
    },
    submit: 'Änderung einleiten',
    back: 'Zurück zur Mietkaution',
    signatures: 'Unterschriften',
    manager: 'Verwaltung',
    signed: 'unterzeichnet',
    notSigned: 'fehlt noch',
    draft: 'Nachtrag als PDF',
    sign: 'Änderung unterzeichnen',
    signMeans: 'Sie unterzeichnen den Nachtrag im Namen der Vermieterschaft.',
    cancel: 'Änderung abbrechen',
    cancelMeans:
      'Die Mietkaution bleibt, wie sie war. Alle Beteiligten werden informiert; was für die Änderung einbezahlt ist, geht zurück.',
    cancelOpen: 'Abbrechen …',
    paysOut:
      'Das Geld ist unterwegs zur Mieterschaft. Bis es ausbezahlt ist, lässt sich die Änderung nicht abbrechen und die Mietkaution nicht auflösen.',
    running: 'Laufende Änderung',
    earlier: 'Frühere Änderungen',
    amendment: 'Nachtrag',
    problem: 'Bitte berichtigen',
    done: {
      change: 'Die Änderung ist eingeleitet.',
      change_sign: 'Sie haben die Änderung unterzeichnet.',
      change_cancel: 'Die Änderung ist abgebrochen.',
    },
  },
  fr: {
    heading: 'Modifications',
    start: 'Lancer une modification',
    startMeans:
      'La garantie de loyer est en vigueur. Ce qui est convenu se modifie par un avenant que toutes les parties signent.',
    choose: 'Qu’est-ce qui change?',
    means: {
      tenant_joins:
        'Une personne de plus devient locataire. Tous les locataires, aussi la nouvelle personne, et vous signez.',
      tenant_leaves: 'Une personne quitte le bail. Tous, aussi cette personne, et vous signez.',
      main_tenant:
        'Le compte ou la couverture passe à une autre personne. Tous et vous signez; ensuite la banque ou l’assurance décide.',
      owner: 'L’immeuble a été vendu. Personne ne signe; les locataires et la banque ou l’assurance sont informés.',
      amount:
        'La garantie de loyer augmente ou diminue. Tous et vous signez; ensuite la différence est versée ou remboursée.',
      product:
        'Du dépôt bancaire à l’assurance de garantie, ou l’inverse. Tous et vous signez; la nouvelle sûreté existe avant que l’ancienne soit libérée.',
    },
    who: 'Qui?',
    newAmount: 'Nouveau montant en CHF',
    newAmountHint: 'Arrondi à 5 centimes.',
    newProduct: 'Nouvelle forme',
    newProductMeans: {
      bank_deposit: 'Les locataires versent tout le montant sur un compte; ensuite l’assurance prend fin.',
      insurance: 'Dès que l’assurance confirme la couverture, l’avoir est remboursé aux locataires.',
    },
    submit: 'Lancer la modification',
    back: 'Retour à la garantie de loyer',
    signatures: 'Signatures',
    manager: 'Gérance',
    signed: 'signé',
    notSigned: 'manque encore',
    draft: 'Avenant en PDF',
    sign: 'Signer la modification',
    signMeans: 'Vous signez l’avenant au nom du bailleur.',
    cancel: 'Interrompre la modification',
    cancelMeans:
      'La garantie de loyer reste comme avant. Toutes les personnes concernées sont informées; ce qui a été versé pour la modification est remboursé.',
    cancelOpen: 'Interrompre …',
    paysOut:
      'L’argent est en route vers les locataires. Jusqu’à son remboursement, la modification ne peut être interrompue ni la garantie libérée.',
    running: 'Modification en cours',
    earlier: 'Modifications antérieures',
    amendment: 'Avenant',
    problem: 'À corriger',
    done: {
      change: 'La modification est lancée.',
      change_sign: 'Vous avez signé la modification.',
      change_cancel: 'La modification est interrompue.',
    },
  },
  it: {
    heading: 'Modifiche',
    start: 'Avvia una modifica',
    startMeans: 'Il deposito di garanzia è in vigore. Quanto convenuto si modifica con un’aggiunta che tutti firmano.',
    choose: 'Che cosa cambia?',
    means: {
      tenant_joins: 'Un’altra persona diventa inquilina. Firmano tutti gli inquilini, anche la nuova persona, e lei.',
      tenant_leaves: 'Una persona lascia la locazione. Firmano tutti, anche questa persona, e lei.',
      main_tenant:
        'Il conto o la copertura passa a un’altra persona. Firmano tutti e Lei; poi decide la banca o l’assicurazione.',
      owner: 'L’immobile è stato venduto. Nessuno firma; inquilini e banca o assicurazione vengono informati.',
      amount: 'Il deposito aumenta o diminuisce. Firmano tutti e Lei; poi la differenza viene versata o rimborsata.',
      product:
        'Dal deposito bancario all’assicurazione di garanzia, o viceversa. Firmano tutti e Lei; la nuova garanzia esiste prima che la vecchia sia liberata.',
    },
    who: 'Chi?',
    newAmount: 'Nuovo importo in CHF',
    newAmountHint: 'Viene arrotondato a 5 centesimi.',
    newProduct: 'Nuova forma',
    newProductMeans: {
      bank_deposit: 'Gli inquilini versano l’intero importo su un conto; poi l’assicurazione termina.',
      insurance: 'Appena l’assicurazione conferma la copertura, l’avere viene rimborsato agli inquilini.',
    },
    submit: 'Avvia la modifica',
    back: 'Torna al deposito',
    signatures: 'Firme',
    manager: 'Amministrazione',
    signed: 'firmato',
    notSigned: 'manca ancora',
    draft: 'Aggiunta in PDF',
    sign: 'Firma la modifica',
    signMeans: 'Lei firma l’aggiunta a nome del locatore.',
    cancel: 'Interrompi la modifica',
    cancelMeans:
      'Il deposito resta com’era. Tutti gli interessati vengono informati; quanto versato per la modifica viene rimborsato.',
    cancelOpen: 'Interrompi …',
    paysOut:
      'Il denaro è in viaggio verso gli inquilini. Finché non è rimborsato, la modifica non può essere interrotta né il deposito liberato.',
    running: 'Modifica in corso',
    earlier: 'Modifiche precedenti',
    amendment: 'Aggiunta',
    problem: 'Da correggere',
    done: {
      change: 'La modifica è avviata.',
      change_sign: 'Ha firmato la modifica.',
      change_cancel: 'La modifica è interrotta.',
    },
  },
  en: {
    heading: 'Changes',
    start: 'Start a change',
    startMeans: 'The rental deposit is in force. What was agreed is changed by an amendment that everyone signs.',
    choose: 'What changes?',
    means: {
      tenant_joins: 'Another person becomes a tenant. All tenants, the new person too, and you sign.',
      tenant_leaves: 'A person leaves the tenancy. Everyone, that person too, and you sign.',
      main_tenant:
        'The account or the cover passes to another person. Everyone and you sign; then the bank or the insurer decides.',
      owner: 'The property was sold. Nobody signs; the tenants and the bank or the insurer are told.',
      amount:
        'The deposit becomes larger or smaller. Everyone and you sign; then the difference is paid in or paid out.',
      product:
        'From bank deposit to insurance, or back. Everyone and you sign; the new security stands before the old one is released.',
    },
    who: 'Who?',
    newAmount: 'New amount in CHF',
    newAmountHint: 'It is rounded to 5 Rappen.',
    newProduct: 'New form',
    newProductMeans: {
      bank_deposit: 'The tenants pay the whole amount into an account; then the insurance ends.',
      insurance: 'Once the insurer confirms the cover, the money is paid out to the tenants.',
    },
    submit: 'Start the change',
    back: 'Back to the deposit',
    signatures: 'Signatures',
    manager: 'Property management',
    signed: 'signed',
    notSigned: 'still missing',
    draft: 'Amendment as PDF',
    sign: 'Sign the change',
    signMeans: 'You sign the amendment in the name of the landlord.',
    cancel: 'Cancel the change',
    cancelMeans: 'The deposit stays as it was. Everyone concerned is told; what was paid for the change goes back.',
    cancelOpen: 'Cancel …',
    paysOut:
      'The money is on its way to the tenants. Until it is paid out, the change cannot be cancelled, nor the deposit closed.',
    running: 'Running change',
    earlier: 'Earlier changes',
    amendment: 'Amendment',
    problem: 'Please correct',
    done: {
      change: 'The change has been started.',
      change_sign: 'You have signed the change.',
      change_cancel: 'The change is cancelled.',
    },
  },
};
