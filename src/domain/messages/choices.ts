import type { CIVIL_STATUSES, LegalForm, TenantType, TITLES } from '../tenant.ts';
import type { Language } from '../values/language.ts';

/** Codes of the payload as people choose and read them. */
export type ChoiceWords = {
  languages: Record<Language, string>;
  yes: string;
  no: string;
  tenantTypes: Record<TenantType, string>;
  titles: Record<(typeof TITLES)[number], string>;
  civilStatuses: Record<(typeof CIVIL_STATUSES)[number], string>;
  legalForms: Record<LegalForm, string>;
};

export const CHOICE_WORDS: Record<Language, ChoiceWords> = {
  de: {
    languages: { de: 'Deutsch', fr: 'Französisch', it: 'Italienisch', en: 'Englisch' },
    yes: 'Ja',
    no: 'Nein',
    tenantTypes: { natural: 'Privatperson', legal: 'Firma' },
    titles: { mr: 'Herr', ms: 'Frau' },
    civilStatuses: {
      single: 'ledig',
      married: 'verheiratet',
      divorced: 'geschieden',
      widowed: 'verwitwet',
      other: 'anderer',
    },
    legalForms: {
      ag: 'Aktiengesellschaft (AG)',
      gmbh: 'Gesellschaft mit beschränkter Haftung (GmbH)',
      simple_partnership: 'Einfache Gesellschaft',
      general_partnership: 'Kollektivgesellschaft',
      limited_partnership: 'Kommanditgesellschaft',
      sole_proprietorship: 'Einzelunternehmen',
      cooperative: 'Genossenschaft',
      association: 'Verein',
      foundation: 'Stiftung',
      other: 'Andere Rechtsform',
    },
  },
  fr: {
    languages: { de: 'Allemand', fr: 'Français', it: 'Italien', en: 'Anglais' },
    yes: 'Oui',
    no: 'Non',
    tenantTypes: { natural: 'Particulier', legal: 'Société' },
    titles: { mr: 'Monsieur', ms: 'Madame' },
    civilStatuses: {
      single: 'célibataire',
      married: 'marié(e)',
      divorced: 'divorcé(e)',
      widowed: 'veuf ou veuve',
      other: 'autre',
    },
    legalForms: {
      ag: 'Société anonyme (SA)',
      gmbh: 'Société à responsabilité limitée (Sàrl)',
      simple_partnership: 'Société simple',
      general_partnership: 'Société en nom collectif',
      limited_partnership: 'Société en commandite',
      sole_proprietorship: 'Entreprise individuelle',
      cooperative: 'Société coopérative',
      association: 'Association',
      foundation: 'Fondation',
      other: 'Autre forme juridique',
    },
  },
  it: {
    languages: { de: 'Tedesco', fr: 'Francese', it: 'Italiano', en: 'Inglese' },
    yes: 'Sì',
    no: 'No',
    tenantTypes: { natural: 'Persona privata', legal: 'Società' },
    titles: { mr: 'Signor', ms: 'Signora' },
    civilStatuses: {
      single: 'celibe o nubile',
      married: 'coniugato/a',
      divorced: 'divorziato/a',
      widowed: 'vedovo/a',
      other: 'altro',
    },
    legalForms: {
      ag: 'Società anonima (SA)',
      gmbh: 'Società a garanzia limitata (Sagl)',
      simple_partnership: 'Società semplice',
      general_partnership: 'Società in nome collettivo',
      limited_partnership: 'Società in accomandita',
      sole_proprietorship: 'Impresa individuale',
      cooperative: 'Società cooperativa',
      association: 'Associazione',
      foundation: 'Fondazione',
      other: 'Altra forma giuridica',
    },
  },
  en: {
    languages: { de: 'German', fr: 'French', it: 'Italian', en: 'English' },
    yes: 'Yes',
    no: 'No',
    tenantTypes: { natural: 'Private person', legal: 'Company' },
    titles: { mr: 'Mr', ms: 'Ms' },
    civilStatuses: {
      single: 'single',
      married: 'married',
      divorced: 'divorced',
      widowed: 'widowed',
      other: 'other',
    },
    legalForms: {
      ag: 'Company limited by shares (AG)',
      gmbh: 'Limited liability company (GmbH)',
      simple_partnership: 'Simple partnership',
      general_partnership: 'General partnership',
      limited_partnership: 'Limited partnership',
      sole_proprietorship: 'Sole proprietorship',
      cooperative: 'Cooperative',
      association: 'Association',
      foundation: 'Foundation',
      other: 'Other legal form',
    },
  },
};
