/** Of a call that names itself no other way: `GET /operator/api/partners/{id}/contacts` is `getOperatorPartnersByIdContacts`. */
export function operationIdOf(method: string, path: string): string {
  const played = /^\/(partner\/api\/)?sandbox\/(?:api\/)?deposits\/\{id\}\/([a-z/-]+)$/.exec(path);
  if (played !== null && method === 'post') {
    return `${played[1] === undefined ? 'operatorPlay' : 'play'}${pascal(played[2] ?? '')}`;
  }
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => (part.startsWith('{') ? `By${pascal(part.slice(1, -1))}` : pascal(part)));
  return `${method}${parts.join('')}`;
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
