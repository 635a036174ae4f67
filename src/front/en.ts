import type { FrontWords } from './words.ts';

export const en: FrontWords = {
  languages: 'Language',
  title: 'Rental deposits for Switzerland',
  lead: 'Opened by one call, signed by manager and tenant, paid in by QR-bill, paid back when both agree.',
  manager: {
    title: 'Property managers',
    text: 'Check, sign, follow and settle rental deposits.',
    link: 'Sign in',
  },
  tenant: {
    title: 'Tenants',
    text: 'Your rental deposit is behind the link in your latest e-mail. Lost it? We send you a new one.',
    link: 'Get a new link',
  },
  partner: {
    title: 'Software partners',
    text: 'A guide with examples that work, every rule and every problem code, and the reference of all calls.',
    link: 'Partner guide',
  },
  provider: {
    title: 'Banks and insurers',
    text: 'Answer what is asked of you: on pages, as CSV or by the interface.',
    link: 'Sign in',
  },
  operator: { title: 'Operator', text: 'Set up, monitor and approve.', link: 'Open the console' },
  demo: {
    title: 'Test environment',
    text: 'Everything here is play: money, mails and signatures. Mails arrive in the mailbox of the test environment.',
    mailbox: 'Mailbox',
    guide: 'Sandbox guide',
  },
  help: {
    title: 'Help',
    lead: 'Answers to frequent questions.',
    sections: [
      {
        title: 'I cannot find my link',
        paragraphs: [
          'On the start page, under “Tenants”, ask for a new link. It goes to the e-mail address that your property management has recorded for you.',
        ],
      },
      {
        title: 'Whose money is it?',
        paragraphs: [
          'With a bank deposit the money is in an account in the name of the main tenant. The bank releases it only if both sides agree, with a final court decision or payment order, or if no claim was asserted in court or by debt enforcement within a year after the end of the tenancy (Art. 257e CO).',
        ],
      },
      {
        title: 'How do I get the deposit back?',
        paragraphs: [
          'After you move out, one side proposes who gets how much. If the other agrees, it is paid out. Both see every step on their page and get an e-mail.',
        ],
      },
      {
        title: 'I work for a property management and cannot sign in',
        paragraphs: [
          'You sign in with a link that is sent to your e-mail address. If nothing arrives, ask the person who administers your organization whether your address is recorded.',
        ],
      },
    ],
    contact: 'Contact',
    nobody:
      'Your property management answers questions about your deposit. Its name and address are on your personal page.',
  },
  privacy: {
    title: 'Privacy',
    lead: 'Which personal data is processed here, what for and for how long. The Swiss Federal Act on Data Protection (FADP) applies.',
    controller: 'Controller',
    sections: [
      {
        title: 'Which data, and what for',
        paragraphs: [
          'Of tenants: name, address, date of birth, e-mail address, phone number, civil status and nationality, property and deposit, signatures with time, IP address and browser, payments and accounts. It comes from the property management or from the people themselves. It serves only to open, keep and settle the rental deposit.',
          'Of people at property managements, banks and insurers: name, e-mail address and what they have done here.',
        ],
      },
      {
        title: 'Who gets it',
        paragraphs: [
          'The property management, the bank or insurer of the deposit, the other tenants as far as it concerns their contract, and the software of the property management. Nobody else. There is no advertising, and no use for other purposes.',
        ],
      },
      {
        title: 'For how long',
        paragraphs: [
          'Civil status and nationality are removed once the deposit is in force. Everything else is removed ten years after the payout, because business records must be kept that long (Art. 958f CO). Sign-in links and sessions are removed soon after they have expired.',
        ],
      },
      {
        title: 'Cookies and encryption',
        paragraphs: [
          'One cookie keeps you signed in; there are no others. Pages load nothing from other providers. Connections are encrypted, and so are stored payloads and mails.',
        ],
      },
      {
        title: 'Your rights',
        paragraphs: [
          'You can ask what data about you is held, have what is wrong corrected, and ask for a copy. Turn to your property management or to the controller above. The Federal Data Protection and Information Commissioner (FDPIC) takes complaints.',
        ],
      },
    ],
  },
  imprint: {
    title: 'Imprint',
    unset: 'The operator has not given any details yet.',
    fields: { name: 'Operator', address: 'Address', phone: 'Phone', email: 'E-mail', register: 'Register' },
  },
};
