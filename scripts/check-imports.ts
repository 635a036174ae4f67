import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Who may import whom among the folders of src; only the files at its top know everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  brand: [],
  domain: [],
  vault: [],
  files: [],
  'object-store': [],
  web: ['brand', 'domain', 'vault'],
  storage: ['domain', 'files', 'vault'],
  actions: ['bank', 'brand', 'domain', 'object-store', 'qualified', 'seal', 'storage', 'vault'],
  mail: ['brand', 'domain', 'vault', 'web'],
  documents: ['brand', 'domain'],
  callbacks: ['domain'],
  bank: ['domain', 'files'],
  seal: [],
  qualified: [],
  register: ['domain'],
  jobs: ['actions', 'bank', 'callbacks', 'documents', 'domain', 'files', 'mail', 'register', 'seal', 'storage', 'web'],
  partner: ['actions', 'callbacks', 'domain', 'storage', 'vault', 'web'],
  provider: ['actions', 'domain', 'storage', 'vault', 'web'],
  manager: ['actions', 'documents', 'domain', 'storage', 'vault', 'web'],
  tenant: ['actions', 'documents', 'domain', 'storage', 'vault', 'web'],
  operator: ['actions', 'callbacks', 'documents', 'domain', 'storage', 'web'],
  sandbox: ['actions', 'bank', 'documents', 'domain', 'mail', 'operator', 'partner', 'seal', 'storage', 'web'],
  front: ['domain', 'web'],
  reference: ['web'],
  metrics: ['domain', 'files', 'storage', 'vault', 'web'],
  // What only the top can make (settings, services, the service itself) is given to it by src/cli.ts.
  cli: [
    'actions',
    'bank',
    'callbacks',
    'documents',
    'domain',
    'files',
    'jobs',
    'mail',
    'object-store',
    'operator',
    'partner',
    'register',
    'seal',
    'storage',
    'vault',
    'web',
  ],
};

/** Node itself stays out of the domain. */
const NO_NODE = new Set(['domain']);

/** The table as ARCHITECTURE.md shows it. */
export function layerTable(): string {
  const rows = Object.entries(MAY_IMPORT).map(([folder, others]) => {
    const names = others.map((other) => `\`${other}\``).join(', ');
    return `| \`${folder}\` | ${names === '' ? 'nothing of ours' : names}${NO_NODE.has(folder) ? ', nothing of Node' : ''} |`;
  });
  return ['| Folder | may import |', '| --- | --- |', ...rows].join('\n');
}

const IMPORT = /^(?:import|export)\b[^;]*?from '([^']+)';|^import '([^']+)';/gm;

export function wrongImports(root: string): string[] {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    const folder = file.includes('/') ? (file.split('/')[0] as string) : null;
    if (folder === null) return [];
    const allowed = MAY_IMPORT[folder];
    if (allowed === undefined) return [`src/${file}: the folder ${folder} has no row in scripts/check-imports.ts`];
    return importsOf(join(src, file)).flatMap((name) => {
      if (name.startsWith('node:')) return NO_NODE.has(folder) ? [`src/${file} imports ${name}`] : [];
      if (!name.startsWith('.')) return [];
      const target = relative(src, join(dirname(join(src, file)), name)).split('/');
      const to = target.length > 1 ? (target[0] as string) : 'the top of src';
      return to === folder || allowed.includes(to)
        ? []
        : [`src/${file} imports ${name}, but ${folder} may not import ${to}`];
    });
  });
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => (match[1] ?? match[2]) as string);
}
