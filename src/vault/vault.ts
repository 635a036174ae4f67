import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

export const SHORTEST_SECRET_KEY = 32;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must be readable later and signs what must not be guessed, with keys derived from SECRET_KEY. */
export class Vault {
  readonly #sealing: KeyObject;
  readonly #signing: Buffer;
  readonly #fingerprinting: string;
  readonly #naming: Buffer;
  /** Vaults of replaced keys: they open and verify what exists, and seal nothing new. */
  readonly #older: readonly Vault[];

  constructor(secretKey: string, olderKeys: readonly string[] = []) {
    const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'depono', use, 32));
    this.#sealing = createSecretKey(derive('sealing'));
    this.#signing = derive('signing');
    this.#fingerprinting = derive('fingerprints').toString('hex');
    this.#naming = derive('names');
    this.#older = olderKeys.map((key) => new Vault(key));
  }

  /** Encrypts. `context` names what the value belongs to (the sealing context); it opens with the same one only. */
  seal(content: string | Buffer, context: string): Buffer {
    const nonce = nextRandom(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, nonce).setAAD(Buffer.from(context));
    const sealed = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
    cipher.final();
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  unseal(sealed: Buffer, context: string): Buffer {
    try {
      return this.#open(sealed, context);
    } catch (error) {
      const opened = this.#openWithOlder(sealed, context);
      if (opened !== null) return opened;
      throw error;
    }
  }

  /** Seals again what an older key has sealed; null: it is sealed with the current one. Throws where no key opens it. */
  renew(sealed: Buffer, context: string): { sealed: Buffer; content: Buffer } | null {
    try {
      this.#open(sealed, context);
      return null;
    } catch (error) {
      const content = this.#openWithOlder(sealed, context);
      if (content === null) throw error;
      return { sealed: this.seal(content, context), content };
    }
  }

  #openWithOlder(sealed: Buffer, context: string): Buffer | null {
    for (const older of this.#older) {
      try {
        return older.#open(sealed, context);
      } catch {
        // Try the next key.
      }
    }
    return null;
  }

  #open(sealed: Buffer, context: string): Buffer {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#sealing, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** A hash to find a value by, which cannot be computed without the key. Base64. */
  fingerprint(value: string): string {
    return hash('sha256', `${this.#fingerprinting}\0${value}`, 'base64');
  }

  /** With the current and the older keys, to find what was stored before a key was replaced. */
  fingerprints(value: string): string[] {
    return [this, ...this.#older].map((vault) => vault.fingerprint(value));
  }

  /** A name for a content, which says nothing about it to who does not have the key. `context` as in `seal`. */
  nameOf(content: Buffer, context: string): string {
    return createHmac('sha256', this.#naming).update(`${context}\0`).update(content).digest('hex');
  }

  /** A signature for a link. */
  sign(use: string, value: string): string {
    const digest = createHmac('sha256', this.#signing).update(`${use}\0${value}`).digest();
    return digest.subarray(0, 16).toString('base64url');
  }

  isSigned(use: string, value: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return [this, ...this.#older].some((vault) => isEqual(Buffer.from(vault.sign(use, value)), given));
  }
}

const RANDOM_AT_ONCE = 12_000;
let random = Buffer.alloc(0);
let used = 0;

/** Random bytes, which are given out once. One call for many is faster than many calls. */
export function nextRandom(bytes: number): Buffer {
  if (used + bytes > random.length) {
    random = randomBytes(RANDOM_AT_ONCE);
    used = 0;
  }
  used += bytes;
  return random.subarray(used - bytes, used);
}

/** Compares in constant time where the lengths are equal. */
export function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function sha256(content: string | Buffer): Buffer {
  // Twice as fast as asking for a buffer.
  return Buffer.from(hash('sha256', content, 'latin1'), 'latin1');
}

/** Without the salt, the content cannot be guessed from the hash. */
export function salted(content: string): { salt: Buffer; hash: Buffer } {
  const salt = nextRandom(16);
  return { salt, hash: saltedHash(salt, content) };
}

export function saltedHash(salt: Buffer, content: string): Buffer {
  return sha256(Buffer.concat([salt, Buffer.from(content)]));
}
