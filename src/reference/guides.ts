/** A page that is written as Markdown in `docs`. */
export type Guide = { title: string; path: string; file: string; group: Group; isForTests?: true };

type Group = 'Partners' | 'In detail' | 'Banks and insurers';

const partner = (name: string, title: string): Guide => ({
  title,
  path: `/docs/partner/${name}`,
  file: `partner/${name}.md`,
  group: 'Partners',
});

/** In the order of the navigation. */
export const GUIDES: readonly Guide[] = [
  partner('first-deposit', 'First deposit'),
  partner('answers', 'Answers'),
  partner('events', 'Events'),
  { ...partner('testing', 'Testing'), isForTests: true },
  partner('go-live', 'Going live'),
  partner('payload', 'Payload'),
  partner('status', 'Status'),
  partner('migration', 'Existing contracts'),
  partner('versions', 'Versions and deprecation'),
  partner('support', 'Support'),
  { title: 'Callbacks', path: '/docs/callbacks', file: 'callbacks.md', group: 'In detail' },
  { title: 'Conformance', path: '/docs/conformance', file: 'conformance.md', group: 'In detail' },
  { title: 'Sandbox', path: '/docs/sandbox', file: 'sandbox.md', group: 'In detail', isForTests: true },
  { title: 'Provider guide', path: '/docs/provider-guide', file: 'provider-guide.md', group: 'Banks and insurers' },
];

export const FIRST_GUIDE = '/docs/partner/first-deposit';

/** Addresses of pages that have moved. */
export const MOVED: Readonly<Record<string, string>> = {
  '/docs': FIRST_GUIDE,
  '/docs/partner': FIRST_GUIDE,
  '/docs/partner-guide': FIRST_GUIDE,
};

export const API_REFERENCE = '/docs/api';
export const SEARCH = '/docs/search';
export const COLLECTION = '/docs/partner/collection.json';

/** Beside the guides: title and address. */
export const TOOLS: readonly (readonly [title: string, path: string])[] = [
  ['API reference', API_REFERENCE],
  ['openapi-partner.json', '/openapi-partner.json'],
  ['openapi.json', '/openapi.json'],
  ['Collection', COLLECTION],
];
