/** A card of the start page. */
type Card = { title: string; text: string; link: string };

/** Paragraphs under a heading. */
export type FrontSection = { title: string; paragraphs: readonly string[] };

export type FrontWords = {
  languages: string;
  title: string;
  lead: string;
  manager: Card;
  tenant: Card;
  partner: Card;
  provider: Card;
  operator: Card;
  demo: { title: string; text: string; mailbox: string; guide: string };
  help: { title: string; lead: string; sections: readonly FrontSection[]; contact: string; nobody: string };
  privacy: { title: string; lead: string; controller: string; sections: readonly FrontSection[] };
  imprint: {
    title: string;
    unset: string;
    fields: Record<'name' | 'address' | 'phone' | 'email' | 'register', string>;
  };
};
