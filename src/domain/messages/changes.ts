import type { ChangeKind, ChangeState } from '../change-kinds.ts';
import type { Amendment, ChangedTerms } from '../document.ts';
import type { Product } from '../product.ts';
import type { Language } from '../values/language.ts';
import { formatChf } from '../values/money.ts';
import { NO_HOUSE_NUMBER } from '../values/postal-address.ts';
import { offerInShort } from './offers.ts';

type ChangeWords = {
  kinds: Record<ChangeKind, string>;
  states: Record<ChangeState, string>;
  products: Record<Product, string>;
  label: { tenants: string; owner: string; amount: string; product: string };
  before: string;
  after: string;
  /** `Amendment 1`. */
  title: (number: number) => string;
  amends: string;
  /** What follows once all have signed. */
  effect: (amendment: Amendment) => string;
  /** All that is not amended. */
  rest: string;
  /** A new owner takes over the tenancy by law. */
  unsigned: string;
};

const isMore = ({ before, after }: Amendment): boolean => after.rentalDeposit > before.rentalDeposit;
const difference = ({ before, after }: Amendment): string =>
  `CHF ${formatChf(Math.abs(after.rentalDeposit - before.rentalDeposit) as Amendment['after']['rentalDeposit'])}`;
const isBank = ({ product }: ChangedTerms): boolean => product === 'bank_deposit';

export const CHANGE_WORDS: Record<Language, ChangeWords> = {
  de: {
    kinds: {
      tenant_joins: 'Jemand zieht ein',
      tenant_leaves: 'Jemand zieht aus',
      main_tenant: 'Andere Hauptmieterschaft',
      owner: 'Neue Vermieterschaft',
      amount: 'Anderer Betrag',
      product: 'Andere Art der Sicherheit',
    },
    states: {
      to_sign: 'wartet auf Unterschriften',
      at_provider: 'wartet auf die Bank oder Versicherung',
      to_pay: 'wartet auf die Einzahlung',
      to_pay_out: 'wird ausbezahlt',
      done: 'in Kraft',
      cancelled: 'abgebrochen',
      refused: 'abgelehnt',
    },
    products: { bank_deposit: 'Bankdepot', insurance: 'Kautionsversicherung' },
    label: { tenants: 'Mieterschaft', owner: 'Vermieterschaft', amount: 'Mietkaution', product: 'Art der Sicherheit' },
    before: 'Bisher',
    after: 'Neu',
    title: (number) => `Nachtrag ${number}`,
    amends: 'Dieser Nachtrag ändert die Vereinbarung über die Mietkaution wie folgt.',
    effect: (amendment) => {
      switch (amendment.kind) {
        case 'tenant_joins':
          return 'Die neue Person wird Partei der Vereinbarung über die Mietkaution. Der Nachtrag gilt, sobald alle unterzeichnet haben.';
        case 'tenant_leaves':
          return 'Die ausziehende Person scheidet aus der Vereinbarung aus und hat keine Ansprüche mehr auf die Mietkaution. Der Nachtrag gilt, sobald alle unterzeichnet haben.';
        case 'main_tenant':
          return 'Konto oder Deckung lauten künftig auf die neue Hauptmieterschaft. Der Nachtrag gilt, sobald alle unterzeichnet haben und die Bank oder die Versicherung zugestimmt hat.';
        case 'owner':
          return 'Die neue Vermieterschaft tritt in die Vereinbarung ein. Konto, Deckung und Betrag bleiben, wie sie sind.';
        case 'amount':
          if (!isBank(amendment.before))
            return 'Der Nachtrag gilt, sobald alle unterzeichnet haben und die Versicherung die neue Summe bestätigt hat.';
          return isMore(amendment)
            ? `Der Nachtrag gilt, sobald alle unterzeichnet haben und die Differenz von ${difference(amendment)} einbezahlt ist.`
            : `Die Differenz von ${difference(amendment)} wird der Mieterschaft ausbezahlt. Der Nachtrag gilt, sobald sie ausbezahlt ist.`;
        case 'product':
          return isBank(amendment.before)
            ? 'Sobald die Versicherung die Deckung bestätigt hat, gilt der Nachtrag, und das Guthaben auf dem Konto wird der Mieterschaft ausbezahlt.'
            : 'Die Mieterschaft zahlt die Mietkaution auf ein Konto auf den Namen der Hauptmieterschaft ein. Sobald sie vollständig einbezahlt ist, gilt der Nachtrag, und die Versicherung endet.';
      }
    },
    rest: 'Alles Übrige bleibt unverändert.',
    unsigned: 'Der Wechsel der Vermieterschaft gilt von Gesetzes wegen (Art. 261 OR) und braucht keine Unterschrift.',
  },
  fr: {
    kinds: {
      tenant_joins: 'Une personne emménage',
      tenant_leaves: 'Une personne déménage',
      main_tenant: 'Autre locataire principal',
      owner: 'Nouveau bailleur',
      amount: 'Autre montant',
      product: 'Autre forme',
    },
    states: {
      to_sign: 'attend les signatures',
      at_provider: 'attend la banque ou l’assurance',
      to_pay: 'attend le versement',
      to_pay_out: 'en cours de remboursement',
      done: 'en vigueur',
      cancelled: 'interrompue',
      refused: 'refusée',
    },
    products: { bank_deposit: 'Dépôt bancaire', insurance: 'Assurance de garantie' },
    label: { tenants: 'Locataires', owner: 'Bailleur', amount: 'Garantie de loyer', product: 'Forme de la garantie' },
    before: 'Jusqu’ici',
    after: 'Nouveau',
    title: (number) => `Avenant ${number}`,
    amends: 'Le présent avenant modifie la convention de garantie de loyer comme suit.',
    effect: (amendment) => {
      switch (amendment.kind) {
        case 'tenant_joins':
          return 'La nouvelle personne devient partie à la convention de garantie de loyer. L’avenant prend effet dès que toutes les parties ont signé.';
        case 'tenant_leaves':
          return 'La personne qui part n’est plus partie à la convention et n’a plus de prétention sur la garantie de loyer. L’avenant prend effet dès que toutes les parties ont signé.';
        case 'main_tenant':
          return 'Le compte ou la couverture passe au nom du nouveau locataire principal. L’avenant prend effet dès que toutes les parties ont signé et que la banque ou l’assurance a accepté.';
        case 'owner':
          return 'Le nouveau bailleur devient partie à la convention. Le compte, la couverture et le montant ne changent pas.';
        case 'amount':
          if (!isBank(amendment.before))
            return 'L’avenant prend effet dès que toutes les parties ont signé et que l’assurance a confirmé la nouvelle somme.';
          return isMore(amendment)
            ? `L’avenant prend effet dès que toutes les parties ont signé et que la différence de ${difference(amendment)} est versée.`
            : `La différence de ${difference(amendment)} est remboursée aux locataires. L’avenant prend effet dès qu’elle est remboursée.`;
        case 'product':
          return isBank(amendment.before)
            ? 'Dès que l’assurance a confirmé la couverture, l’avenant prend effet et l’avoir du compte est remboursé aux locataires.'
            : 'Les locataires versent la garantie de loyer sur un compte au nom du locataire principal. Dès qu’elle est versée en entier, l’avenant prend effet et l’assurance prend fin.';
      }
    },
    rest: 'Tout le reste demeure inchangé.',
    unsigned: 'Le changement de bailleur vaut de par la loi (art. 261 CO) et ne demande aucune signature.',
  },
  it: {
    kinds: {
      tenant_joins: 'Si aggiunge un inquilino',
      tenant_leaves: 'Un inquilino lascia la locazione',
      main_tenant: 'Altro inquilino principale',
      owner: 'Nuovo locatore',
      amount: 'Altro importo',
      product: 'Altra forma',
    },
    states: {
      to_sign: 'attende le firme',
      at_provider: 'attende la banca o l’assicurazione',
      to_pay: 'attende il versamento',
      to_pay_out: 'in corso di rimborso',
      done: 'in vigore',
      cancelled: 'interrotta',
      refused: 'rifiutata',
    },
    products: { bank_deposit: 'Deposito bancario', insurance: 'Assicurazione di garanzia' },
    label: { tenants: 'Inquilini', owner: 'Locatore', amount: 'Deposito di garanzia', product: 'Forma della garanzia' },
    before: 'Finora',
    after: 'Nuovo',
    title: (number) => `Aggiunta ${number}`,
    amends: 'La presente aggiunta modifica la convenzione sul deposito di garanzia come segue.',
    effect: (amendment) => {
      switch (amendment.kind) {
        case 'tenant_joins':
          return 'La nuova persona diventa parte della convenzione sul deposito di garanzia. L’aggiunta vale non appena tutti hanno firmato.';
        case 'tenant_leaves':
          return 'La persona che esce non è più parte della convenzione e non ha più pretese sul deposito di garanzia. L’aggiunta vale non appena tutti hanno firmato.';
        case 'main_tenant':
          return 'Il conto o la copertura passa al nome del nuovo inquilino principale. L’aggiunta vale non appena tutti hanno firmato e la banca o l’assicurazione ha accettato.';
        case 'owner':
          return 'Il nuovo locatore diventa parte della convenzione. Conto, copertura e importo restano invariati.';
        case 'amount':
          if (!isBank(amendment.before))
            return 'L’aggiunta vale non appena tutti hanno firmato e l’assicurazione ha confermato la nuova somma.';
          return isMore(amendment)
            ? `L’aggiunta vale non appena tutti hanno firmato e la differenza di ${difference(amendment)} è versata.`
            : `La differenza di ${difference(amendment)} viene rimborsata agli inquilini. L’aggiunta vale non appena è rimborsata.`;
        case 'product':
          return isBank(amendment.before)
            ? 'Non appena l’assicurazione ha confermato la copertura, l’aggiunta vale e l’avere del conto viene rimborsato agli inquilini.'
            : 'Gli inquilini versano il deposito di garanzia su un conto intestato all’inquilino principale. Non appena è versato per intero, l’aggiunta vale e l’assicurazione termina.';
      }
    },
    rest: 'Tutto il resto rimane invariato.',
    unsigned: 'Il cambio di locatore vale per legge (art. 261 CO) e non richiede alcuna firma.',
  },
  en: {
    kinds: {
      tenant_joins: 'Someone moves in',
      tenant_leaves: 'Someone moves out',
      main_tenant: 'Another main tenant',
      owner: 'New landlord',
      amount: 'Another amount',
      product: 'Another form',
    },
    states: {
      to_sign: 'waits for signatures',
      at_provider: 'waits for the bank or the insurer',
      to_pay: 'waits for the payment',
      to_pay_out: 'is being paid out',
      done: 'in force',
      cancelled: 'cancelled',
      refused: 'refused',
    },
    products: { bank_deposit: 'Bank deposit', insurance: 'Deposit insurance' },
    label: { tenants: 'Tenants', owner: 'Landlord', amount: 'Rental deposit', product: 'Form of security' },
    before: 'Before',
    after: 'New',
    title: (number) => `Amendment ${number}`,
    amends: 'This amendment changes the agreement on the rental deposit as follows.',
    effect: (amendment) => {
      switch (amendment.kind) {
        case 'tenant_joins':
          return 'The new person becomes a party to the agreement on the rental deposit. The amendment takes effect once everyone has signed.';
        case 'tenant_leaves':
          return 'The person who moves out is no longer a party to the agreement and has no further claim to the rental deposit. The amendment takes effect once everyone has signed.';
        case 'main_tenant':
          return 'The account or the cover passes to the name of the new main tenant. The amendment takes effect once everyone has signed and the bank or the insurer has agreed.';
        case 'owner':
          return 'The new landlord becomes a party to the agreement. Account, cover and amount stay as they are.';
        case 'amount':
          if (!isBank(amendment.before))
            return 'The amendment takes effect once everyone has signed and the insurer has confirmed the new sum.';
          return isMore(amendment)
            ? `The amendment takes effect once everyone has signed and the difference of ${difference(amendment)} is paid in.`
            : `The difference of ${difference(amendment)} is paid out to the tenants. The amendment takes effect once it is paid out.`;
        case 'product':
          return isBank(amendment.before)
            ? 'Once the insurer has confirmed the cover, the amendment takes effect, and the money on the account is paid out to the tenants.'
            : 'The tenants pay the rental deposit into an account in the name of the main tenant. Once it is paid in full, the amendment takes effect and the insurance ends.';
      }
    },
    rest: 'Everything else stays as it is.',
    unsigned: 'The change of landlord takes effect by law (Art. 261 CO) and needs no signature.',
  },
};

/** What is amended: label, before, after. */
export function amendmentRow(amendment: Amendment, language: Language): [label: string, before: string, after: string] {
  const { label } = CHANGE_WORDS[language];
  const { before, after, kind } = amendment;
  const each = (name: string, say: (terms: ChangedTerms) => string): [string, string, string] => [
    name,
    say(before),
    say(after),
  ];
  switch (kind) {
    case 'tenant_joins':
    case 'tenant_leaves':
    case 'main_tenant':
      return each(label.tenants, ({ tenants }) => tenants.join('\n'));
    case 'owner':
      return each(label.owner, ({ owner }) => `${owner.name}\n${addressOf(owner.address)}`);
    case 'amount':
      return each(label.amount, ({ rentalDeposit }) => `CHF ${formatChf(rentalDeposit)}`);
    case 'product':
      return each(label.product, (terms) => productOf(terms, language));
  }
}

/** With who provides it, and at what price. */
function productOf({ product, offers, rentalDeposit }: ChangedTerms, language: Language): string {
  const name = CHANGE_WORDS[language].products[product];
  const [offer] = offers;
  return offer === undefined ? name : `${name}\n${offerInShort(offer, rentalDeposit, language)}`;
}

function addressOf({ street, streetNumber, zip, city, countryCode }: ChangedTerms['owner']['address']): string {
  const line = streetNumber === NO_HOUSE_NUMBER ? street : `${street} ${streetNumber}`;
  return `${line}, ${zip} ${city}${countryCode === 'CH' ? '' : ` (${countryCode})`}`;
}
