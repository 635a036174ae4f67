/** Where objects are kept: an S3-compatible store, addressed by path. */
export type StoreSettings = {
  /** Scheme, host and port. */
  address: string;
  region: string;
  bucket: string;
  /** Before the name of each object: empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PART = /^[A-Za-z0-9._-]{1,64}$/;
const REGION = /^[a-z0-9-]{1,64}$/;

const EXAMPLE = 'https://KEY:SECRET@s3.example.ch/bucket?region=eu-central-1';

/** The settings in an address. Throws a sentence, which does not repeat the address: it has a secret. */
export function readStoreUrl(name: string, text: string): StoreSettings {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`${name} is not an address that starts with https:// or http://. Write it like ${EXAMPLE}.`);
  }
  if (url.username === '' || url.password === '') {
    throw new Error(`${name} has no access key, or no secret. Write them before the host: ${EXAMPLE}.`);
  }
  const [bucket = '', ...prefix] = url.pathname.split('/').filter((part) => part !== '');
  if (!BUCKET.test(bucket)) throw new Error(`${name} names no bucket. Write it behind the host: ${EXAMPLE}.`);
  if (!prefix.every((part) => PREFIX_PART.test(part))) {
    throw new Error(`${name} has a folder whose name is not made of letters, digits, dots, - and _ only.`);
  }
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'region');
  if (unknown !== undefined) throw new Error(`${name} has the parameter "${unknown}". Only "region" is known.`);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!REGION.test(region)) throw new Error(`${name} has a region that is not made of small letters, digits and -.`);
  return {
    address: url.origin,
    region,
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    accessKeyId: decoded(name, url.username),
    secretAccessKey: decoded(name, url.password),
  };
}

function decoded(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new Error(`${name} has a % in key or secret that is not percent-encoded. Write it as %25.`, { cause: error });
  }
}
