import type { Language } from '../../../domain/values/language.ts';

type BrandCardWords = Record<
  | 'title'
  | 'means'
  | 'lead'
  | 'name'
  | 'logo'
  | 'colour'
  | 'footer'
  | 'none'
  | 'there'
  | 'standard'
  | 'change'
  | 'save'
  | 'cancel',
  string
>;

/** How the organization looks to its members and tenants. */
export const BRAND_CARD_WORDS: Record<Language, BrandCardWords> = {
  de: {
    title: 'Auftritt',
    means: 'So erscheint Ihre Organisation auf Seiten, in E-Mails und auf Dokumenten.',
    lead: 'Name, Logo und Farbe erscheinen auf den Seiten Ihrer Mitglieder und Mieterschaften, in E-Mails und auf neuen Dokumenten. Bereits erstellte Dokumente bleiben, wie sie sind. Was leer ist, gilt wie bei der übergeordneten Organisation oder beim Betreiber.',
    name: 'Name',
    logo: 'Logo',
    colour: 'Farbe',
    footer: 'Fusszeile',
    none: 'keines',
    there: 'vorhanden',
    standard: 'Standard',
    change: 'Auftritt ändern',
    save: 'Speichern',
    cancel: 'Abbrechen',
  },
  fr: {
    title: 'Présentation',
    means: 'Voici comment votre organisation apparaît sur les pages, dans les e-mails et sur les documents.',
    lead: 'Le nom, le logo et la couleur apparaissent sur les pages de vos membres et de vos locataires, dans les e-mails et sur les nouveaux documents. Les documents déjà établis ne changent pas. Ce qui est vide est repris de l’organisation principale ou de l’exploitant.',
    name: 'Nom',
    logo: 'Logo',
    colour: 'Couleur',
    footer: 'Pied de page',
    none: 'aucun',
    there: 'présent',
    standard: 'standard',
    change: 'Modifier la présentation',
    save: 'Enregistrer',
    cancel: 'Annuler',
  },
  it: {
    title: 'Presentazione',
    means: 'Così la sua organizzazione appare sulle pagine, nelle e-mail e sui documenti.',
    lead: 'Nome, logo e colore appaiono sulle pagine dei suoi membri e dei suoi inquilini, nelle e-mail e sui nuovi documenti. I documenti già allestiti non cambiano. Ciò che è vuoto è ripreso dall’organizzazione superiore o dal gestore.',
    name: 'Nome',
    logo: 'Logo',
    colour: 'Colore',
    footer: 'Piè di pagina',
    none: 'nessuno',
    there: 'presente',
    standard: 'standard',
    change: 'Modificare la presentazione',
    save: 'Salvare',
    cancel: 'Annullare',
  },
  en: {
    title: 'Branding',
    means: 'This is how your organization appears on pages, in mails and on documents.',
    lead: 'Name, logo and colour appear on the pages of your members and tenants, in mails and on new documents. Documents that exist stay as they are. What is empty comes from the parent organization or the operator.',
    name: 'Name',
    logo: 'Logo',
    colour: 'Colour',
    footer: 'Footer',
    none: 'none',
    there: 'set',
    standard: 'standard',
    change: 'Change the branding',
    save: 'Save',
    cancel: 'Cancel',
  },
};
